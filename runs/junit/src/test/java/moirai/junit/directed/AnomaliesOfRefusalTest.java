package moirai.junit.directed;

import static moirai.history.level.IsolationLevel.REPEATABLE_READ;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import moirai.junit.JupiterRun;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The errors of annotations: each names what was found, and what to do. */
class AnomaliesOfRefusalTest {

    @TempDir
    private Path directory;

    private String failure(Class<?> tests) {
        return JupiterRun.of(tests, directory).failure();
    }

    static class WithoutSource {

        @AnomaliesOf(org.h2.Driver.class)
        void driver() {}
    }

    @Test
    void missingSourceNamesTheFilesThatWereLookedFor() {
        assertThat(failure(WithoutSource.class))
                .startsWith("no source of org.h2.Driver for @AnomaliesOf; looked for ")
                .contains(
                        "runs/junit/src/main/java/org/h2/Driver.java, ", "runs/junit/src/test/java/org/h2/Driver.java")
                .endsWith("name the folder in which its packages begin: @AnomaliesOf(sources = \"…\")");
    }

    static class ElsewhereAndNotThere {

        @AnomaliesOf(value = Shop.class, sources = "src/main/java")
        void shop() {}
    }

    @Test
    void sourcesThatAreNamedReplaceTheUsualOnes() {
        assertThat(failure(ElsewhereAndNotThere.class))
                .contains("/src/main/java/moirai/junit/directed/Shop.java")
                .doesNotContain("src/test/java");
    }

    static class WithoutTables {

        @AnomaliesOf(Till.class)
        void till() {}
    }

    @Test
    void missingTablesNameTheAttribute() {
        assertThat(failure(WithoutTables.class)).contains("no CREATE TABLE in [", "Till.java]", "@AnomaliesOf(ddl)");
    }

    static class WithoutTransactions {

        @AnomaliesOf(Reports.Wholly.class)
        void reports() {}
    }

    @Test
    void sourceWithoutATransactionIsRefusedWithItsLines() {
        assertThat(failure(WithoutTransactions.class))
                .isEqualTo("@AnomaliesOf: Reports.java:44: error: the name of a table or column, or a part of the"
                        + " statement, is computed; expected SQL in which only values are computed");
    }

    @Test
    void refusalsShowNoStackTraceOfMoirai() {
        assertThat(JupiterRun.of(WithoutTables.class, directory).exception().getStackTrace())
                .isEmpty();
    }

    static class OfAnotherLevel {

        @AnomaliesOf(value = Shop.class, level = REPEATABLE_READ)
        void shop() {}
    }

    @Test
    void aLevelWithoutPromisesToStatementsIsRefused() {
        assertThat(failure(OfAnotherLevel.class))
                .isEqualTo("@AnomaliesOf(level): REPEATABLE_READ is no promise to single statements; expected one of"
                        + " READ_COMMITTED, SNAPSHOT_ISOLATION, SERIALIZABLE, READ_ATOMIC, CAUSAL, PREFIX,"
                        + " PARALLEL_SNAPSHOT_ISOLATION");
    }

    static class OfAnotherTransaction {

        @AnomaliesOf(value = Shop.class, levels = "SI,sel=SER")
        void shop() {}
    }

    @Test
    void aLevelOfAnUnknownTransactionIsRefused() {
        assertThat(failure(OfAnotherTransaction.class))
                .startsWith("@AnomaliesOf(levels): ")
                .contains("sel");
    }

    static class WithoutIsolation {

        @AnomaliesOf(value = Shop.class, levels = "postgres-rc", product = "h2")
        void shop() {}
    }

    @Test
    void levelsOfAnAnalysisDoNotNameTheOneOfAProduct() {
        assertThat(failure(WithoutIsolation.class))
                .startsWith("@AnomaliesOf(isolation) is missing: with levels, expected one of ")
                .contains("serializable");
    }

    static class OnAnotherProduct {

        @AnomaliesOf(value = Shop.class, product = "h3")
        void shop() {}
    }

    @Test
    void anUnknownProductIsRefused() {
        assertThat(failure(OnAnotherProduct.class))
                .startsWith("@AnomaliesOf(product): anomalies are not replayed on 'h3'")
                .contains("expected one of postgres, ");
    }

    static class AtAnotherIsolation {

        @AnomaliesOf(value = Shop.class, product = "h2", isolation = "snapshotty")
        void shop() {}
    }

    @Test
    void anUnknownIsolationIsRefused() {
        assertThat(failure(AtAnotherIsolation.class))
                .startsWith("@AnomaliesOf(isolation): 'snapshotty' is no level of h2");
    }

    static class OutOfBounds {

        @AnomaliesOf(value = Shop.class, txnsMax = 9)
        void shop() {}
    }

    @Test
    void boundsOutOfRangeAreRefused() {
        assertThat(failure(OutOfBounds.class)).isEqualTo("@AnomaliesOf: transactions: 9; accepted: 2 to 8");
    }

    static class Twice {

        @Test
        @AnomaliesOf(value = Shop.class, known = "8e64bf9a")
        void shop() {}
    }

    @Test
    void aTestTwiceIsRefused() {
        assertThat(JupiterRun.of(Twice.class, directory).failure("shop()")).contains("remove @Test");
    }
}
