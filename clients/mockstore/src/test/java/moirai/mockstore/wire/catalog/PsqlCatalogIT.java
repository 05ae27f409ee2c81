package moirai.mockstore.wire.catalog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.sql.SQLException;
import java.util.List;
import moirai.mockstore.wire.Psql;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The commands of psql about what is defined answer on the store as on a real server with the same definitions. */
@ResourceLock(Twins.LOCK)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class PsqlCatalogIT {

    private Twins twins;
    private Psql store;
    private Psql real;

    @BeforeAll
    void define() throws SQLException {
        assumeTrue(Psql.isInstalled(), "skipped: needs psql (Debian: postgresql-client)");
        twins = new Twins();
        twins.define(Definitions.ALL);
        store = twins.storePsql();
        real = twins.realPsql();
    }

    @AfterAll
    void close() throws SQLException {
        if (twins != null) {
            store.close();
            real.close();
            twins.close();
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "\\d",
                "\\d+",
                "\\dt",
                "\\dt+",
                "\\dt app.*",
                "\\dt missing",
                "\\d account",
                "\\d+ account",
                "\\d branch",
                "\\d+ app.event",
                "\\d renamed",
                "\\d numbers",
                "\\d account_owner",
                "\\d missing",
                "\\di",
                "\\di+",
                "\\ds",
                "\\ds+",
                "\\dn",
                "\\dn+",
                "\\du",
                "\\df",
                "\\df lower",
                "\\dv",
                "\\dp",
                "\\dx",
                "\\dT",
                "\\dd",
                "\\dm",
                "\\dE",
                "\\dy",
                "\\dC integer",
                "\\dD",
                "\\dF",
                "\\do ~~",
                "\\dRp",
                "\\sf lower",
            })
    void aCommandAnswersAsOnARealServer(String command) {
        List<String> expected = real.run(command).stream()
                .map(line -> command.equals("\\du") ? line : Twins.inStoreNames(line))
                .toList();

        assertThat(store.run(command)).isEqualTo(expected);
    }

    @Test
    void theCommandsSeeWhatIsDefined() {
        assertThat(store.run("\\dt")).contains("public|account|table|moirai", "public|renamed|table|moirai");
        assertThat(store.run("\\d account"))
                .contains("balance|numeric(12,2)|||0")
                .noneMatch(line -> line.contains("data"));
        assertThat(store.run("\\dx")).singleElement().asString().startsWith("plpgsql|");
    }

    @Test
    void aDefinitionIsSeenAtOnceAndInsideATransaction() {
        store.run("BEGIN;");
        store.run("CREATE TABLE fresh (id int PRIMARY KEY);");
        assertThat(store.run("\\dt fresh")).containsExactly("public|fresh|table|moirai");
        store.run("ROLLBACK;");
        store.run("DROP TABLE IF EXISTS fresh;");
        assertThat(store.run("\\dt fresh")).isEmpty();
    }

    @Test
    void anErrorOfAQuestionFailsItsTransactionOnly() {
        store.run("BEGIN;");
        assertThat(store.run("SELECT 'missing'::regclass;").getFirst()).contains("42P01");
        assertThat(store.run("\\dt").getFirst()).contains("25P02");
        store.run("ROLLBACK;");
        assertThat(store.run("SELECT 'account'::regclass;")).containsExactly("account");
    }
}
