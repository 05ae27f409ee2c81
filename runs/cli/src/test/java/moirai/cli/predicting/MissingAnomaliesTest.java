package moirai.cli.predicting;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import moirai.cli.Cli;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Programs of which PostgreSQL showed an anomaly, and {@code schedule analyze} none: all executions with one need more
 * rows, or larger numbers, than there were at first.
 */
class MissingAnomaliesTest {

    private static final String CLASS = """
            import java.sql.*;
            public final class Bank {
                static final String ACC = "CREATE TABLE acc (id INT PRIMARY KEY, bal INT NOT NULL)";
                static final String LOG = "CREATE TABLE log (id INT PRIMARY KEY, n INT)";
                private int read(Connection c, int id) throws SQLException {
                    PreparedStatement s = c.prepareStatement("SELECT bal FROM acc WHERE id = ?");
                    s.setInt(1, id);
                    ResultSet r = s.executeQuery();
                    return r.next() ? r.getInt(1) : 0;
                }
                private void add(Connection c, int id, int amount) throws SQLException {
                    PreparedStatement s = c.prepareStatement("UPDATE acc SET bal = bal + ? WHERE id = ?");
                    s.setInt(1, amount);
                    s.setInt(2, id);
                    s.executeUpdate();
                }
                private boolean isTaken(Connection c, int n) throws SQLException {
                    PreparedStatement s = c.prepareStatement("SELECT 1 FROM log WHERE n = ?");
                    s.setInt(1, n);
                    return s.executeQuery().next();
                }
                private void log(Connection c, int id, int n) throws SQLException {
                    PreparedStatement s = c.prepareStatement("INSERT INTO log (id, n) VALUES (?, ?)");
                    s.setInt(1, id);
                    s.setInt(2, n);
                    s.executeUpdate();
                }
                public void run(Connection c, int id, int other, int amount) throws SQLException {
                    c.setAutoCommit(false);
                    BODY
                    c.commit();
                }
            }
            """;

    @TempDir
    private Path folder;

    private Cli.Ended analyze(String body, String... options) throws IOException {
        Path file = Files.writeString(folder.resolve("Bank.java"), CLASS.replace("BODY", body));
        var all = new ArrayList<>(List.of(
                "schedule",
                "analyze",
                file.toString(),
                "--store",
                folder.resolve("store").toString()));
        all.addAll(List.of(options));
        return Cli.plain().run(all.toArray(String[]::new));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "postgres-rc | int b = read(c, id); if (b > 2) { add(c, id, b); }",
                "postgres-rr | if (isTaken(c, id)) { return; } log(c, amount, id); log(c, id + 10, other);",
            })
    void boundsAreRaisedUntilCallsMeet(String level, String body) throws IOException {
        Cli.Ended ended = analyze(body, "--level", level);

        assertThat(ended.code()).as(ended.out()).isEqualTo(1);
    }

    @Test
    void namedBoundsStay() throws IOException {
        Cli.Ended ended =
                analyze("int b = read(c, id); if (b > 2) { add(c, id, b); }", "--level", "postgres-rc", "--bits", "3");

        assertThat(ended.code()).as(ended.out()).isZero();
        assertThat(ended.out()).contains("numbers from 0 to 7");
    }
}
