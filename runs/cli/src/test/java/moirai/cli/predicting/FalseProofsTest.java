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

/**
 * Programs that lose an update where only what abstract programs lack leads: numbers and rows beyond the bounds, signs,
 * the order of texts, NULL, collections, casts, handlers. None of them is proven serializable.
 */
class FalseProofsTest {

    private static final String LOST_UPDATE = "int b = read(c, id); write(c, id, b + amount);";

    private static final String CLASS = """
            import java.sql.*;
            import java.util.*;
            public final class Bank {
                static final String ACC =
                    "CREATE TABLE acc (id INT PRIMARY KEY, bal INT NOT NULL, name VARCHAR(9), up INT)";
                static final String LOG = "CREATE TABLE log (id INT PRIMARY KEY, n INT NOT NULL)";
                enum Kind { A, B { @Override boolean isOn() { return true; } }; boolean isOn() { return false; } }
                static final class Box {
                    private int key;
                    Box(int key) { this.key = key; }
                    void put(int other) { this.key = other; }
                    int key() { return key; }
                }
                void fill(List<Integer> list, int id) { list.add(id); }
                void touch(Connection c) throws SQLException {
                    PreparedStatement s = c.prepareStatement("UPDATE log SET n = n + 1 WHERE id = 1");
                    s.executeUpdate();
                }
                void note(String text) {}
                void log(Connection c, int id) throws SQLException {
                    PreparedStatement s = c.prepareStatement("INSERT INTO log (id, n) VALUES (?, 1)");
                    s.setInt(1, id);
                    s.executeUpdate();
                }
                int number(Connection c, int id) throws SQLException {
                    PreparedStatement s = c.prepareStatement("SELECT n FROM log WHERE id = ?");
                    s.setInt(1, id);
                    ResultSet r = s.executeQuery();
                    return r.next() ? r.getInt(1) : 0;
                }
                int read(Connection c, int id) throws SQLException {
                    PreparedStatement s = c.prepareStatement("SELECT bal FROM acc WHERE id = ?");
                    s.setInt(1, id);
                    ResultSet r = s.executeQuery();
                    if (!r.next()) { throw new SQLException("none"); }
                    return r.getInt(1);
                }
                void lock(Connection c, int id) throws SQLException {
                    PreparedStatement s = c.prepareStatement("SELECT bal FROM acc WHERE id = ? FOR UPDATE");
                    s.setInt(1, id);
                    s.executeQuery();
                }
                void write(Connection c, int id, int bal) throws SQLException {
                    PreparedStatement s = c.prepareStatement("UPDATE acc SET bal = ? WHERE id = ?");
                    s.setInt(1, bal);
                    s.setInt(2, id);
                    s.executeUpdate();
                }
                public void run(Connection c, int id, int other, int amount, String text, Kind kind,
                        int x_size)
                        throws SQLException {
                    c.setAutoCommit(false);
                    number(c, id);
                    BODY
                    c.commit();
                }
            }
            """;

    @TempDir
    private Path folder;

