package moirai.sources;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import moirai.directed.program.ProgramPrinter;
import moirai.sources.diagnostic.Diagnostic;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Maps that keep prepared statements by their texts, and ways of code that meet again. */
class StatementCachesTest {

    private static final String CACHED = """
            import java.sql.*; import java.util.*;
            public final class Load {
                static final String TABLES = "CREATE TABLE t (id INT PRIMARY KEY, v INT NOT NULL);"
                    + "CREATE TABLE u (id INT PRIMARY KEY, v INT NOT NULL)";
                private final Map<String, PreparedStatement> statements = new HashMap<>();
                private final Connection connection;
                Load(Connection connection) { this.connection = connection; }
                public void load(int n) throws SQLException {
                    connection.setAutoCommit(false);
                    insert("INSERT INTO t VALUES (?, ?)", 1, n);
                    insert("INSERT INTO u VALUES (?, ?)", 1, n);
                    insert("INSERT INTO t VALUES (?, ?)", 2, n);
                    connection.commit();
                }
                private void insert(String sql, Object... values) throws SQLException {
                    PreparedStatement statement = statements.get(sql);
                    if (statement == null) {
                        statement = connection.prepareStatement(sql);
                        statements.put(sql, statement);
                    }
                    for (int i = 0; i < values.length; i++) { statement.setObject(i + 1, values[i]); }
                    statement.executeUpdate();
                }
                void close() throws SQLException { for (var each : statements.values()) { each.close(); } }
            }
            """;

    @TempDir
    Path folder;

    private Translation translate(String source) throws IOException {
        return JavaSources.translate(SourceOptions.of(Files.writeString(folder.resolve("Load.java"), source), 2));
    }

    @Test
    void aStatementThatIsKeptIsTheOneOfItsText() throws IOException {
        Translation translation = translate(CACHED);

        assertThat(translation.isExact())
                .as(translation.diagnostics().toString())
                .isTrue();
        assertThat(ProgramPrinter.print(translation.program())).contains("""
                  i1: INSERT INTO t id = 1, v = :n
                  i2: INSERT INTO u id = 1, v = :n
                  i3: INSERT INTO t id = 2, v = :n
                """);
    }

    /** Each of them may hold another statement than a new one of the text, or is not the object's alone. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "statements.put(sql, -> statements.put(\"a\", ",
                "private final Map -> final Map",
                "private final Connection -> private Connection",
                "new HashMap<>() -> given()",
                "if (statement == null) { -> if (statement == null) { sql = \"DELETE FROM t\";",
                "each.close() -> each.addBatch()",
                "each.close() -> each.executeUpdate()",
                "each.close() -> each.close(); statements.putAll(null)",
                "each.close() -> each.close(); lend(statements)",
                "connection.prepareStatement(sql) -> connection.prepareStatement(\"DELETE FROM t\")",
            })
    void aMapThatMayHoldOthersIsNotKnown(String change) throws IOException {
        String[] parts = change.split(" -> ", 2);

        Translation translation = translate(CACHED.replace(parts[0], parts[1]));

        assertThat(translation.diagnostics()).anyMatch(Diagnostic::isLoss);
    }

    /** Otherwise the conditions of statements after some dozen of calls are a thousand times as long. */
    @Test
    void statementsAfterWaysThatMeetAgainAreUnconditional() throws IOException {
        Translation translation = translate("""
                import java.sql.*;
                public final class Ways {
                    static final String TABLES = "CREATE TABLE t (id INT PRIMARY KEY, v INT NOT NULL)";
                    public void run(Connection c, int n, int m) throws SQLException {
                        c.setAutoCommit(false);
                        var update = c.prepareStatement("UPDATE t SET v = ? WHERE id = ?");
                        update.setInt(1, n);
                        if (n > 2 && m > 3 || n == 0 && m == 5) { update.setInt(2, 1); } else { update.setInt(2, 2); }
                        if (n > 3 || m > 4) { update.setInt(1, m); }
                        c.createStatement().executeUpdate("DELETE FROM t");
                    }
                }
                """);

        assertThat(ProgramPrinter.print(translation.program()).lines()).contains("  d1: DELETE FROM t");
    }
}
