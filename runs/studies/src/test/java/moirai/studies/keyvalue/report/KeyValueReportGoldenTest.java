package moirai.studies.keyvalue.report;

import moirai.history.Seed;
import moirai.history.level.IsolationLevel;
import moirai.testing.Golden;
import org.junit.jupiter.api.Test;

class KeyValueReportGoldenTest {

    private static final Seed SEED = new Seed(7);

    @Test
    void table1() {
        Golden.assertMatches("key-value-table-1.txt", KeyValueReport.table1(SEED, 1000));
    }

    @Test
    void counterExamplesAtCausal() {
        Golden.assertMatches(
                "key-value-counter-examples.txt", KeyValueReport.counterExamples(IsolationLevel.CAUSAL, SEED, 200));
    }

    @Test
    void counterExamplesAtSnapshotIsolation() {
        Golden.assertMatches(
                "key-value-counter-examples-snapshot.txt",
                KeyValueReport.counterExamples(IsolationLevel.STRONG_SESSION_SNAPSHOT_ISOLATION, SEED, 200));
    }

    @Test
    void coverage() {
        Golden.assertMatches("key-value-coverage.txt", KeyValueReport.coverage(SEED, 2, 200, 1000));
    }
}
