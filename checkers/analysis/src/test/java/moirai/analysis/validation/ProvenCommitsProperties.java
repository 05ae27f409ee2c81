package moirai.analysis.validation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import moirai.analysis.Findings;
import moirai.history.Elements;
import moirai.history.History;
import moirai.history.HistoryBuilder;
import moirai.history.HistoryNotation;
import moirai.history.Op;
import moirai.history.Outcome;
import moirai.history.RunHeader;
import moirai.history.Txn;
import moirai.history.level.IsolationLevel;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Tag;

/**
 * A transaction of unknown outcome whose write somebody read, who committed or is read himself, is judged as one that
 * committed, with its reads.
 */
class ProvenCommitsProperties {

    private static final List<IsolationLevel> LEVELS = List.of(
            IsolationLevel.READ_COMMITTED,
            IsolationLevel.READ_ATOMIC,
            IsolationLevel.CAUSAL,
            IsolationLevel.SNAPSHOT_ISOLATION,
            IsolationLevel.SERIALIZABLE,
            IsolationLevel.STRONG_SESSION_SERIALIZABLE);

    @Property(tries = 1000)
    void verdictIsThatOfTheCommittedTransaction(@ForAll Random random) {
        List<Txn> txns = txns(random, random.nextBoolean());
        BitSet proven = proven(txns);
        var committed = new ArrayList<Txn>();
        for (int txn = 0; txn < txns.size(); txn++) {
            Txn each = txns.get(txn);
            committed.add(proven.get(txn) ? new Txn(each.session(), each.ops(), new Outcome.Committed(), 0, 0) : each);
        }
        History told = history(txns);
        History expected = history(committed);

        for (IsolationLevel level : LEVELS) {
            Findings findings = new LevelChecker().analyze(told, level);
            assertThat(findings.at(level).getClass())
                    .as("%s%n%s%s", level, HistoryNotation.format(told), findings)
                    .isEqualTo(new LevelChecker()
                            .analyze(expected, level)
                            .at(level)
                            .getClass());
        }
    }

    /** As often as a change of the rules needs. */
    @Tag("long")
    @Property(tries = 8_000)
    void verdictIsThatOfTheCommittedTransactionOften(@ForAll Random random) {
        verdictIsThatOfTheCommittedTransaction(random);
    }

    private static History history(List<Txn> txns) {
        var builder = new HistoryBuilder(RunHeader.NONE).untimed();
        txns.forEach(builder::add);
        return builder.build();
    }

    /** Executes transactions one after the other, but lets reads see an earlier state now and then. */
    private static List<Txn> txns(Random random, boolean areLists) {
        var states = new ArrayList<Map<Long, List<Integer>>>();
        states.add(new HashMap<>());
        var txns = new ArrayList<Txn>();
        int next = 1;
        for (int count = 2 + random.nextInt(4); count > 0; count--) {
            var state = new HashMap<Long, List<Integer>>();
            states.getLast().forEach((key, elements) -> state.put(key, new ArrayList<>(elements)));
            Map<Long, List<Integer>> seen = random.nextInt(3) > 0 ? state : states.get(random.nextInt(states.size()));
            var ops = new ArrayList<Op>();
            for (int op = 1 + random.nextInt(3); op > 0; op--) {
                long key = random.nextInt(2);
                if (random.nextBoolean()) {
                    ops.add(read(areLists, key, seen.getOrDefault(key, List.of())));
                } else if (ops.stream().noneMatch(other -> other.key() == key && isWrite(other))) {
                    state.computeIfAbsent(key, first -> new ArrayList<>()).add(next);
                    ops.add(areLists ? new Op.Append(key, next) : new Op.Write(key, next));
                    next++;
                }
            }
            // A session ends with a transaction whose outcome nobody knows.
            txns.add(
                    random.nextInt(3) == 0
                            ? new Txn(random.nextInt(3), ops, new Outcome.Committed(), 0, 0)
                            : new Txn(10 + count, ops, new Outcome.Indeterminate(""), 0, 0));
            states.add(state);
        }
        // So that the keys hold the right kind for certain.
        txns.add(new Txn(
                9, List.of(areLists ? new Op.Append(9, 1000) : new Op.Write(9, 1000)), new Outcome.Committed(), 0, 0));
        return txns;
    }

    private static boolean isWrite(Op op) {
        return op instanceof Op.Append || op instanceof Op.Write;
    }

    private static Op read(boolean areLists, long key, List<Integer> elements) {
        if (areLists) {
            return new Op.Read(
                    key,
                    Elements.of(elements.stream().mapToInt(element -> element).toArray()));
        }
        return elements.isEmpty() ? new Op.ReadInitial(key) : new Op.ReadValue(key, elements.getLast());
    }

    /** Returns the transactions whose writes a committed one read, or another of them. */
    private static BitSet proven(List<Txn> txns) {
        var committed = new BitSet();
        for (int txn = 0; txn < txns.size(); txn++) {
            committed.set(txn, txns.get(txn).outcome() instanceof Outcome.Committed);
        }
        var proven = new BitSet();
        for (int before = -1; before != proven.cardinality(); ) {
            before = proven.cardinality();
            for (int writer = 0; writer < txns.size(); writer++) {
                for (int reader = 0; reader < txns.size(); reader++) {
                    boolean counts = committed.get(reader) || proven.get(reader);
                    if (writer != reader && counts && isRead(txns.get(writer), txns.get(reader))) {
                        proven.set(writer);
                    }
                }
            }
        }
        proven.andNot(committed);
        return proven;
    }

    private static boolean isRead(Txn writer, Txn reader) {
        return writer.ops().stream()
                .anyMatch(write -> reader.ops().stream().anyMatch(read -> switch (read) {
                    case Op.Read(long key, var elements) ->
                        write instanceof Op.Append(long of, int element)
                                && of == key
                                && elements.toString().matches(".*\\b" + element + "\\b.*");
                    case Op.ReadValue(long key, long value) ->
                        write instanceof Op.Write(long of, long written) && of == key && written == value;
                    default -> false;
                }));
    }
}
