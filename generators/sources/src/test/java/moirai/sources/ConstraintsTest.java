package moirai.sources;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import moirai.directed.program.ProgramPrinter;
import moirai.sources.diagnostic.Diagnostic;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The constraints of a definition are not in the program. A diagnostic says so where a transaction can notice. */
class ConstraintsTest {

    @TempDir
    Path folder;

    private Translation translate(String ddl, String... statements) {
        var source = new StringBuilder(
                "class Bank {\npublic void pay(java.sql.Connection c) throws Exception { c.setAutoCommit(false);\n");
        for (String sql : statements) {
            source.append("c.createStatement().execute(\"").append(sql).append("\");\n");
        }
        try {
            Path tables = Files.writeString(folder.resolve("tables.sql"), ddl);
            Path file = Files.writeString(folder.resolve("Bank.java"), source.append("}}\n"));
            return JavaSources.translate(new SourceOptions(List.of(file), List.of(tables), List.of(), 1));
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    /** A constraint between cells that transactions write is a dependency; any other one only takes executions away. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "v INT UNIQUE|INSERT INTO t (id, v) VALUES (1, 2)|loss: UNIQUE (v) of table t",
                "v INT UNIQUE|UPDATE t SET v = 3 WHERE id = 1|loss: UNIQUE (v) of table t",
                "v INT UNIQUE|SELECT id FROM t WHERE v = 1|more: UNIQUE (v) of table t; rows may agree",
                "v INT, CONSTRAINT u UNIQUE (w, v)|UPDATE t SET w = 3|loss: UNIQUE (w, v) of table t",
                "v INT CHECK (v < 5)|UPDATE t SET v = 3|more: CHECK (v < 5) of table t; rows may break it",
                "v INT, CHECK (v < w)|UPDATE t SET v = 3|loss: CHECK v < w of table t; taken for no constraint",
                "v INT REFERENCES p (id)|UPDATE t SET v = 3|more: (v) of table t REFERENCES p; the row that is named",
                "v INT GENERATED ALWAYS AS (w + 1) STORED|SELECT v FROM t|loss: the database computes t.v",
                "v TIMESTAMP ON UPDATE CURRENT_TIMESTAMP|SELECT v FROM t|loss: the database computes t.v",
            })
    void aConstraintThatATransactionCanNoticeIsReported(String column, String sql, String what) {
        String ddl =
                "CREATE TABLE p (id INT PRIMARY KEY);\nCREATE TABLE t (id INT PRIMARY KEY, w INT, " + column + ");";
        Translation translation = translate(ddl, sql);

        assertThat(translation.diagnostics())
                .singleElement()
                .extracting(Diagnostic::text)
                .asString()
                .startsWith("tables.sql:2: " + what);
        assertThat(translation.isExact()).isEqualTo(what.startsWith("more"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "v INT NOT NULL",
                "v INT UNIQUE",
                "v INT CHECK (v > 2)",
                "v INT DEFAULT 3",
                "v VARCHAR(9) DEFAULT 'UNIQUE'",
                "v INT REFERENCES p (id)",
                "v INT, KEY of_v (v)",
            })
    void aConstraintOnWhatNobodyNamesCostsNothing(String column) {
        String ddl = "CREATE TABLE p (id INT PRIMARY KEY); CREATE TABLE t (id INT PRIMARY KEY, w INT, " + column + ");"
                + " CREATE INDEX i ON t (v);";

        assertThat(translate(ddl, "SELECT w FROM t WHERE id = 1").diagnostics()).isEmpty();
    }

    @Test
    void aConstraintThatTheKeyImpliesCostsNothing() {
        String ddl = "CREATE TABLE t (id INT PRIMARY KEY, v INT, UNIQUE (v, id), CONSTRAINT u UNIQUE (id));";

        assertThat(translate(ddl, "INSERT INTO t (id, v) VALUES (1, 2)").diagnostics())
                .isEmpty();
    }

    @Test
    void aConstraintOnSomeRowsOrExpressionsIsNotImpliedByTheKey() {
        String ddl = "CREATE TABLE t (id INT PRIMARY KEY, v INT); CREATE UNIQUE INDEX i ON t (v, (id % 2));";

        assertThat(translate(ddl, "INSERT INTO t (id, v) VALUES (1, 2)").isExact())
                .isFalse();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "''|DELETE FROM p|INSERT INTO t (id, v) VALUES (1, 2)|loss: (v) of table t REFERENCES p; taken for no",
                "''|INSERT INTO p (id) VALUES (3)|UPDATE t SET v = 3|loss: (v) of table t REFERENCES p; taken for no",
                "' ON DELETE CASCADE'|DELETE FROM p|SELECT v FROM t|"
                        + "loss: (v) of table t REFERENCES p ON DELETE CASCADE; table t is left as it is",
                "' ON DELETE SET NULL'|DELETE FROM p|SELECT v FROM t|"
                        + "loss: (v) of table t REFERENCES p ON DELETE SET NULL; table t is left as it is",
                "''|SELECT id FROM p|SELECT v FROM t|more: (v) of table t REFERENCES p; the row",
            })
    void aForeignKeyIsALossWhereBothTablesChange(String action, String first, String second, String what) {
        String ddl = "CREATE TABLE p (id INT PRIMARY KEY);\nCREATE TABLE t (id INT PRIMARY KEY, v INT,"
                + " FOREIGN KEY (v) REFERENCES p (id)" + action + ");";

        assertThat(translate(ddl, first, second).diagnostics())
                .singleElement()
                .extracting(Diagnostic::text)
                .asString()
                .startsWith("tables.sql:2: " + what);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "CREATE UNIQUE INDEX i ON t (v)|loss: UNIQUE (v) of table t",
                "CREATE UNIQUE INDEX i ON t (LOWER(v))|loss: UNIQUE (v) of table t",
                "ALTER TABLE t ADD CONSTRAINT u UNIQUE (v)|loss: UNIQUE (v) of table t",
                "ALTER TABLE t ADD COLUMN x INT|loss: tables are not altered",
                "CREATE TRIGGER x AFTER INSERT ON t EXECUTE FUNCTION f()|loss: a trigger or rule",
                "CREATE OR REPLACE RULE x AS ON INSERT TO t DO NOTHING|loss: a trigger or rule",
            })
    void whatIsAddedToATableIsReported(String addition, String what) {
        String ddl = "CREATE TABLE t (id INT PRIMARY KEY, v INT);\n" + addition + ";";

        assertThat(translate(ddl, "INSERT INTO t (id, v) VALUES (1, 2)").diagnostics())
                .singleElement()
                .extracting(Diagnostic::text)
                .asString()
                .startsWith("tables.sql:2: " + what);
    }

    @Test
    void aTriggerInTheSourcesIsReportedWithItsLine() throws IOException {
        Path file = Files.writeString(folder.resolve("Bank.java"), """
                class Bank {
                    static final String TABLE = "CREATE TABLE t (id INT PRIMARY KEY, v INT)";
                    static final String TRIGGER = "CREATE TRIGGER x AFTER INSERT ON t EXECUTE FUNCTION f()";
                    public void pay(java.sql.Connection c) throws Exception { c.setAutoCommit(false);
                        c.createStatement().execute("UPDATE t SET v = 1");
                    }
                }
                """);

        assertThat(JavaSources.translate(SourceOptions.of(file, 1)).diagnostics())
                .singleElement()
                .extracting(Diagnostic::text)
                .isEqualTo("Bank.java:3: loss: a trigger or rule; what it does is left out");
    }

    /** Database dumps add keys by ALTER TABLE. */
    @Test
    void aKeyThatIsAddedIsTheKey() {
        Translation translation = translate(
                "CREATE TABLE t (id INT NOT NULL, v INT); ALTER TABLE ONLY public.t ADD CONSTRAINT k PRIMARY KEY (id);",
                "INSERT INTO t (id, v) VALUES (1, 2)");

        assertThat(translation.diagnostics()).isEmpty();
        assertThat(translation.program().tables().getFirst().key()).containsExactly("id");
    }

    @Test
    void aColumnThatIsLeftOutHasItsDefault() {
        String ddl = "CREATE TABLE t (id INT PRIMARY KEY, v INT DEFAULT 3, w INT, at TIMESTAMP DEFAULT now());";
        String insert = "INSERT INTO t (id) VALUES (1)";
        Translation read = translate(ddl, insert, "SELECT v, w, at FROM t");

        assertThat(ProgramPrinter.print(read.program())).contains("i1: INSERT INTO t id = 1, v = 3, at = any(at-1)");
        assertThat(read.diagnostics())
                .extracting(Diagnostic::text)
                .containsExactly(
                        "Bank.java:3: loss: t.at is not given a value; the default now() is taken for any number",
                        "Bank.java:3: loss: t.w is not given a value; NULL is taken for 0");
        assertThat(translate(ddl, insert, "SELECT v FROM t").diagnostics()).isEmpty();
        assertThat(translate(ddl, "INSERT INTO t (id, v) VALUES (1, DEFAULT)", "SELECT v FROM t")
                        .diagnostics())
                .isEmpty();
    }

    @Test
    void twoDefinitionsOfATableAreRefusedStill() {
        assertThatThrownBy(() -> translate("CREATE TABLE t (id INT); CREATE TABLE t (v INT);", "SELECT id FROM t"))
                .isInstanceOf(SourceException.class)
                .hasMessageContaining("table t is defined twice, differently");
    }
}