    private Cli.Ended prove(String source, String level) throws IOException {
        Path file = Files.writeString(folder.resolve("Bank.java"), source);
        return Cli.plain().run("schedule", "prove", file.toString(), "--txn", "Bank.run", "--level", level);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "if (amount > 7) { LOSE }",
                "if (amount > 30 && amount < 40) { LOSE }",
                "if (0 > amount) { LOSE }",
                "if (amount < -3) { LOSE }",
                "int b = read(c, id); int d = b - amount; if (d < 0) { write(c, id, d); }",
                "if (amount + 1 < amount) { LOSE }",
                "if (amount != (byte) amount) { LOSE }",
                "if (amount % 10 == 9) { LOSE }",
                "if (amount > 0) { lock(c, id); } if (amount != 0) { LOSE }",
                "if (amount == 0) { return; } if (1 <= amount) { lock(c, id); } LOSE",
                "if (number(c, other) > 0) { lock(c, id); } if (number(c, other) != 0) { LOSE }",
                "if (amount != 0) { if (amount <= 0) { LOSE } }",
                "if (amount > 0) { return; } if (amount == 0) { return; } LOSE",
                "if (other + amount > other) { lock(c, id); } if (amount != 0) { LOSE }",
                "int d = other - amount; if (d < other) { lock(c, id); } if (amount != 0) { LOSE }",
                "if (amount > 0) { lock(c, id); } if (amount > other) { LOSE }",
                "if (other >= 1) { lock(c, id); } if (other > amount) { LOSE }",
                "if (amount < other) { if (other > 0) { lock(c, id); } LOSE }",
                "int v = read(c, other); if (v > 0) { lock(c, id); } if (amount < v) { LOSE }",
                "if (other > 1) { lock(c, id); } if (id > amount && other > id) { LOSE }",
                "if (other + amount > id) { lock(c, id); } if (id < other) { LOSE }",
                "if (amount != 0 && amount != 1 && amount < 2) { LOSE }",
                "int b = number(c, other); if (b > 0) { lock(c, id); } if (b > amount) { LOSE }",
                "log(c, id); log(c, other); log(c, amount); LOSE",
                "int n = 0; try (var s = c.createStatement(); var r = s.executeQuery(\"SELECT count(*) FROM log\"))"
                        + " { r.next(); n = r.getInt(1); } if (n > 2) { LOSE }",
                "int n = 0; try (var s = c.createStatement(); var r = s.executeQuery(\"SELECT count(*) FROM log\"))"
                        + " { r.next(); n = r.getInt(1); } if (n == 3) { lock(c, id); } if (n > 2) { LOSE }",
                "if (amount == 7) { lock(c, id); } if (amount > 6) { LOSE }",
                "if (amount <= 7 && id != 0) { lock(c, id); } if (id == 0) { return; } LOSE",
                "if (amount * other <= 7 && id != 0) { lock(c, id); } if (id == 0) { return; } LOSE",
                "int my_size = amount; if (my_size > 0) { lock(c, id); } if (my_size != 0) { LOSE }",
                "if (x_size > 0) { lock(c, id); } if (x_size != 0) { LOSE }",
                "if (amount + other == 7) { lock(c, id); } if (amount + other > 6) { LOSE }",
                "if (amount - other == 7) { lock(c, id); } if (amount - other > 6) { LOSE }",
                "if (amount * other == 7) { lock(c, id); } if (amount * other > 6) { LOSE }",
                "if (number(c, other) == 7) { lock(c, id); } if (number(c, other) > 6) { LOSE }",
                "for (int i = 0; i < 5; i++) { if (i == 3) { LOSE } }",
                "int i = 0; while (i < amount) { i++; } if (i > 2) { LOSE }",
                "if (text.compareTo(\"m\") > 0 && text.compareTo(\"n\") < 0) { LOSE }",
                "if (!text.equals(\"a\") && text.trim().equals(\"a\")) { LOSE }",
                "if (!text.equals(\"a\") && text.equalsIgnoreCase(\"a\")) { LOSE }",
                "if (!text.equals(\"1\") && Integer.parseInt(text) == 1) { LOSE }",
                "if (kind.isOn()) { LOSE }",
                "if (amount != org.x.Cents.of(amount)) { LOSE }",
                "if (Cents.valueOf(amount) != 2) { lock(c, id); } if (amount != 2) { LOSE }",
                "List<Integer> a = new ArrayList<>(); a.addAll(List.of(id)); for (int k : a) { int b = read(c, k);"
                        + " write(c, k, b + amount); }",
                "List<Integer> a = new ArrayList<>(List.of(other, id)); a.remove(0); int b = read(c, a.get(0));"
                        + " write(c, id, b + amount);",
                "List<Integer> a = new ArrayList<>(List.of(other, id)); Collections.reverse(a);"
                        + " int b = read(c, a.get(0));"
                        + " write(c, id, b + amount);",
                "List<Integer> a = new ArrayList<>(); fill(a, id); for (int k : a) { int b = read(c, k);"
                        + " write(c, k, b + amount); }",
                "int b = read(c, id); try { log(c, id); } catch (SQLException e) { note(\"rollback(\"); }"
                        + " write(c, id, b + amount);",
                "int b = 0; try (var s = c.prepareStatement(\"SELECT bal FROM acc WHERE id = ? AND bal - ? < 0\"))"
                        + " { s.setInt(1, id); s.setInt(2, amount); var r = s.executeQuery(); if (!r.next())"
                        + " { return; } b = r.getInt(1); } write(c, id, b + amount);",
                "int b = 0; try (var s = c.prepareStatement("
                        + "\"SELECT bal FROM acc WHERE id = ? AND name > 'm' AND name < 'n'\"))"
                        + " { s.setInt(1, id); var r = s.executeQuery(); if (!r.next()) { return; } b = r.getInt(1); }"
                        + " write(c, id, b + amount);",
                "int b = 0; try (var s = c.prepareStatement(\"SELECT bal FROM acc WHERE id = ? AND up IS NULL\"))"
                        + " { s.setInt(1, id); var r = s.executeQuery(); if (!r.next()) { return; } b = r.getInt(1); }"
                        + " write(c, id, b + amount);"
            })
    void noneIsProvenAtReadCommitted(String body) throws IOException {
        Cli.Ended ended = prove(CLASS.replace("BODY", body.replace("LOSE", LOST_UPDATE)), "RC");

        assertThat(ended.code()).as(ended.out() + ended.err()).isIn(1, 2);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "Box x = new Box(id); x.put(other); SKEW",
                "List<Integer> l = new ArrayList<>(); if (amount == 1) { l.add(id); } else { l.add(other); }"
                        + " Box x = new Box(l.get(0)); SKEW",
                "List<Integer> l = new ArrayList<>(); l.add(id); l.add(0, other); Box x = new Box(l.get(0)); SKEW",
                "if (amount <= 7) { touch(c); } Box x = new Box(other); SKEW",
            })
    void noneIsProvenAtSnapshotIsolation(String body) throws IOException {
        String skew = "int b = read(c, x.key()); write(c, id, b + amount);";
        Cli.Ended ended = prove(CLASS.replace("BODY", body.replace("SKEW", skew)), "SI");

        assertThat(ended.code()).as(ended.out() + ended.err()).isIn(1, 2);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "try { write(c, id, amount); if (read(c, other) > 2) { throw new IllegalStateException(); } }"
                        + " finally { c.setAutoCommit(true); }",
                "try { write(c, id, amount); if (read(c, other) > 2) { throw new IllegalStateException(); } }"
                        + " catch (SQLException e) { c.rollback(); throw e; } finally { c.commit(); }",
                "write(c, other, 1); c.commit(); write(c, id, amount); if (read(c, other) > 2)"
                        + " { throw new SQLException(); }",
                "c.setAutoCommit(true); write(c, id, amount); if (read(c, other) > 2) { throw new SQLException(); }",
                "Savepoint s = c.setSavepoint(); write(c, id, amount); if (read(c, other) > 2) { c.rollback(s); }",
            })
    void aWriteThatStaysAfterAThrowIsNotTakenForRolledBack(String body) throws IOException {
        Cli.Ended ended = prove(CLASS.replace("number(c, id);", "").replace("BODY", body), "SER");

        assertThat(ended.code()).as(ended.out() + ended.err()).isEqualTo(2);
    }

    @Test
    void aThrowAfterAWriteThatNobodyRollsBackIsAssumedToBeRolledBack() throws IOException {
        String body = "write(c, id, amount); if (read(c, other) > 2) { throw new SQLException(); }";
        Cli.Ended ended = prove(CLASS.replace("number(c, id);", "").replace("BODY", body), "SER");

        assertThat(ended.out()).contains("assumed: bank throws after it has written; taken for rolled back");
        assertThat(ended.code()).isZero();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "int b = read(c, id); for (int i = 0; i < 3; i++) { try { write(c, id, b + amount); c.commit();"
                        + " return; } catch (SQLException e) { c.rollback(); } } throw new SQLException();",
                "int b = read(c, id); try { log(c, id); } catch (SQLException e) { c.rollback(); }"
                        + " write(c, id, b + amount);",
                "Connection d = DriverManager.getConnection(text); d.setAutoCommit(false); int b = read(d, id);"
                        + " write(c, id, b + amount); d.commit();",
                "int b = read(c, id); c.commit(); write(c, id, b + amount);",
                "int b = read(c, id); c.setAutoCommit(true); write(c, id, b + amount);"
            })
    void severalTransactionsAreNotProvenAtSerializable(String body) throws IOException {
        Cli.Ended ended = prove(CLASS.replace("BODY", body), "SER");

        assertThat(ended.code()).as(ended.out() + ended.err()).isEqualTo(2);
    }

    /** Found by random programs on PostgreSQL: what runs before the connection is told otherwise commits by itself. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "int b = read(c, id); c.setAutoCommit(false); write(c, id, b + amount);",
                "if (amount > 1) { c.setAutoCommit(false); } LOSE",
                "LOSE c.setAutoCommit(false);",
                "Connection d = DriverManager.getConnection(text); int b = read(d, id); d.setAutoCommit(false);"
                        + " write(d, id, b + amount); d.commit();"
            })
    void statementsBeforeTheTransactionBeginsAreNotPartOfIt(String body) throws IOException {
        String source = CLASS.replace("c.setAutoCommit(false);", "")
                .replace("number(c, id);", "")
                .replace("BODY", body.replace("LOSE", LOST_UPDATE));
        Cli.Ended ended = prove(source, "SER");

        assertThat(ended.code()).as(ended.out() + ended.err()).isEqualTo(2);
    }

    /** Found by random programs on PostgreSQL: a lock that was taken after a savepoint is gone with it. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "Savepoint s = c.setSavepoint(); lock(c, id); c.rollback(s); LOSE",
                "Savepoint s = c.setSavepoint(); if (amount > 1) { lock(c, id); } c.rollback(s); LOSE"
            })
    void aLockBehindASavepointIsNotTakenForOneThatLasts(String body) throws IOException {
        Cli.Ended ended = prove(
                CLASS.replace("number(c, id);", "").replace("BODY", body.replace("LOSE", LOST_UPDATE)), "postgres-rc");

        assertThat(ended.code()).as(ended.out() + ended.err()).isEqualTo(2);
    }

    /** Found by random programs on PostgreSQL: who only turns autocommit on leaves the beginning to callers. */
    @ParameterizedTest
    @CsvSource({"c.setAutoCommit(true);", "c.setAutoCommit(amount > 1);"})
    void thatCallersBeginTheTransactionIsAssumedOfCodeThatOnlyEndsIt(String end) throws IOException {
        String source = CLASS.replace("c.setAutoCommit(false);", "")
                .replace("c.commit();", "")
                .replace("BODY", LOST_UPDATE + " " + end);
        Cli.Ended ended = prove(source, "SER");

        assertThat(ended.code()).as(ended.out() + ended.err()).isZero();
        assertThat(ended.out()).contains("assumed: neither setAutoCommit(false) nor commit() stands in bank;");
    }

    @Test
    void thatCallersBeginTheTransactionIsAssumedAndSaid() throws IOException {
        String source = CLASS.replace("c.setAutoCommit(false);", "")
                .replace("c.commit();", "")
                .replace("BODY", LOST_UPDATE);
        Cli.Ended ended = prove(source, "SER");

        assertThat(ended.code()).isZero();
        assertThat(ended.out()).contains("assumed: neither setAutoCommit(false) nor commit() stands in bank;");
    }

    @Test
    void whatEverybodyWritesIsNoLoss() throws IOException {
        String body =
                "try { " + LOST_UPDATE + " c.commit(); } catch (SQLException e) { if (c != null) { c.rollback(); }"
                        + " throw e; } finally { c.setAutoCommit(true); }";
        Cli.Ended ended = prove(CLASS.replace("BODY", body).replace("        c.commit();\n", ""), "SER");

        assertThat(ended.code()).as(ended.out()).isZero();
    }

    @Test
    void boundsAreRaisedUntilAllStatementsRunUnlessTheyAreNamed() throws IOException {
        String source = CLASS.replace("BODY", "if (amount > 7) { " + LOST_UPDATE + " }");
        Path file = Files.writeString(folder.resolve("Bank.java"), source);
        Cli.Ended raised = prove(source, "RC");
        Cli.Ended named = Cli.plain()
                .run("schedule", "prove", file.toString(), "--txn", "Bank.run", "--level", "RC", "--bits", "3");

        assertThat(raised.code()).isEqualTo(1);
        assertThat(raised.out()).contains("within: 2 rows a table, numbers from 0 to 15");
        Cli.Ended narrow = Cli.plain()
                .run("schedule", "prove", file.toString(), "--txn", "Bank.run", "--level", "RC", "--bits", "2");

        assertThat(narrow.code()).as(narrow.err()).isEqualTo(2);
        assertThat(named.code()).isEqualTo(2);
        assertThat(named.out())
                .contains("loss: a statement of bank meets no row within 2 rows a table, numbers from 0 to 7");
    }

    @Test
    void theLevelToStrengthenToIsOneThatWouldBeAccepted() throws IOException {
        Path file = Files.writeString(folder.resolve("Bank.java"), CLASS.replace("BODY", LOST_UPDATE));
        Cli.Ended ended = Cli.plain()
                .run("schedule", "prove", file.toString(), "--txn", "Bank.run", "--from", "postgres-rc", "--to", "SER");

        assertThat(ended.err()).contains("--to: 'SER'").contains("such as postgres-ser");
    }

    @Test
    void locksOfAProgramThatWasNotTakenOverExactlyAreNotProven() throws IOException {
        String body = LOST_UPDATE + " if (0 > amount) { write(c, id, 0); }";
        Path file = Files.writeString(folder.resolve("Bank.java"), CLASS.replace("BODY", body));
        Cli.Ended ended = Cli.plain()
                .run(
                        "schedule",
                        "analyze",
                        file.toString(),
                        "--txn",
                        "Bank.run",
                        "--level",
                        "postgres-rc",
                        "--locks",
                        "--store",
                        folder.resolve("store").toString());

        assertThat(ended.out()).contains("Lock these rows").doesNotContain("are proven serializable");
    }
}
