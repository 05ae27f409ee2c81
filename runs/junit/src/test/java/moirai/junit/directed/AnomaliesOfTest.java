package moirai.junit.directed;

import static moirai.history.level.IsolationLevel.READ_COMMITTED;
import static moirai.history.level.IsolationLevel.SERIALIZABLE;
import static moirai.history.level.IsolationLevel.SNAPSHOT_ISOLATION;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Map;
import moirai.junit.JupiterRun;
import moirai.testing.Golden;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AnomaliesOfTest {

    private static final String LOST = "lost update in sell, by another sell [8e64bf9a-stale-read]";

    @TempDir
    private Path directory;

    private JupiterRun run(Class<?> tests) {
        return JupiterRun.of(tests, directory);
    }

    static class AtReadCommitted {

        @AnomaliesOf(value = Shop.class, level = READ_COMMITTED)
        void shop() {}
    }

    @Test
    void lostUpdateFailsAtReadCommitted() {
        JupiterRun run = run(AtReadCommitted.class);

        Golden.assertMatches("directed-lost-update.txt", run.failure(LOST));
        assertThat(run.passed()).isEmpty();
        assertThat(run.aborted()).isEmpty();
    }

    static class AtSerializable {

        @AnomaliesOf(value = Shop.class, level = SERIALIZABLE)
        void shop() {}
    }

    @Test
    void nothingHappensAtSerializable() {
        JupiterRun run = run(AtSerializable.class);

        assertThat(run.passed()).containsExactly("no anomaly at serializable: proven for any number of transactions");
        assertThat(run.entries()).singleElement().asString().contains("2 rows a table, numbers from 0 to 7");
    }

    static class Skew {

        @AnomaliesOf(value = OnCall.class, level = SNAPSHOT_ISOLATION)
        void doctors() {}
    }

    @Test
    void writeSkewFailsAtSnapshotIsolation() {
        Golden.assertMatches("directed-write-skew.txt", run(Skew.class).failure());
    }

    static class Careful {

        @AnomaliesOf(value = CarefulShop.class, level = READ_COMMITTED)
        void shop() {}
    }

    @Test
    void anOptimisticLockHasNoAnomaly() {
        JupiterRun run = run(Careful.class);

        assertThat(run.passed()).containsExactly("no anomaly at read-committed: proven for any number of transactions");
        Golden.assertMatches("directed-nothing.txt", run.entries().toString());
    }

    static class OnH2 {

        @AnomaliesOf(value = Shop.class, product = "h2")
        void shop() {}
    }

    @Test
    void lostUpdateHappensOnH2() {
        assertThat(run(OnH2.class).failure(LOST))
                .contains("It happened on H2 at read committed, by the methods themselves.");
    }

    static class OnStrictH2 {

        @AnomaliesOf(value = Shop.class, product = "h2", isolation = "serializable")
        void shop() {}
    }

    @Test
    void whatTheDatabasePreventsPassesAndSaysHow() {
        JupiterRun run = run(OnStrictH2.class);

        assertThat(run.passed()).containsExactly(LOST);
        Golden.assertMatches("directed-prevented.txt", run.entries().toString());
    }

    static class Known {

        @AnomaliesOf(value = Shop.class, known = "8e64bf9a-stale-read")
        void byName() {}

        @AnomaliesOf(value = Shop.class, known = "8e64bf9a")
        void byDigits() {}
    }

    @Test
    void aKnownCauseIsExpected() {
        JupiterRun run = run(Known.class);

        assertThat(run.passed()).containsExactly(LOST + ", known", LOST + ", known");
        assertThat(run.failed()).isEmpty();
    }

    static class KnownAndPrevented {

        @AnomaliesOf(value = Shop.class, product = "h2", isolation = "serializable", known = "8e64bf9a")
        void shop() {}
    }

    @Test
    void aKnownCauseThatIsPreventedIsReported() {
        assertThat(run(KnownAndPrevented.class).failure(LOST + ", known"))
                .startsWith("Known, but prevented; remove 8e64bf9a-stale-read from @AnomaliesOf(known).");
    }

    static class KnownAndGone {

        @AnomaliesOf(value = Shop.class, level = SERIALIZABLE, known = "8e64bf9a")
        void shop() {}
    }

    @Test
    void aKnownCauseThatTheAnalysisDoesNotFindIsReported() {
        JupiterRun run = run(KnownAndGone.class);

        assertThat(run.failure("known 8e64bf9a"))
                .isEqualTo("The analysis finds no anomaly with the known cause 8e64bf9a any more; remove it from"
                        + " @AnomaliesOf(known). Found: none");
        assertThat(run.passed()).hasSize(1);
    }

    static class Partly {

        @AnomaliesOf(value = Reports.Partly.class, level = SERIALIZABLE)
        void reports() {}
    }

    @Test
    void sourceThatIsNotCoveredIsNoPass() {
        JupiterRun run = run(Partly.class);

        assertThat(run.passed()).isEmpty();
        Golden.assertMatches("directed-not-covered.txt", run.aborted().toString());
    }

    static class WithinBounds {

        @AnomaliesOf(value = Accounts.class, level = SNAPSHOT_ISOLATION)
        void two() {}

        @AnomaliesOf(value = Accounts.class, level = SNAPSHOT_ISOLATION, txnsMax = 3, lengthMax = 6)
        void three() {}
    }

    @Test
    void whatHoldsWithinBoundsIsNotSaidToBeProven() {
        JupiterRun run = run(WithinBounds.class);

        assertThat(run.passed())
                .containsExactly("no anomaly at snapshot-isolation within the bounds, which is no proof");
        assertThat(run.entries())
                .anySatisfy(
                        entry -> assertThat(entry).contains("within: up to 2 transactions, cycles of up to 4 edges"));
        assertThat(run.failed()).containsOnlyKeys("write skew in withdraw, by deposit [6ebcab8d-stale-read]");
    }

    static class ByRows {

        @AnomaliesOf(value = Rows.class, levels = "postgres-rc")
        void bonus() {}
    }

    @Test
    void rowsThatAreTakenOneByOneAreNoPass() {
        JupiterRun run = run(ByRows.class);

        assertThat(run.passed()).isEmpty();
        assertThat(run.aborted()).containsOnlyKeys("rows taken one by one in pay, move");
        assertThat(run.aborted().values())
                .containsExactly("pay, move: not serializable if a statement takes its rows one by one, as databases do"
                        + " at postgres-rc. This is not replayed; moirai schedule prove shows how it comes about.");
    }

    static class Several {

        @AnomaliesOf({Shop.class, OnCall.class})
        void both() {}
    }

    @Test
    void severalClassesAreOneProgram() {
        assertThat(run(Several.class).failed()).hasSize(2);
    }

    static class Tables {

        @AnomaliesOf(value = Till.class, ddl = "src/test/sql/till.sql", txns = "Till.pay")
        void till() {}
    }

    @Test
    void tablesMayStandInAFile() {
        assertThat(run(Tables.class).passed()).hasSize(1);
    }

    static class WithTrigger {

        @AnomaliesOf(value = Till.class, ddl = "src/test/sql/till-with-trigger.sql", txns = "copy")
        void till() {}
    }

    @Test
    void anAnomalyThatWasOnlyModelledIsNoPass() {
        JupiterRun run = run(WithTrigger.class);

        assertThat(run.passed()).isEmpty();
        assertThat(run.failed()).isEmpty();
        Golden.assertMatches("directed-modelled.txt", run.aborted().toString());
    }

    static class NotCallable {

        @AnomaliesOf(value = Uncallable.class)
        void shop() {}
    }

    @Test
    void statementsRunWhereMethodsCannotBeCalled() {
        assertThat(run(NotCallable.class).failure())
                .containsIgnoringWhitespaces(
                        "It happened on mock store, by the statements of the analysis: cannot make a"
                                + " java.lang.Appendable for log");
    }

    static class Outer {

        @Nested
        class Inner {

            @AnomaliesOf(value = Shop.class, known = "8e64bf9a")
            void known() {}

            @AnomaliesOf(value = OnCall.class, level = SERIALIZABLE)
            void doctors() {}
        }

        @AnomaliesOf(value = Shop.class, product = "h2", isolation = "serializable")
        void prevented() {}

        @AnomaliesOf(value = Shop.class)
        void lost() {}
    }

    @Test
    void testsRunInParallelAndInInnerClasses() {
        JupiterRun run = JupiterRun.of(
                Outer.class,
                directory,
                Map.of(
                        "junit.jupiter.execution.parallel.enabled",
                        "true",
                        "junit.jupiter.execution.parallel.mode.default",
                        "concurrent"));

        assertThat(run.passed()).hasSize(3);
        assertThat(run.failed()).containsOnlyKeys(LOST);
    }
}
