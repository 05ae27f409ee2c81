package moirai.analysis.keyvalue;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import moirai.analysis.axioms.KeyValueHistory;
import moirai.history.DataModel;
import moirai.history.History;
import moirai.history.Outcome;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

class SerialRunProperties {

    @Property(tries = 500)
    void serialExecutionHasNoAnomaliesAndEverySourceIsRight(@ForAll Random random, @ForAll boolean lists) {
        var run = new SerialRun(random, lists ? DataModel.LIST_APPEND : DataModel.REGISTER);
        History recorded = run.history();

        KeyValueReads reads = KeyValueReads.of(recorded);

        assertThat(reads.anomalies()).isEmpty();
        assertThat(reads.doubts()).isEmpty();
        KeyValueHistory history = reads.history();
        Map<Integer, Integer> sources = new HashMap<>();
        for (int txn = 0; txn < history.txnCount(); txn++) {
            assertThat(run.isApplied(history.recordedTxn(txn))).isTrue();
            for (int read = history.firstRead(txn); read < history.endRead(txn); read++) {
                sources.put(history.recordedRead(read), recordedSource(history, read));
                assertThat(recorded.key(history.recordedRead(read))).isEqualTo(history.readKey(read));
            }
        }
        assertThat(run.sources()).containsAllEntriesOf(sources);
        assertThat(sources.keySet()).containsAll(externalReadsOfCommitted(run, recorded));
    }

    private static int recordedSource(KeyValueHistory history, int read) {
        int source = history.readSource(read);
        return source == KeyValueHistory.INITIAL ? KeyValueHistory.INITIAL : history.recordedTxn(source);
    }

    private static Iterable<Integer> externalReadsOfCommitted(SerialRun run, History recorded) {
        return IntStream.range(0, recorded.txnCount())
                .filter(txn -> recorded.outcome(txn) instanceof Outcome.Committed)
                .flatMap(txn -> IntStream.range(recorded.firstOp(txn), recorded.endOp(txn)))
                .filter(run.sources()::containsKey)
                .boxed()
                .toList();
    }

    /** Transactions ran in the order of their ids, so the known versions of every key ascend. */
    @Property(tries = 300)
    void knownVersionsOfListsStandInTheOrderOfTheExecution(@ForAll Random random) {
        KeyValueHistory history = KeyValueReads.of(new SerialRun(random, DataModel.LIST_APPEND).history())
                .history();

        for (int key = 0; key < history.keyCount(); key++) {
            for (int place = 1; place < history.versionCount(key); place++) {
                assertThat(history.version(key, place)).isGreaterThan(history.version(key, place - 1));
            }
        }
    }
}
