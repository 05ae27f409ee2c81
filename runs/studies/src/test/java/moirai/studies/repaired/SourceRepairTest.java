package moirai.studies.repaired;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import moirai.directed.repairs.Fix;
import moirai.directed.repairs.VersionFix;
import moirai.sources.JavaSources;
import moirai.sources.SourceCode;
import moirai.sources.SourceOptions;
import moirai.studies.programs.ProgramSources;
import org.junit.jupiter.api.Test;

/** Repairs of the small shop and of SmallBank, as they change the sources. */
class SourceRepairTest {

    private static final Path ROOT = Path.of("../..");

    private static final Path SHOP = ProgramSources.folder(ROOT, "shop");

    /** Changes a copy of the shop. */
    private interface Change {
        void on(SourceRepair repair);
    }

    private static String shop(Change change) throws IOException {
        try (SourceCopy copy = SourceCopy.of(SHOP)) {
            SourceRepair repair = repair(copy, List.of());
            change.on(repair);
            repair.edits().write();
            return Files.readString(copy.sources().resolve("Shop.java"));
        }
    }

    private static SourceRepair repair(SourceCopy copy, List<String> txns) throws IOException {
        SourceCode code = JavaSources.read(new SourceOptions(List.of(copy.sources()), List.of(), txns, 1));
        return new SourceRepair(ParsedSources.of(copy.sources()), code, 1);
    }

    @Test
    void aLockIsPutAtTheEndOfTheSelect() throws IOException {
        String changed = shop(repair -> repair.apply(List.of(new Fix.Lock("sell", List.of("q1")))));

        assertThat(changed).contains("STOCK = \"SELECT stock FROM item WHERE id = ? FOR UPDATE\";");
        assertThat(changed.lines()).hasSameSizeAs(Files.readAllLines(SHOP.resolve("Shop.java")));
    }

    @Test
    void aVersionIsReadCheckedAndCountedByEachUpdate() throws IOException {
        var version = new VersionFix("sell", "item", "version", List.of(new VersionFix.Check("q1", "u1")));

        String changed = shop(repair -> repair.apply(List.of(version)));

        assertThat(changed)
                .contains("stock INTEGER NOT NULL, version INTEGER DEFAULT 0 NOT NULL)")
                .contains("\"SELECT stock, version FROM item WHERE id = ?\"")
                .contains("\"UPDATE item SET version = version + 1, stock = ? WHERE id = ? AND version = ?\"")
                .contains("\"UPDATE item SET version = version + 1, stock = stock + ? WHERE id = ?\"")
                .contains("update.setInt(3, found.getInt(\"version\")); if (update.executeUpdate() == 0) {");
        assertThat(changed.lines()).hasSameSizeAs(Files.readAllLines(SHOP.resolve("Shop.java")));
    }

    @Test
    void columnsBecomeUnique() throws IOException {
        assertThat(shop(repair -> repair.apply(List.of(new Fix.Unique("sale", List.of("item"))))))
                .contains("pieces INTEGER NOT NULL, UNIQUE (item))");
    }

    @Test
    void aTransactionSetsItsLevelFirst() throws IOException {
        assertThat(shop(repair -> repair.setLevel("restock", "TRANSACTION_SERIALIZABLE")))
                .contains("int item, int pieces) throws SQLException {"
                        + " connection.setTransactionIsolation(java.sql.Connection.TRANSACTION_SERIALIZABLE);");
    }

    @Test
    void aVersionIsNotHandedFromMethodToMethod() throws IOException {
        try (SourceCopy copy = SourceCopy.of(ProgramSources.folder(ROOT, "smallbank"))) {
            SourceRepair repair = repair(copy, List.of("*.run"));
            var version =
                    new VersionFix("transactSavings", "savings", "version", List.of(new VersionFix.Check("q2", "u1")));

            assertThatThrownBy(() -> repair.apply(List.of(version)))
                    .isInstanceOf(NotApplied.class)
                    .hasMessageContaining("no method executes both");
        }
    }

    @Test
    void aLockOfATextThatOthersExecuteNamesThem() throws IOException {
        try (SourceCopy copy = SourceCopy.of(ProgramSources.folder(ROOT, "smallbank"))) {
            SourceRepair repair = repair(copy, List.of("*.run"));

            repair.apply(List.of(new Fix.Lock("transactSavings", List.of("q2"))));

            assertThat(repair.sharers()).contains("balance.q2", "writeCheck.q2").doesNotContain("balance.q3");
        }
    }

    @Test
    void aTransactionGetsACopyOfTheStatementsThatItAloneLocks() throws IOException {
        try (SourceCopy copy = SourceCopy.of(ProgramSources.folder(ROOT, "smallbank"))) {
            List<String> txns = List.of("*.run");
            List<Fix> fixes = List.of(new Fix.Lock("transactSavings", List.of("q2")));
            new OwnTexts(copy.sources(), Subject.read(copy.sources(), txns)).separate(fixes);
            SourceRepair repair = repair(copy, txns);

            repair.apply(fixes);
            repair.edits().write();

            assertThat(repair.sharers()).isEmpty();
            assertThat(Files.readString(copy.sources().resolve("Accounts.java")))
                    .doesNotContain("FOR UPDATE");
            assertThat(Files.readString(copy.sources().resolve("AccountsOfTransactSavings.java")))
                    .contains("SAVINGS = \"SELECT bal FROM savings WHERE custid = ? FOR UPDATE\"");
        }
    }
}
