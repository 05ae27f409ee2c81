package moirai.analysis.keyvalue;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;
import moirai.analysis.axioms.KeyValueHistory;
import moirai.history.History;
import moirai.history.HistoryBuilder;
import moirai.history.Op;
import moirai.history.Outcome;
import moirai.history.RunHeader;
import moirai.history.Txn;
import moirai.history.level.Phenomenon;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

class RegisterReadsOracleProperties {

    @Property(tries = 5000)
    void reductionIsThatOfTheDefinitions(@ForAll("txns") List<Txn> txns) {
        var builder = new HistoryBuilder(RunHeader.NONE);
        txns.forEach(builder::add);
        builder.write(0, 1000).end(0, new Outcome.Aborted(""), 0, 0); // so that it holds registers for certain
        History recorded = builder.build();
        var oracle = new RegisterOracle(recorded);

        KeyValueReads reads = KeyValueReads.of(recorded);

        Map<Phenomenon, Integer> counts = new HashMap<>();
        oracle.anomalies().forEach(anomaly -> counts.merge(anomaly.phenomenon(), 1, Integer::sum));
        assertThat(reads.counts()).isEqualTo(counts);
        assertThat(oracle.anomalies()).containsAll(reads.anomalies());
        assertThat(reads.anomalies()).doesNotHaveDuplicates();
        assertThat(reads.doubts()).hasSize(oracle.doubtCount());
        assertThat(lines(recorded, reads.history())).isEqualTo(oracle.reads());
        assertThat(keysWritten(recorded, reads.history())).isEqualTo(oracle.keysWritten());
    }

    private static List<String> lines(History recorded, KeyValueHistory history) {
        return Reduction.txns(recorded, history).stream()
                .map(line -> line.replaceAll(" w.*", ""))
                .toList();
    }

    private static List<SortedSet<Long>> keysWritten(History recorded, KeyValueHistory history) {
        var written = new ArrayList<SortedSet<Long>>();
        for (int txn = 0; txn < history.txnCount(); txn++) {
            var keys = new TreeSet<Long>();
            for (int write = history.firstWrite(txn); write < history.endWrite(txn); write++) {
                keys.add(recorded.keyName(history.writeKey(write)));
            }
            written.add(keys);
        }
        return written;
    }

    /** Few keys and values, so that values are written twice, overwritten, read early and read from the aborted. */
    @Provide
    Arbitrary<List<Txn>> txns() {
        Arbitrary<Long> keys = Arbitraries.longs().between(0, 1);
        Arbitrary<Long> values = Arbitraries.longs().between(0, 4);
        Arbitrary<Op> ops = Arbitraries.oneOf(
                Combinators.combine(keys, values).as(Op.Write::new),
                Combinators.combine(keys, values).as(Op.ReadValue::new),
                Combinators.combine(keys, values)
                        .as((key, even) -> even > 2 ? new Op.ReadInitial(key) : Op.Read.planned(key)));
        Arbitrary<Outcome> outcomes = Arbitraries.of(
                new Outcome.Committed(),
                new Outcome.Committed(),
                new Outcome.Aborted(""),
                new Outcome.Indeterminate(""));
        return Combinators.combine(ops.list().ofMaxSize(5), outcomes)
                .as((steps, outcome) -> new Txn(0, steps, outcome, 0, 0))
                .list()
                .ofMaxSize(5);
    }
}
