package moirai.formats;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import moirai.history.HistoryBuilder;
import moirai.history.HistoryNotation;
import moirai.history.Op;
import moirai.history.Outcome;
import moirai.history.RunHeader;
import moirai.history.Txn;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

class PlumeExportProperties {

    @Property
    void committedHistoriesOfRegistersAreReadBack(@ForAll("committed") List<Txn> txns) {
        String notation = notation(txns);

        assertThat(Sample.read(HistoryFormat.PLUME, PlumeExportTest.export(notation)))
                .isEqualTo(notation.replace(" @0..0", ""));
    }

    /** The export of a history that was read back is the export of the original. */
    @Property
    void aSecondExportIsTheFirst(@ForAll("any") List<Txn> txns) {
        String once = PlumeExportTest.export(notation(txns));
        if (!once.isEmpty()) {
            String back = Sample.read(HistoryFormat.PLUME, once);

            assertThat(Sample.read(HistoryFormat.PLUME, PlumeExportTest.export(back)))
                    .isEqualTo(back);
        }
    }

    @Property(tries = 500)
    void writtenIsWhatWasNotAbortedAndCommittedOrSeen(@ForAll("any") List<Txn> txns) {
        Set<Integer> written = PlumeExportTest.export(notation(txns))
                .lines()
                .filter(line -> !line.endsWith(",-1)"))
                .map(line -> Integer.valueOf(line.substring(line.lastIndexOf(',') + 1, line.length() - 1)))
                .collect(Collectors.toSet());

        assertThat(written).isEqualTo(committedOrSeen(txns));
    }

    /** Adds transactions whose writes known transactions saw, until there are no more. */
    private static Set<Integer> committedOrSeen(List<Txn> txns) {
        var known = new HashSet<Integer>();
        int before = -1;
        while (known.size() > before) {
            before = known.size();
            for (int txn = 0; txn < txns.size(); txn++) {
                Outcome outcome = txns.get(txn).outcome();
                if (outcome instanceof Outcome.Committed || (outcome.isIndeterminate() && isSeen(txn, txns, known))) {
                    known.add(txn);
                }
            }
        }
        return known;
    }

    private static boolean isSeen(int writer, List<Txn> txns, Set<Integer> readers) {
        Set<Op> reads = readers.stream()
                .flatMap(reader -> txns.get(reader).ops().stream())
                .filter(Op.ReadValue.class::isInstance)
                .collect(Collectors.toSet());
        return txns.get(writer).ops().stream()
                .filter(Op.Write.class::isInstance)
                .map(Op.Write.class::cast)
                .anyMatch(write -> reads.contains(new Op.ReadValue(write.key(), write.value())));
    }

    @Provide
    Arbitrary<List<Txn>> committed() {
        Arbitrary<Long> numbers = Arbitraries.oneOf(Arbitraries.longs().between(-2, 3), Arbitraries.longs());
        return txns(numbers, numbers.filter(value -> value != 0), Arbitraries.just(new Outcome.Committed()));
    }

    @Provide
    Arbitrary<List<Txn>> any() {
        return txns(
                Arbitraries.longs().between(0, 1),
                Arbitraries.longs().between(1, 4),
                Arbitraries.of(
                        new Outcome.Committed(), new Outcome.Aborted("40001"), new Outcome.Indeterminate("lost")));
    }

    private static Arbitrary<List<Txn>> txns(
            Arbitrary<Long> keys, Arbitrary<Long> values, Arbitrary<? extends Outcome> outcomes) {
        Arbitrary<Op> ops = Arbitraries.oneOf(
                Combinators.combine(keys, values).as(Op.Write::new),
                Combinators.combine(keys, values).as(Op.ReadValue::new),
                keys.map(Op.ReadInitial::new));
        return Combinators.combine(
                        Arbitraries.integers().between(0, 3),
                        ops.list().ofMinSize(1).ofMaxSize(4),
                        outcomes)
                .as((session, steps, outcome) -> new Txn(session, steps, outcome, 0, 0))
                .list()
                .ofMinSize(1)
                .ofMaxSize(8)
                .map(PlumeExportProperties::withSessionsInOrder);
    }

    /** The format numbers sessions in the order in which they appear. */
    private static List<Txn> withSessionsInOrder(List<Txn> txns) {
        Map<Integer, Integer> numbers = new HashMap<>();
        var renamed = new ArrayList<Txn>();
        for (Txn txn : txns) {
            int session = numbers.computeIfAbsent(txn.session(), unseen -> numbers.size());
            renamed.add(new Txn(session, txn.ops(), txn.outcome(), txn.startNanos(), txn.endNanos()));
        }
        return renamed;
    }

    private static String notation(List<Txn> txns) {
        var history = new HistoryBuilder(RunHeader.NONE);
        txns.forEach(history::add);
        return HistoryNotation.format(history.build());
    }
}
