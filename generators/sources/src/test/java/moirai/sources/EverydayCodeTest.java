package moirai.sources;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Collectors;
import moirai.directed.program.ProgramPrinter;
import moirai.sources.diagnostic.Diagnostic;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Java as people write it: it is taken over exactly, or says where it is not. */
class EverydayCodeTest {

    private static final String BEFORE = """
            import java.sql.*; import java.util.*;
            class Bank { static final String A = "CREATE TABLE acc (id INT PRIMARY KEY, bal INT, note VARCHAR(9))",
              B = "CREATE TABLE log (id INT PRIMARY KEY, amt INT)"; void change(Connection c) throws SQLException {
              c.createStatement().execute("DELETE FROM log"); } static class Own { void go(Connection c, int id)
              throws SQLException { c.createStatement().execute("DELETE FROM log"); } } \
              static class Sub extends Own {} \
              static class Orphan extends Dao { void twice(int id, int... more) {} } \
              interface Ledger { void save(int id); } \
              private boolean touched(Connection c) throws SQLException { change(c); return true; }
            """;

    private static final String CALLED = "change(c); new Own().go(c, 1);";

    @TempDir
    Path folder;

    private Translation translate(String members) {
        try {
            Path file = Files.writeString(folder.resolve("Bank.java"), BEFORE + members + "\n}\n");
            return JavaSources.translate(SourceOptions.of(file, 2));
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    private Translation run(String body) {
        return translate(
                "public void all(Connection c) throws SQLException { c.setAutoCommit(false); " + CALLED + " }\n"
                        + "public void pay(Connection c, int id, String note, Optional<Integer> some, List<Integer> xs,"
                        + " Iterator<Integer> it, int[] ids, Dao dao, Ledger ledger,"
                        + " Callable<Integer> job) throws SQLException { c.setAutoCommit(false);\n" + body + "}");
    }

    private static String statements(Translation translation) {
        return ProgramPrinter.print(translation.program())
                .lines()
                .dropWhile(line -> !line.startsWith("transaction pay"))
                .filter(line -> line.startsWith("  "))
                .map(String::strip)
                .collect(Collectors.joining(" / "));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "Binder.run(c.prepareStatement(\"DELETE FROM acc\"));|Binder.run is not in the sources",
                "Mapper.map(c.createStatement().executeQuery(\"SELECT bal FROM acc\"));|Mapper.map is not in the",
                "Binder.all(List.of(c));|Binder.all is not in the sources and is given the connection",
                "Runner.run(() -> dao.touch(c));|Runner.run is not in the sources and is given statements to run",
                "job.call();|what Callable<Integer>.call does is the caller's; taken for no statement",
                "dao.getPool().prepareStatement(note).execute();|prepareStatement of what is not known to be of JDBC",
                "assert touched(c);|an assertion that may run statements",
                "Dao.save(id, 5);|Dao.save is not in the sources; taken for no statement",
                "org.lib.Db.open().save(id);|org.lib.Db.open is not in the sources; taken for no statement",
                "DB.run(id, \"UPDATE acc SET bal = 1\");|run is not in the sources and is given SQL",
                "new Dao().save(id, 5);|Dao.save is not in the sources; taken for no statement",
                "new Orphan().save(id);|save is inherited from outside the sources; taken for no statement",
                "new Orphan().twice();|twice is not in the sources with a body and 0 parameters",
                "ledger.save(id);|save is not in the sources with a body and 1 parameters",
                "javax.persistence.Persistence.open();|javax.persistence.Persistence.open is not in the sources",
                "dao.deposit(id, 5);|Dao.deposit is not in the sources; taken for no statement",
                "try { id++; } catch (RuntimeException e) { change(c); throw e; }|statements that run after catching",
                "try { throw new IllegalStateException(); } finally { change(c); }"
                        + "|statements in finally or close() after a throw",
                "c.createStatement().executeQuery(\"SELECT bal FROM acc\"); c.rollback();|a statement after a commit",
                "var r = c.createStatement().executeQuery(\"SELECT AVG(bal) FROM acc\"); r.next();"
                        + " if (r.getInt(1) > 2) change(c);|the function AVG(bal) is not known",
                "var r = c.createStatement().executeQuery(\"SELECT MAX(bal), MIN(note) FROM acc\"); r.next();"
                        + " if (r.getInt(1) > 2) change(c);|MIN or MAX is not known",
                "var b = new StringBuilder(\"DELETE FROM acc\"); b.insert(0, note);"
                        + " if (b.toString().length() > 2) change(c);|length() is not known",
                "c.setSchema(\"x\");|connection.setSchema() is not known",
                "c.createStatement().setMaxRows(1);|statement.setMaxRows() is not known",
                "var r = c.createStatement().executeQuery(\"SELECT bal FROM acc\"); r.next(); r.updateInt(1, 2);"
                        + "|result set.updateInt() is not known",
                "if (c.createStatement().execute(\"DELETE FROM acc\")) change(c);|whether a statement returns rows",
                "var r = c.createStatement().executeQuery(\"SELECT note FROM acc\"); r.next();"
                        + " if (r.getString(1) == null) change(c);|whether a column is NULL is not known",
                "c.createStatement().execute(\"DELETE FROM log; DELETE FROM acc\");|several statements in one text",
                "c.createStatement().execute(\"WITH d AS (DELETE FROM log RETURNING amt) SELECT bal FROM acc\");"
                        + "|a statement with WITH",
                "c.createStatement().execute(\"UPDATE acc SET (bal, note) = (SELECT 1, 2)\");|several columns are set",
                "c.createStatement().execute(\"DELETE FROM log LIMIT 1\");|the number of rows is limited",
                "c.createStatement().execute(\"INSERT IGNORE INTO log (id, amt) VALUES (1, 2)\");|the insert says what",
                "c.createStatement().execute(\"SELECT COUNT(*), MAX(bal) FROM acc\");|MIN or MAX beside COUNT or SUM",
                "Runner.run(new Work() { public void on() { change(c); } });|an anonymous class may run statements",
            })
    void whatIsNotFollowedIsReported(String body, String what) {
        Translation translation = run(body + " c.createStatement().execute(\"SELECT amt FROM log\");");

        assertThat(translation.isExact()).isFalse();
        assertThat(translation.diagnostics())
                .extracting(Diagnostic::text)
                .anySatisfy(text -> assertThat(text).startsWith("Bank.java:8: loss: " + what));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "System.out.println(Objects.requireNonNull(note) + getClass().getName() + Map.Entry.comparingByKey()"
                        + " + UUID.randomUUID() + new Random().nextInt()); change(c);|d1: DELETE FROM log",
                "if (note == null) change(c);|d1: DELETE FROM log  IF :note_null > 0",
                "var r = c.createStatement().executeQuery(\"SELECT MAX(bal), AVG(id), MIN(bal + 1) FROM acc\");"
                        + " r.next(); System.out.println(r.getInt(1) + r.getInt(2));|q1: SELECT bal, id FROM acc",
                "var b = new StringBuilder(); for (var x : Arrays.asList(\"id\", \"bal\")) b.append(x).append(\", \");"
                        + " b.delete(b.length() - 2, b.length());"
                        + " c.createStatement().executeQuery(\"SELECT \" + b + \" FROM acc\");"
                        + "|q1: SELECT id, bal FROM acc",
                "c.createStatement().executeQuery(\"SELECT bal FROM acc ALLOW FILTERING\");|q1: SELECT bal FROM acc",
                "var s = c.prepareStatement(\"INSERT INTO log (id, amt) VALUES (1, 1)\"); s.addBatch(); change(c);"
                        + " s.executeBatch();|d1: DELETE FROM log / i1: INSERT INTO log id = 1, amt = 1",
                "var s = c.prepareStatement(\"INSERT INTO log (id, amt) VALUES (?, 1)\"); s.setInt(1, 2); s.addBatch();"
                        + " s.setInt(1, id); if (id > 3) s.addBatch(); s.executeBatch(); s.executeBatch();"
                        + "|i1: INSERT INTO log id = 2, amt = 1"
                        + " / i2: INSERT INTO log id = :id, amt = 1  IF :id > 3",
                "var s = c.prepareStatement(\"DELETE FROM acc\"); s.addBatch(); s.clearBatch(); s.executeBatch();"
                        + " s.addBatch(); change(c);|d1: DELETE FROM log",
                "int[] a = new int[id]; a[0] = 4; a[id - 1] = 5;"
                        + " var s = c.prepareStatement(\"UPDATE acc SET bal = ?\"); s.setInt(1, a[0]); s.execute();"
                        + "|u1: UPDATE acc SET bal = 5  IF :id = 1"
                        + " / u2: UPDATE acc SET bal = 4  IF :id <> 1",
                "if (some.isPresent()) change(c);|d1: DELETE FROM log  IF :some_null = 0",
                "some.ifPresent(x -> change(c));|d1: DELETE FROM log  IF :some_null = 0",
                "int[] a = {one(c)}; int b = many(c)[0];|q1: SELECT bal FROM acc"
                        + " / d1: DELETE FROM log  IF count(q1) > 0",
                "var s = c.prepareStatement(\"UPDATE acc SET bal = ? WHERE id = ?\"); s.setInt(1, it.next());"
                        + " s.setInt(2, it.next()); s.execute();"
                        + "|u1: UPDATE acc SET bal = :it_next_1 WHERE id = :it_next_2",
                "var s = c.prepareStatement(\"UPDATE acc SET bal = ?\"); s.setInt(1, some.orElse(4)); s.execute();"
                        + "|u1: UPDATE acc SET bal = 4  IF :some_null > 0 / u2: UPDATE acc SET bal = :some"
                        + "  IF :some_null = 0",
                "var s = c.prepareStatement(\"UPDATE acc SET bal = ?\"); s.setInt(1, id > 1 ? (id > 5 ? 1 : 2) : 3);"
                        + " s.execute();|u1: UPDATE acc SET bal = 1  IF :id > 1 AND :id > 5"
                        + " / u2: UPDATE acc SET bal = 2  IF :id > 1 AND :id <= 5"
                        + " / u3: UPDATE acc SET bal = 3  IF :id <= 1",
                "var s = c.prepareStatement(\"UPDATE acc SET bal = ?\"); s.setInt(1, note == null ? one(c) : 3);"
                        + " s.execute();|q1: SELECT bal FROM acc  IF :note_null > 0 / u1: UPDATE acc SET bal = q1.bal"
                        + "  IF (count(q1) > 0 OR :note_null = 0) AND :note_null > 0 / u2: UPDATE acc SET bal = 3"
                        + "  IF (count(q1) > 0 OR :note_null = 0) AND :note_null = 0",
                "var b = new StringBuilder(\"SELECT id FROM acc WHERE 1 = 1\");"
                        + " if (note != null) b.append(\" AND note = ?\");"
                        + " b.append(\" AND bal > ?\"); var s = c.prepareStatement(b.toString()); int i = 1;"
                        + " if (note != null) s.setString(i++, note); s.setInt(i, id); s.executeQuery();"
                        + "|q1: SELECT id FROM acc WHERE 1 = 1 AND note = :note AND bal > :id  IF :note_null = 0"
                        + " / q2: SELECT id FROM acc WHERE 1 = 1 AND bal > :id  IF :note_null > 0",
                "try { change(c); c.commit(); } catch (SQLException e) { c.rollback(); }|d1: DELETE FROM log",
                "var s = c.prepareStatement(\"UPDATE acc SET bal = bal + ?\"); s.setInt(1, id * -1); s.execute();"
                        + "|u1: UPDATE acc SET bal = bal - :id ATOMICALLY",
                "var s = c.prepareStatement(\"UPDATE acc SET bal = bal - ? * -2\"); s.setInt(1, id); s.execute();"
                        + "|u1: UPDATE acc SET bal = bal + (:id * 2) ATOMICALLY",
                "var s = c.prepareStatement(\"DELETE FROM acc WHERE bal IN (? * -1, 2)\"); s.setInt(1, id);"
                        + " s.execute();"
                        + "|d1: DELETE FROM acc WHERE bal + :id = 0 OR bal = 2",
                "if (id > 2) { c.rollback(); return; } change(c);|d1: DELETE FROM log  IF :id <= 2",
            })
    void whatIsFollowedIsExact(String body, String expected) {
        Translation translation = translate(
                "public void all(Connection c) throws SQLException { c.setAutoCommit(false); " + CALLED + " }\n"
                        + "int one(Connection c) throws SQLException {"
                        + " var r = c.createStatement().executeQuery(\"SELECT bal FROM"
                        + " acc\"); r.next(); return r.getInt(1); }"
                        + "int[] many(Connection c) throws SQLException { change(c); return new int[] {1}; }\n"
                        + "public int other(Connection c) throws SQLException {"
                        + " c.setAutoCommit(false); return one(c) + many(c)[0]; }"
                        + "public void pay(Connection c, int id, String note, Optional<Integer> some,"
                        + " Iterator<Integer> it) throws SQLException { c.setAutoCommit(false);" + body + "}");

        assertThat(statements(translation)).isEqualTo(expected);
        assertThat(translation.diagnostics()).isEmpty();
    }

