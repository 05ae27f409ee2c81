package moirai.cli.predicting;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import moirai.cli.Cli;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The two locks that people try first, each beside the program that forgets it. */
class LocksTest {

    private static final String CLASS = """
            import java.sql.*;
            public final class Bank {
                static final String ACC =
                    "CREATE TABLE acc (id INT PRIMARY KEY, bal INT NOT NULL, version INT NOT NULL)";
                static final String JOB = "CREATE TABLE job (id INT PRIMARY KEY, state INT NOT NULL)";
                static final String NAME = "CREATE TABLE taken (id INT PRIMARY KEY, name INT NOT NULL UNIQUE)";
                private int bal;
                private int version;
                void read(Connection c, int id) throws SQLException {
                    PreparedStatement s = c.prepareStatement("SELECT bal, version FROM acc WHERE id = ?");
                    s.setInt(1, id);
                    ResultSet r = s.executeQuery();
                    if (!r.next()) { throw new SQLException("none"); }
                    bal = r.getInt(1);
                    version = r.getInt(2);
                }
                void lock(Connection c, int id) throws SQLException {
                    PreparedStatement s = c.prepareStatement("SELECT bal FROM acc WHERE id = ? FOR UPDATE");
                    s.setInt(1, id);
                    ResultSet r = s.executeQuery();
                    if (!r.next()) { throw new SQLException("none"); }
                    bal = r.getInt(1);
                }
                void lockVersion(Connection c, int id) throws SQLException {
                    PreparedStatement s = c.prepareStatement("SELECT version FROM acc WHERE id = ? FOR UPDATE");
                    s.setInt(1, id);
                    ResultSet r = s.executeQuery();
                    if (!r.next()) { throw new SQLException("none"); }
                    version = r.getInt(1);
                }
                void write(Connection c, int id, int value) throws SQLException {
                    PreparedStatement s = c.prepareStatement("UPDATE acc SET bal = ? WHERE id = ?");
                    s.setInt(1, value);
                    s.setInt(2, id);
                    s.executeUpdate();
                }
                void lockIfFree(Connection c, int id) throws SQLException {
                    PreparedStatement s = c.prepareStatement(
                        "SELECT bal FROM acc WHERE id = ? FOR UPDATE SKIP LOCKED");
                    s.setInt(1, id);
                    ResultSet r = s.executeQuery();
                    bal = r.next() ? r.getInt(1) : 0;
                }
                int writeNext(Connection c, int id, int value) throws SQLException {
                    PreparedStatement s = c.prepareStatement(
                        "UPDATE acc SET bal = ?, version = ? WHERE id = ? AND version = ?");
                    s.setInt(1, value);
                    s.setInt(2, version + 1);
                    s.setInt(3, id);
                    s.setInt(4, version);
                    return s.executeUpdate();
                }
                int writeAnyway(Connection c, int id, int value) throws SQLException {
                    PreparedStatement s = c.prepareStatement(
                        "UPDATE acc SET bal = ?, version = version + 1 WHERE id = ?");
                    s.setInt(1, value);
                    s.setInt(2, id);
                    return s.executeUpdate();
                }
                int next(Connection c, String lock) throws SQLException {
                    PreparedStatement s = c.prepareStatement(
                        "SELECT id FROM job WHERE state = 0 ORDER BY id LIMIT 1" + lock);
                    ResultSet r = s.executeQuery();
                    return r.next() ? r.getInt(1) : 0;
                }
                void take(Connection c, int id) throws SQLException {
                    PreparedStatement s = c.prepareStatement("UPDATE job SET state = 1 WHERE id = ?");
                    s.setInt(1, id);
                    s.executeUpdate();
                }
                void requireNone(Connection c, String column, int value) throws SQLException {
                    PreparedStatement s = c.prepareStatement("SELECT 1 FROM taken WHERE " + column + " = ?");
                    s.setInt(1, value);
                    if (s.executeQuery().next()) { throw new SQLException("taken"); }
                }
                void insert(Connection c, int id, int name) throws SQLException {
                    PreparedStatement s = c.prepareStatement("INSERT INTO taken (id, name) VALUES (?, ?)");
                    s.setInt(1, id);
                    s.setInt(2, name);
                    s.executeUpdate();
                }
                void update(Connection c, String change) throws SQLException {
                    PreparedStatement s = c.prepareStatement("UPDATE acc SET " + change);
                    s.executeUpdate();
                }
                public void flip(Connection c) throws SQLException {
                    c.setAutoCommit(false);
                    update(c, "version = 0 WHERE id = 1");
                    update(c, "version = 1 WHERE id = 2");
                    c.commit();
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

    private Cli.Ended prove(String body, String level) throws IOException {
        Path file = Files.writeString(folder.resolve("Bank.java"), CLASS.replace("BODY", body));
        return Cli.plain().run("schedule", "prove", file.toString(), "--txn", "Bank.run", "--level", level);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "0 | lock(c, id); write(c, id, bal + amount);",
                "1 | read(c, id); write(c, id, bal + amount);",
                "0 | read(c, id); if (writeNext(c, id, bal + amount) == 0) { throw new SQLException(); }",
                "0 | read(c, id); if (writeNext(c, id, bal + amount) != 1) { c.rollback(); return; }",
                "1 | read(c, id); if (writeAnyway(c, id, bal + amount) == 0) { throw new SQLException(); }",
                "0 | int j = next(c, \" FOR UPDATE SKIP LOCKED\"); if (j == 0) { return; } take(c, j);",
                "1 | int j = next(c, \"\"); if (j == 0) { return; } take(c, j);",
                "0 | lock(c, id); write(c, other, bal + amount);",
                "1 | lock(c, id); int b = bal; read(c, other); write(c, id, b + bal);",
                "0 | lock(c, id); write(c, id, bal + 1); lock(c, other); write(c, other, bal + amount);",
            })
    void aLockIsProvenSafeAndItsAbsenceIsRefuted(int code, String body) throws IOException {
        Cli.Ended ended = prove(body, "RC");

        assertThat(ended.code()).as(ended.out() + ended.err()).isEqualTo(code);
    }

    /** Found by random programs on PostgreSQL: a row that is locked is taken for one that does not exist. */
    @Test
    void aRowThatIsSkippedThoughItWasNamedIsNotProvenSafe() throws IOException {
        assertThat(prove("lockIfFree(c, id);", "postgres-ser").code()).isEqualTo(2);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "RC          | 1 | requireNone(c, \"id\", id); insert(c, id, amount);",
                "postgres-rc | 0 | requireNone(c, \"id\", id); insert(c, id, amount);",
                "mysql-rr    | 0 | requireNone(c, \"id\", id); insert(c, id, amount);",
                "RC          | 1 | requireNone(c, \"name\", id); insert(c, amount, id);",
                "postgres-rc | 0 | requireNone(c, \"name\", id); insert(c, amount, id);",
                "postgres-rc | 1 | requireNone(c, \"name\", id); insert(c, amount, other);",
                "mysql-rr    | 0 | requireNone(c, \"name\", id); insert(c, amount, id);",
                "postgres-rr | 0 | requireNone(c, \"name\", id); insert(c, amount, id);",
                "postgres-rr | 0 | read(c, id); write(c, id, bal + amount);",
                "mysql-rr    | 1 | read(c, id); write(c, id, bal + amount);",
                "postgres-rr | 1 | lock(c, 0); read(c, id); int b = bal; read(c, other); write(c, id, b + bal);",
                "postgres-rc | 0 | lock(c, 0); read(c, id); int b = bal; read(c, other); write(c, id, b + bal);",
                "mysql-rr    | 0 | lock(c, 0); read(c, id); int b = bal; read(c, other); write(c, id, b + bal);",
                "mysql-rr    | 1 | read(c, 1); lock(c, 0); read(c, id); int b = bal; read(c, other); write(c, id, b);",
                "postgres-ser| 0 | read(c, id); int b = bal; read(c, other); write(c, id, b + bal);",
            })
    void aProductLocksRowsAndChecksKeys(String level, int code, String body) throws IOException {
        Cli.Ended ended = prove(body, level);

        assertThat(ended.code()).as(ended.out() + ended.err()).isEqualTo(code);
    }

    /** The call that throws leaves and returns nothing, unless the exception or a handler tells what it read. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "0 | if (version != v) { throw new SQLException(\"changed\"); } writeAnyway(c, id, b + amount);",
                "1 | if (version != v) { throw new SQLException(\"now \" + version); } writeAnyway(c, id, b + amount);",
                "1 | if (version != v) { c.rollback(); return; } writeAnyway(c, id, b + amount);",
                "1 | writeAnyway(c, id, b + amount);",
            })
    void aVersionThatIsCheckedUnderALockIsProvenSafe(int code, String body) throws IOException {
        Cli.Ended ended =
                prove("read(c, id); int v = version; int b = bal; lockVersion(c, id); " + body, "postgres-rc");

        assertThat(ended.code()).as(ended.out() + ended.err()).isEqualTo(code);
    }

    @Test
    void readCommittedOfAProductTakesTheRowsOfAStatementOneByOne() throws IOException {
        Path file = Files.writeString(
                folder.resolve("Bank.java"), CLASS.replace("BODY", "update(c, \"bal = bal + 1 WHERE version = 1\");"));
        String[] both = {file.toString(), "--txn", "Bank.run", "--txn", "Bank.flip", "--store", folder.toString()};

        assertThat(schedule("prove", both, "postgres-rr").code()).isZero();
        Cli.Ended proof = schedule("prove", both, "postgres-rc");
        assertThat(proof.code()).isEqualTo(1);
        assertThat(proof.out()).contains(".u1(choice) does not see ").contains(".u1(id=1)");
        Cli.Ended analysis = schedule("analyze", both, "postgres-rc");
        assertThat(analysis.code()).isEqualTo(1);
        assertThat(analysis.out()).contains("if a statement takes its rows one by one");
    }

    private static Cli.Ended schedule(String command, String[] arguments, String level) {
        int count = command.equals("prove") ? arguments.length - 2 : arguments.length;
        return Cli.plain()
                .run(Stream.of(
                                Stream.of("schedule", command),
                                Stream.of(arguments).limit(count),
                                Stream.of("--level", level))
                        .flatMap(part -> part)
                        .toArray(String[]::new));
    }

    @Test
    void theRowToLockIsNamedWithTheAnomaliesThatItRemoves() throws IOException {
        Path file = Files.writeString(
                folder.resolve("Bank.java"), CLASS.replace("BODY", "read(c, id); write(c, id, bal + amount);"));
        String[] run = {file.toString(), "--txn", "Bank.run", "--locks", "--store", folder.toString()};
        Cli.Ended ended = schedule("analyze", run, "RC");

        assertThat(ended.out())
                .contains("Lock these rows (SELECT … FOR UPDATE):\n  Bank.java:")
                .contains(" bank.q1: SELECT bal, version FROM acc WHERE id = :id\n    removes 1, 2\n")
                .endsWith("With these locks the transactions are proven serializable, within the bounds.\n");
    }

    @Test
    void aLockOfARowThatNobodyWritesExcludesNoSnapshots() throws IOException {
        String skew = "lock(c, 0); read(c, id); int left = bal; read(c, other);"
                + " if (left + bal > 1) { write(c, id, 0); }";

        assertThat(prove(skew, "RC").code()).isZero();
        assertThat(prove(skew, "SI").code()).isEqualTo(1);
    }
}
