package moirai.cli.predicting;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import moirai.cli.Cli;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Lost updates behind methods that override others, close(), finally, names with scopes, and files of SQL. */
class ProofsOfClassesTest {

    private static final String CLASS = """
            import java.sql.*;
            public final class Bank {
                static class Job {
                    void execute(Bank b, Connection c, int id) throws SQLException { before(b, c, id); b.lock(c, id); }
                    void before(Bank b, Connection c, int id) throws SQLException {}
                }
                static final class Hasty extends Job {
                    @Override void before(Bank b, Connection c, int id) throws SQLException { b.lose(c, id); }
                }
                static final class Early extends Job {
                    Early(Bank b, Connection c, int id) throws SQLException { execute(b, c, id); }
                    @Override void before(Bank b, Connection c, int id) throws SQLException { b.lose(c, id); }
                }
                static final class Later implements AutoCloseable {
                    final Bank b;
                    final Connection c;
                    final int id;
                    Later(Bank b, Connection c, int id) { this.b = b; this.c = c; this.id = id; }
                    @Override public void close() throws SQLException { b.lose(c, id); }
                }
                static final class Tx implements AutoCloseable {
                    final Connection c;
                    Tx(Connection c) { this.c = c; }
                    @Override public void close() throws SQLException { c.commit(); }
                }
                static final class Two {
                    final int k;
                    Two(int n) { k = 0; }
                    Two(String text) { k = 5; }
                }
                private int n;
                void set() { n = 5; }
                private int read(Connection c, int id) throws SQLException {
                    PreparedStatement s = c.prepareStatement("SELECT bal FROM acc WHERE id = ?");
                    s.setInt(1, id);
                    ResultSet r = s.executeQuery();
                    if (!r.next()) { throw new SQLException("none"); }
                    return r.getInt(1);
                }
                private void write(Connection c, int id, int bal) throws SQLException {
                    PreparedStatement s = c.prepareStatement("UPDATE acc SET bal = ? WHERE id = ?");
                    s.setInt(1, bal);
                    s.setInt(2, id);
                    s.executeUpdate();
                }
                private void lock(Connection c, int id) throws SQLException {
                    PreparedStatement s = c.prepareStatement("SELECT bal FROM acc WHERE id = ? FOR UPDATE");
                    s.setInt(1, id);
                    s.executeQuery();
                }
                private void lose(Connection c, int id) throws SQLException { write(c, id, read(c, id) + 1); }
                private void writeOrThrow(Connection c, int id, int other) throws SQLException {
                    write(c, id, 1);
                    if (read(c, other) > 2) { throw new IllegalStateException(); }
                }
                private void end(Connection c) throws SQLException { c.commit(); }
                public void run(Connection c, int id, int other, int amount) throws SQLException {
                    c.setAutoCommit(false);
                    BODY
                }
            }
            """;

    private static final String TABLE = "CREATE TABLE acc (id INT PRIMARY KEY, bal INT NOT NULL, up INT NOT NULL);\n";

    @TempDir
    private Path folder;

    private int prove(String body, String level) throws IOException {
        Files.writeString(folder.resolve("Bank.java"), CLASS.replace("BODY", body));
        if (Files.notExists(folder.resolve("tables.sql"))) {
            Files.writeString(folder.resolve("tables.sql"), TABLE);
        }
        Cli.Ended ended =
                Cli.plain().run("schedule", "prove", folder.toString(), "--txn", "Bank.run", "--level", level);
        assertThat(ended.err()).isEmpty();
        return ended.code();
    }

    @Test
    void whatLocksFirstIsProven() throws IOException {
        assertThat(prove("lock(c, id); lose(c, id); c.commit();", "postgres-rc"))
                .isZero();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "Job job = new Hasty(); job.execute(this, c, id); c.commit();",
                "new Early(this, c, id); c.commit();",
                "lock(c, id); try (var later = new Later(this, c, other)) { n = 0; } c.commit();",
                "try { if (amount == 1) { return; } lock(c, id); } finally { lose(c, id); c.commit(); }",
                "for (int i = 0; i < 1; i++) { try { if (amount == 1) { break; } lock(c, id); }"
                        + " finally { lose(c, id); } } c.commit();",
                "try { if (amount == 1) { throw new IllegalStateException(); } lock(c, id); }"
                        + " finally { lose(c, id); c.commit(); }",
                "{ int n = 0; } if (!(n == 5)) { lock(c, id); } lose(c, id); c.commit();",
                "for (int n = 0; n < 1; n++) { amount = 0; } if (!(n == 5)) { lock(c, id); } lose(c, id); c.commit();",
                "Two two = new Two(\"a\"); if (!(two.k == 5)) { lock(c, id); } lose(c, id); c.commit();",
            })
    void noLostUpdateIsProven(String body) throws IOException {
        assertThat(prove(body, "postgres-rc")).isIn(1, 2);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "try (Tx tx = new Tx(c)) { writeOrThrow(c, id, other); }",
                "try { writeOrThrow(c, id, other); } finally { end(c); }",
                "try { writeOrThrow(c, id, other); } catch (IllegalStateException e) { throw e; }"
                        + " catch (Exception e) { c.rollback(); throw e; } finally { c.commit(); }",
                "try { writeOrThrow(c, id, other); } catch (Exception e)"
                        + " { if (amount == 1) { c.rollback(); } throw e; } finally { c.commit(); }",
            })
    void whatIsCommittedAfterAThrowIsNotTakenForRolledBack(String body) throws IOException {
        assertThat(prove(body, "SER")).isEqualTo(2);
    }

    /** An index that is dropped again prevents nothing, nor do files beside that of the tables go unread. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "V2.sql | CREATE TRIGGER later AFTER UPDATE ON acc FOR EACH ROW EXECUTE FUNCTION note();",
                "V2.sql | ALTER TABLE acc DROP CONSTRAINT once;",
                "tables.sql | CREATE UNIQUE INDEX once ON acc (up); DROP INDEX once;",
            })
    void filesThatChangeTablesAreRead(String file, String sql) throws IOException {
        Files.writeString(folder.resolve("tables.sql"), TABLE);
        Files.writeString(folder.resolve(file), file.equals("tables.sql") ? TABLE + sql : sql);

        assertThat(prove("lock(c, id); lose(c, id); c.commit();", "postgres-rc"))
                .isEqualTo(2);
    }
}
