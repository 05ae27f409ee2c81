package moirai.sources;

import static java.util.Objects.requireNonNullElse;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import moirai.directed.program.ProgramPrinter;
import moirai.sources.diagnostic.Diagnostic;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Losses are reported with their lines, and sources that cannot be analysed are refused. The body of the method is on
 * line 3.
 */
class DiagnosticsTest {

    @TempDir
    Path folder;

    private Translation translate(String body) {
        String source = "class Bank { static final String DDL = \"CREATE TABLE a (id INT PRIMARY KEY, v INT NOT NULL, "
                + "w INT)\"; javax.sql.DataSource pool;\n"
                + "public void pay(java.sql.Connection c, int id, String name) throws Exception {"
                + " c.setAutoCommit(false);\n"
                + body + "\n}}\n";
        try {
            Path file = Files.writeString(folder.resolve("Bank.java"), source);
            return JavaSources.translate(SourceOptions.of(file, 2));
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    private static String program(Translation translation) {
        return ProgramPrinter.print(translation.program())
                .lines()
                .filter(line -> line.startsWith("  "))
                .map(String::strip)
                .collect(Collectors.joining(" / "));
    }

    /** A sum is exact in tables of two rows, and not in larger ones. */
    @Test
    void aSumIsOneUpToTwoRows() {
        Translation sum = translate("var rows = c.prepareStatement(\"SELECT SUM(v) FROM a\").executeQuery();"
                + " rows.next(); var change = c.prepareStatement(\"UPDATE a SET v = ? WHERE id = 1\");"
                + " change.setInt(1, rows.getInt(1)); change.executeUpdate();");

        assertThat(sum.diagnostics()).isNotEmpty();
        assertThat(sum.forRows(2).isExact()).isTrue();
        assertThat(sum.forRows(3).isExact()).isFalse();
    }

    /** What keeps threads apart promises nothing to a second process of the application, and is no loss. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "synchronized (this) { RUN }",
                "var lock = new java.util.concurrent.locks.ReentrantLock(); lock.lock(); RUN lock.unlock();",
                "var lock = new java.util.concurrent.locks.StampedLock(); long at = lock.writeLock(); RUN",
                "var both = new java.util.concurrent.locks.ReentrantReadWriteLock(); both.writeLock().lock(); RUN",
                "var some = new java.util.concurrent.Semaphore(1); some.acquire(); RUN some.release();",
            })
    void aLockOfTheProcessIsSaidToBeLeftOut(String body) {
        Translation translation =
                translate(body.replace("RUN", "c.createStatement().execute(\"UPDATE a SET v = v + 1 WHERE id = 1\");"));

        assertThat(translation.diagnostics().stream().map(Diagnostic::text))
                .allMatch(text -> text.contains("keeps apart the threads of one process alone"))
                .isNotEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "\"SELECT v FROM \" + name|Bank.java:3: error: the name of a table or column",
                "\"SELECT v FROM a WHERE \" + name + \" = 1\"|Bank.java:3: error: the name of a column in",
                "\"SELECT \" + name + \" FROM a\"|Bank.java:3: error: the name of a column that is selected",
                "\"SELECT x FROM a\"|Bank.java:3: error: there is no column x",
                "\"SELECT v FROM b\"|Bank.java:3: error: there is no definition of table b; expected one of [a]",
                "name|Bank.java:3: error: the SQL is not known here; expected a text",
                "\"SELEC v FROM a\"|Bank.java:3: error: the SQL cannot be read",
                "\"SELECT v FROM a WHERE id = ?\"|Bank.java:3: error: parameter 1 of the statement is not bound",
            })
    void aStatementThatIsNotKnownIsRefusedWithItsLine(String sql, String message) {
        assertThatThrownBy(() -> translate("c.prepareStatement(" + sql + ").executeQuery();"))
                .isInstanceOf(SourceException.class)
                .hasMessageStartingWith(message);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "SELECT v FROM a FOR UPDATE|the rows are locked",
                "SELECT DISTINCT v FROM a|DISTINCT rows",
                "SELECT v FROM a ORDER BY v|rows are ordered by",
                "SELECT v FROM a LIMIT 5|the number of rows is limited",
                "SELECT v FROM a WHERE w LIKE 'x%'|the condition w LIKE 'x%' has no counterpart",
                "SELECT v FROM a WHERE w = ABS(v)|the expression ABS(v) has no counterpart",
                "SELECT v FROM a WHERE w IS NULL|there is no NULL",
                "SELECT v FROM a WHERE w <> 3|column w may be NULL, of which w <> 3 does not hold; taken for 0",
                "SELECT v FROM a WHERE NOT (w < 3)|column w may be NULL",
                "DELETE FROM a WHERE w NOT IN (1, 2)|column w may be NULL",
                "UPDATE a SET v = 1 WHERE w NOT BETWEEN 1 AND 2|column w may be NULL",
                "SELECT v FROM a WHERE w = w|column w may be NULL, of which w = w does not hold",
                "SELECT v FROM a WHERE w + 1 > w|column w may be NULL",
                "SELECT v FROM a WHERE w > 3 OR w <= 3|column w may be NULL",
                "SELECT v FROM a WHERE v = 1 AND (w BETWEEN 1 AND 3 OR w > 3)|column w may be NULL",
                "UPDATE a SET id = 3|the key a.id is changed",
                "TRUNCATE TABLE a|neither a plain SELECT",
            })
    void aLossIsReported(String sql, String what) {
        Translation translation = translate(
                "c.createStatement().execute(\"SELECT v FROM a\");c.createStatement().execute(\"" + sql + "\");");

        assertThat(translation.isExact()).isFalse();
        assertThat(translation.diagnostics())
                .singleElement()
                .matches(diagnostic -> diagnostic.kind() == Diagnostic.Kind.LOSS)
                .extracting(Diagnostic::text)
                .asString()
                .startsWith("Bank.java:3: loss: ")
                .contains(what);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "SELECT MAX(v) FROM a|q1: SELECT v FROM a ORDER BY v DESC LIMIT 1",
                "SELECT w FROM a WHERE id BETWEEN 1 AND 3|q1: SELECT w FROM a WHERE id >= 1 AND id <= 3",
                "SELECT w FROM a WHERE id IN (1, 2) OR v <> 0|"
                        + "q1: SELECT w FROM a WHERE (id = 1 OR id = 2) OR v <> 0",
                "SELECT w FROM a WHERE id <> 1 AND w = 2|q1: SELECT w FROM a WHERE id <> 1 AND w = 2",
                "SELECT w FROM a ORDER BY v LIMIT 1|q1: SELECT w FROM a ORDER BY v LIMIT 1",
                "UPDATE a SET v = v + 1 WHERE id = 2|u1: UPDATE a SET v = v + 1 WHERE id = 2 ATOMICALLY",
                "INSERT INTO a (id, v) VALUES (1, 2), (3, 4)|"
                        + "i1: INSERT INTO a id = 1, v = 2 / i2: INSERT INTO a id = 3, v = 4",
                "DELETE FROM a WHERE v < 2|d1: DELETE FROM a WHERE v < 2",
            })
    void whatHasACounterpartIsTakenOverExactly(String sql, String expected) {
        Translation translation = translate("c.createStatement().execute(\"" + sql + "\");");

        assertThat(translation.diagnostics()).isEmpty();
        assertThat(program(translation)).isEqualTo(expected);
    }

    @Test
    void aValueInTheTextIsAHoleAndAnEarlyReturnGuardsTheRest() {
        Translation translation = translate("""
                var rows = c.createStatement().executeQuery("SELECT v FROM a WHERE w = '" + name + "'");
                if (!rows.next()) return;
                int v = rows.getInt(1);
                var u = c.prepareStatement("UPDATE a SET v = ? WHERE id = ?");
                u.setInt(1, v > 2 ? 0 : v);
                u.setInt(2, id);
                u.executeUpdate();""");

        assertThat(translation.diagnostics()).isEmpty();
        assertThat(program(translation))
                .isEqualTo("q1: SELECT v FROM a WHERE w = :name"
                        + " / u1: UPDATE a SET v = 0 WHERE id = :id  IF count(q1) > 0 AND q1.v > 2"
                        + " / u2: UPDATE a SET v = q1.v WHERE id = :id  IF count(q1) > 0 AND q1.v <= 2");
    }

    @Test
    void aCallThatIsGivenTheConnectionAndIsNotInTheSourcesIsReported() {
        Translation translation = translate("c.createStatement().execute(\"SELECT v FROM a\"); Audit.write(c, id);");

        assertThat(translation.diagnostics().stream().map(Diagnostic::text))
                .containsExactly("Bank.java:3: loss: Audit.write is not in the sources and is given the connection;"
                        + " taken for no statement");
    }

    /** The statements do not show these constraints, and a proof may be wrong about each. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "new Audit(c).write(id);|new Audit is not in the sources and is given the connection",
                "Runner.run(() -> touch(c));|Runner.run is not in the sources and is given statements to run",
                "new Thread(this::touch).start();|new Thread is not in the sources and is given statements to run",
                "c.setTransactionIsolation(1);|the isolation level is set",
                "c.setAutoCommit(true); touch(c);|a statement that commits by itself",
                "c.setAutoCommit(id > 1); touch(c);|a statement that commits by itself",
                "c = DriverManager.getConnection(name); touch(c);|a statement that commits by itself",
                "c = pool.getConnection(); touch(c);|a statement that commits by itself",
                "c = pool.getConnection(); if (id > 1) c.setAutoCommit(false); touch(c);|a statement that commits by",
            })
    void whatAProofCannotSeeIsReported(String before, String what) {
        Translation translation = translate(before
                + " c.createStatement().execute(\"SELECT v FROM a\"); c.commit(); }"
                + " private void touch(java.sql.Connection c) throws Exception {"
                + " c.createStatement().execute(\"DELETE FROM a\");");

        assertThat(translation.isExact()).isFalse();
        assertThat(translation.diagnostics().stream().map(Diagnostic::text))
                .singleElement()
                .asString()
                .startsWith("Bank.java:3: loss: " + what);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "c.setAutoCommit(true);",
                "c = DriverManager.getConnection(name);",
                "c = pool.getConnection(); c.setAutoCommit(false); c.createStatement().execute(\"DELETE FROM a\");",
            })
    void aStatementAloneIsOneTransactionAndSoAreSeveralWithoutAutoCommit(String before) {
        Translation translation = translate(before + " c.createStatement().execute(\"SELECT v FROM a\"); c.commit();");

        assertThat(translation.diagnostics()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "c = pool.getConnection(); c.setAutoCommit(false);|more: pay does not commit what it writes on the",
                "c = DriverManager.getConnection(name); c.setAutoCommit(false);|more: pay does not commit what",
                "c = pool.getConnection(); c.setAutoCommit(false); if (id > 1) { c.commit(); return; }|",
                "c = pool.getConnection();|",
                "|",
                "synchronized (name) {} |",
                "synchronized (name) { c.createStatement().execute(\"SELECT v FROM a\"); }|assumed: synchronized keeps",
            })
    void whatOnlyOtherDriversOrProcessesDoIsSaid(String before, String what) {
        Translation translation =
                translate(requireNonNullElse(before, "") + " c.createStatement().execute(\"DELETE FROM a\");");

        assertThat(translation.isExact()).isTrue();
        assertThat(translation.diagnostics().stream().map(Diagnostic::text).collect(Collectors.joining()))
                .startsWith(what == null ? "" : "Bank.java:" + (what.startsWith("more") ? 2 : 3) + ": " + what)
                .matches(text -> what != null || text.isEmpty());
    }

    @Test
    void autoCommitThatIsSwitchedBackInTheEndLosesNothing() {
        Translation translation =
                translate("c.setAutoCommit(false); try { c.createStatement().execute(\"SELECT v FROM a\");"
                        + " c.commit(); } finally { c.setAutoCommit(true); }");

        assertThat(translation.diagnostics()).isEmpty();
    }

    @Test
    void sourcesWithoutTablesTransactionsOrSyntaxAreRefused() throws IOException {
        Path file = Files.writeString(folder.resolve("Empty.java"), "class Empty {}");
        Path broken = Files.writeString(folder.resolve("Broken.java"), "class {\n");

        assertThatThrownBy(() -> JavaSources.translate(SourceOptions.of(file, 1)))
                .hasMessageContaining("no CREATE TABLE in")
                .hasMessageContaining("--ddl");
        assertThatThrownBy(() -> JavaSources.translate(SourceOptions.of(broken, 1)))
                .isInstanceOf(SourceException.class)
                .hasMessage("Broken.java:1: error: found \"{\"; expected Java that compiles");
        assertThatThrownBy(() -> translate("int nothing = 0;")).hasMessageContaining("no transaction in");
        assertThatThrownBy(() -> JavaSources.translate(
                        new SourceOptions(List.of(folder.resolve("none")), List.of(), List.of(), 1)))
                .hasMessageContaining("no file or folder");
    }
}