    /** The second update is reached by a continue of the outer loop only where the label is understood. */
    @Test
    void aJumpToALabelLeavesTheLoopThatHasIt() {
        Translation translation = run("outer: for (int x : xs) { for (int y : ids) { if (y > x) continue outer;"
                + " break outer; } change(c); }");

        assertThat(statements(translation)).contains("d1: DELETE FROM log  IF :xs_size > 0 AND :ids_size = 0");
    }

    @Test
    void anOverloadedOrOverriddenMethodIsReported() {
        Translation translation = translate("""
                public void pay(Connection c, Base base) throws SQLException { \
                c.setAutoCommit(false); put(c, 1); base.go(c); change(c);
                  new Own().go(c, 1); }
                private void put(Connection c, int id) throws SQLException { change(c); }
                private void put(Connection c, String note) throws SQLException { }
                static class Base { void go(Connection c) throws SQLException { } }
                static class Lower extends Base { void go(Connection c) throws SQLException { change(c); } }
                """);

        assertThat(translation.diagnostics())
                .extracting(Diagnostic::text)
                .containsExactly(
                        "Bank.java:6: loss: go is declared again by a subtype of Base; taken for that of Base",
                        "Bank.java:6: loss: put is declared 2 times with so many parameters; taken for the first");
    }

    @Test
    void aMethodThatRunsStatementsAndIsNoTransactionIsReported() {
        Translation translation = translate("""
                public void pay(Connection c) throws SQLException { \
                c.setAutoCommit(false); change(c); new Own().go(c, 1); }
                public void other() throws SQLException { Pool.open().createStatement().execute("DELETE FROM acc"); }
                public void nothing(Connection c) throws SQLException { \
                c.setAutoCommit(false); List.of(1).stream().map(x -> one(c)); }
                private int one(Connection c) throws SQLException { change(c); return 1; }
                """);

        assertThat(translation.diagnostics())
                .extracting(Diagnostic::text)
                .containsExactly(
                        "Bank.java:7: loss: Bank.other runs statements and is no transaction; left out; --txn names"
                                + " transactions",
                        "Bank.java:8: loss: map is not in the sources and is given statements to run; they are left"
                                + " out",
                        "Bank.java:8: loss: no statement of nothing is known; left out");
    }
}
