package moirai.analysis.durability;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import moirai.history.History;
import moirai.history.Op;
import moirai.history.Txn;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/** What final reads prove, against a store of which it is known what it has lost, and against every order of writes. */
class DurabilityOracleProperties {

    private static final int WRITERS_MAX = 7;

    @Property(tries = 10_000)
    void whatAStoreKeepsIsNeverLost(@ForAll Random random, @ForAll WriteKind kind) {
        var store = new SimulatedFailovers(kind, random, false);
        Durability judged = Durability.of(store.history());

        assertThat(judged.isKnown()).isTrue();
        assertThat(judged.lostCount()).isZero();
        assertThat(judged.losses()).isEqualTo(Durability.Losses.NONE);
    }

    /** Of elements each one, and of registers those alone that are lost, by name. */
    @Property(tries = 10_000)
    void whatIsSaidToBeLostIsLost(@ForAll Random random, @ForAll WriteKind kind) {
        var store = new SimulatedFailovers(kind, random, true);
        History history = store.history();
        Durability judged = Durability.of(history);
        Set<Txn> gone = store.lost();
        long changes = gone.stream().mapToLong(txn -> txn.ops().size()).sum();

        assertThat(judged.lostCount()).isLessThanOrEqualTo(changes);
        judged.lost().forEach(lost -> assertThat(gone).contains(history.txn(lost.txn())));
        if (kind == WriteKind.APPEND || kind == WriteKind.ADD) {
            assertThat(judged.lostCount()).isEqualTo(changes);
            assertThat(judged.counts().recovered()).isEqualTo(store.recovered());
        }
    }

    /** A register is broken if no order of its writes that real time allows ends with what some node shows. */
    @Property(tries = 10_000)
    void aRegisterIsBrokenIfNoOrderOfItsWritesExplainsIt(@ForAll Random random) {
        var store = new SimulatedFailovers(WriteKind.WRITE, random, true);
        Set<String> broken = Durability.of(store.history()).lost().stream()
                .map(LostWrite::key)
                .collect(Collectors.toSet());

        for (int key = 0; key < SimulatedFailovers.KEYS; key++) {
            List<Txn> writers = store.writers(key);
            if (writers.size() <= WRITERS_MAX) {
                boolean isExplained = isExplained(writers, key, new HashSet<>(store.shown(key)));
                assertThat(broken.contains(String.valueOf(key))).isEqualTo(!isExplained);
            }
        }
    }

    private static boolean isExplained(List<Txn> writers, int key, Set<Op> shown) {
        boolean anyAcknowledged =
                writers.stream().anyMatch(txn -> !txn.outcome().isIndeterminate());
        if (!anyAcknowledged && shown.contains(new Op.ReadInitial(key))) {
            return true;
        }
        return extend(writers, new BitSet(), key, shown);
    }

    /** Goes on with every transaction that may come next; of unknown outcome any may be left out. */
    private static boolean extend(List<Txn> writers, BitSet done, int key, Set<Op> shown) {
        for (int next = 0; next < writers.size(); next++) {
            if (done.get(next) || !mayBeNext(writers, done, next)) {
                continue;
            }
            done.set(next);
            boolean isWhole = true;
            for (int other = 0; other < writers.size(); other++) {
                isWhole &= done.get(other) || writers.get(other).outcome().isIndeterminate();
            }
            if ((isWhole && shown.contains(state(writers.get(next), key))) || extend(writers, done, key, shown)) {
                return true;
            }
            done.clear(next);
        }
        return false;
    }

    private static boolean mayBeNext(List<Txn> writers, BitSet done, int next) {
        for (int other = 0; other < writers.size(); other++) {
            boolean isOpen = !done.get(other) && !writers.get(other).outcome().isIndeterminate();
            if (isOpen && writers.get(other).endNanos() < writers.get(next).startNanos()) {
                return false;
            }
        }
        return true;
    }

    private static Op state(Txn writer, int key) {
        Op.Write last = writer.ops().stream()
                .filter(op -> op.key() == key)
                .map(Op.Write.class::cast)
                .reduce((first, second) -> second)
                .orElseThrow();
        return new Op.ReadValue(key, last.value());
    }

    /** A counter that only grows is broken if it is less, at each node, than any choice of increments makes it. */
    @Property(tries = 5_000)
    void aCounterIsBrokenIfItIsLessThanAllChoicesOfIncrements(@ForAll Random random) {
        var store = new SimulatedFailovers(WriteKind.INCREMENT, random, true);
        Set<Long> broken = Durability.of(store.history()).losses().sums().stream()
                .map(WrongSum::key)
                .collect(Collectors.toSet());

        for (int key = 0; key < SimulatedFailovers.KEYS; key++) {
            int of = key;
            long least = store.writers(key).stream()
                    .filter(txn -> !txn.outcome().isIndeterminate())
                    .flatMap(txn -> txn.ops().stream())
                    .filter(op -> op.key() == of)
                    .mapToLong(op -> ((Op.Increment) op).amount())
                    .sum();
            boolean isLess = store.shown(key).stream().allMatch(op -> ((Op.ReadCounter) op).value() < least);
            assertThat(broken.contains((long) key)).isEqualTo(isLess);
        }
    }

    @Property(tries = 3_000)
    void piecesAreJudgedAsTheWhole(@ForAll Random random, @ForAll WriteKind kind) {
        var store = new SimulatedFailovers(kind, random, true);
        Durability whole = Durability.of(store.history());
        List<History> pieces = pieces(store, random);
        var stream = new DurabilityStream(kind, store.faults());
        pieces.forEach(stream::finalReads);
        if (stream.wantsWrites()) {
            pieces.forEach(stream::writes);
        }
        pieces.forEach(stream::acknowledged);
        if (stream.isBroken()) {
            pieces.forEach(stream::show);
        }
        Durability judged = stream.durability(store.history(stream.witnesses(), true));

        assertThat(judged.counts()).isEqualTo(whole.counts());
        assertThat(judged.losses().sums()).isEqualTo(whole.losses().sums());
        assertThat(named(judged)).containsExactlyInAnyOrderElementsOf(named(whole));
    }

    private static List<List<Object>> named(Durability judged) {
        return judged.lost().stream()
                .map(lost -> List.<Object>of(
                        lost.key(),
                        lost.value(),
                        lost.acknowledgedNanos(),
                        lost.fault(),
                        lost.clues().shown()))
                .toList();
    }

    /** Returns the history in pieces of random sizes, in any order. */
    private static List<History> pieces(SimulatedFailovers store, Random random) {
        var left = new ArrayList<>(store.txns());
        Collections.shuffle(left, random);
        var pieces = new ArrayList<History>();
        while (!left.isEmpty()) {
            List<Txn> some = left.subList(0, 1 + random.nextInt(left.size()));
            pieces.add(store.history(List.copyOf(some), false));
            some.clear();
        }
        return pieces;
    }
}
