package moirai.mockstore.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.util.ArrayList;
import java.util.List;
import moirai.history.level.IsolationLevel;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The unmodified psql, as far as it is installed. */
class PsqlIT {

    private static final int SEEDS = 5;
    private static final int RETRIES_MAX = 200;

    @BeforeEach
    void requirePsql() {
        assumeTrue(Psql.isInstalled(), "skipped: needs psql (Debian: postgresql-client)");
    }

    @Test
    void aScriptRunsToItsEnd() throws InterruptedException {
        try (var server = server(IsolationLevel.STRICT_SERIALIZABLE, 1);
                var psql = new Psql(server.port(), "-v", "ON_ERROR_STOP=1")) {
            assertThat(psql.finish("""
                    CREATE TABLE pets (id int PRIMARY KEY, name text, born date);
                    INSERT INTO pets VALUES (1, 'Ada', '2020-02-29'), (2, NULL, NULL);
                    \\set key 1
                    SELECT name, born FROM pets WHERE id = :key;
                    BEGIN;
                    UPDATE pets SET name = 'Bea' WHERE id = 2;
                    SELECT name FROM pets ORDER BY id;
                    ROLLBACK;
                    \\timing off
                    \\pset null nothing
                    SELECT name FROM pets WHERE id = 2;
                    \\c
                    SELECT COUNT(*) FROM pets; SELECT 'done';
                    SHOW TRANSACTION ISOLATION LEVEL;
                    SELECT current_schema();
                    """))
                    .startsWith("Ada|2020-02-29", "Ada", "Bea", "nothing", "2", "done")
                    .endsWith("public");
            assertThat(psql.exitCode()).isZero();
        }
    }

    @Test
    void anErrorStopsAScriptIfThatIsAskedFor() throws InterruptedException {
        try (var server = server(IsolationLevel.STRICT_SERIALIZABLE, 1);
                var psql = new Psql(server.port(), "-v", "ON_ERROR_STOP=1")) {
            assertThat(psql.finish("SELECT * FROM missing;\nSELECT 'not reached';\n"))
                    .hasSize(1)
                    .first()
                    .asString()
                    .contains("ERROR:  42P01: relation \"missing\" does not exist");
            assertThat(psql.exitCode()).isEqualTo(3);
        }
    }

    @Test
    void aFailedTransactionIsShownAsFailedAndTheSessionGoesOn() {
        try (var server = server(IsolationLevel.STRICT_SERIALIZABLE, 1);
                var psql = new Psql(server.port())) {
            assertThat(psql.run("BEGIN;")).isEmpty();
            assertThat(psql.run("SELECT 1/0;")).first().asString().contains("22012");
            assertThat(psql.run("SELECT 1;")).first().asString().contains("25P02");
            assertThat(psql.run("COMMIT;")).isEmpty();
            assertThat(psql.run("SELECT 1;")).containsExactly("1");
        }
    }

    @Test
    void copyAndTheCatalogAreRefusedAndTheSessionGoesOn() {
        try (var server = server(IsolationLevel.STRICT_SERIALIZABLE, 1);
                var psql = new Psql(server.port())) {
            assertThat(psql.run("COPY missing FROM STDIN;"))
                    .first()
                    .asString()
                    .contains("0A000: COPY is not supported");
            assertThat(psql.run("\\d")).isNotEmpty().first().asString().contains("ERROR");
            assertThat(psql.run("SELECT 1;")).containsExactly("1");
        }
    }

    @Test
    void twoPsqlLoseAnUpdateAtReadCommitted() {
        assertThat(counterAfterTwoIncrements(IsolationLevel.STRONG_SESSION_MONOTONIC_ATOMIC_VIEW, 1))
                .isEqualTo("1");
    }

    @Test
    void twoPsqlLoseNoUpdateAtSnapshotIsolation() {
        for (int seed = 0; seed < SEEDS; seed++) {
            assertThat(counterAfterTwoIncrements(IsolationLevel.STRONG_SESSION_SNAPSHOT_ISOLATION, seed))
                    .as("seed %d", seed)
                    .isEqualTo("2");
        }
    }

    /** Both read before either writes; who is refused tries again. */
    private static String counterAfterTwoIncrements(IsolationLevel level, long seed) {
        var database = TestDatabases.database(level, seed);
        try (var server = MockServer.start(database, 0);
                var first = new Psql(server.port());
                var second = new Psql(server.port())) {
            first.run("CREATE TABLE counter (id int PRIMARY KEY, value int);");
            first.run("INSERT INTO counter VALUES (1, 0);");
            database.store().checkpoint();
            List<String> firstBegun = begin(first);
            List<String> secondBegun = begin(second);
            boolean isFirstDone = end(first, firstBegun);
            boolean isSecondDone = end(second, secondBegun);
            for (int i = 0; i < RETRIES_MAX && !(isFirstDone && isSecondDone); i++) {
                if (!isFirstDone) {
                    isFirstDone = end(first, begin(first));
                } else {
                    isSecondDone = end(second, begin(second));
                }
            }
            assertThat(isFirstDone && isSecondDone).as("both committed").isTrue();
            // Now everybody sees what was committed last; before, a weak level may still show something older.
            database.store().checkpoint();
            return String.join("", first.run("SELECT value FROM counter;"));
        }
    }

    private static List<String> begin(Psql psql) {
        psql.run("BEGIN;");
        return psql.run("SELECT value + 1 AS next FROM counter WHERE id = 1 \\gset");
    }

    private static boolean end(Psql psql, List<String> begun) {
        List<String> answers = new ArrayList<>(begun);
        answers.addAll(psql.run("UPDATE counter SET value = :next WHERE id = 1;"));
        answers.addAll(psql.run("COMMIT;"));
        if (!answers.isEmpty()) {
            assertThat(String.join(" ", answers)).contains("40001");
        }
        return answers.isEmpty();
    }

    private static MockServer server(IsolationLevel level, long seed) {
        return MockServer.start(TestDatabases.database(level, seed), 0);
    }
}
