package moirai.sources;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import moirai.directed.program.ProgramPrinter;
import moirai.directed.program.TxnType;
import moirai.sources.diagnostic.Diagnostic;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Programs over a framework: a class a transaction, with classes, constants and tables that lie elsewhere. */
class RealProgramsTest {

    @TempDir
    Path folder;

    private void file(String name, String text) {
        try {
            Path file = folder.resolve(name);
            Files.createDirectories(file.getParent());
            Files.writeString(file, text);
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    private Translation translate() {
        framework();
        return JavaSources.translate(SourceOptions.of(folder.resolve("src/main/java/org/bank/calls"), 1));
    }

    /** Writes what the transactions use: a base class, a holder of SQL, constants, and tables for two products. */
    private void framework() {
        file("src/main/java/org/frame/Sql.java", """
                package org.frame;
                import java.util.regex.*;
                public class Sql {
                    private static final Pattern MANY = Pattern.compile("#");
                    private final int[] counts;
                    private String text;
                    public Sql(String text, int... counts) { this.counts = counts; this.put(text); }
                    public final void put(String given) {
                        String all = given.trim();
                        for (int count : this.counts) {
                            StringBuilder marks = new StringBuilder();
                            for (int i = 0; i < count; i++) { marks.append(i > 0 ? ", " : "").append("?"); }
                            Matcher matcher = MANY.matcher(all);
                            all = matcher.replaceFirst(marks.toString());
                        }
                        this.text = all;
                    }
                    public String text() { return text; }
                }
                """);
        file("src/main/java/org/frame/Call.java", """
                package org.frame;
                import java.sql.*;
                import org.slf4j.Logger;
                import org.slf4j.LoggerFactory;
                public abstract class Call {
                    private static final Logger LOG = LoggerFactory.getLogger(Call.class);
                    private String product;
                    void change(Sql sql, String other) { sql.put(other); }
                    protected PreparedStatement prepare(Connection c, Sql sql, Object... values) throws SQLException {
                        PreparedStatement made = prepareFor(c, sql, null);
                        for (int i = 0; i < values.length; i++) { made.setObject(i + 1, values[i]); }
                        if (LOG.isDebugEnabled()) { LOG.debug("prepared " + sql.text()); }
                        return made;
                    }
                    protected PreparedStatement prepareFor(Connection c, Sql sql, int[] keys) throws SQLException {
                        PreparedStatement made = null;
                        if (keys != null && product.equals("other")) {
                            made = c.prepareStatement(sql.text(), keys);
                        } else {
                            made = c.prepareStatement(sql.text());
                        }
                        return made;
                    }
                    public static class Refused extends RuntimeException {
                        public Refused(String why) { this(why, null); }
                        public Refused(String why, Throwable cause) { super(why, cause); }
                    }
                }
                """);
        names();
    }

    private void names() {
        file("src/main/java/org/bank/Names.java", """
                package org.bank;
                public interface Names { String ACCOUNTS = "account"; int MANY = 2; }
                """);
        file("src/main/resources/tables-mysql.sql", "CREATE TABLE account (id INT PRIMARY KEY, bal INT, x INT);");
        file("src/main/resources/tables-generic.sql", """
                DROP TABLE IF EXISTS account;
                CREATE TABLE account (id INT NOT NULL, bal INT NOT NULL, PRIMARY KEY (id));
                """);
    }

    private void call(String name, String members) {
        file("src/main/java/org/bank/calls/" + name + ".java", """
                package org.bank.calls;
                import java.sql.*;
                import java.util.*;
                import org.bank.Names;
                import org.frame.*;
                public class\s""" + name + " extends Call {\n" + members + "\n}\n");
    }

    private static List<String> losses(Translation translation) {
        return translation.diagnostics().stream()
                .filter(Diagnostic::isLoss)
                .map(Diagnostic::text)
                .toList();
    }

    private static List<String> names(Translation translation) {
        return translation.program().txns().stream().map(TxnType::name).toList();
    }

    @Test
    void aClassOverAFrameworkIsATransactionWithoutLoss() {
        call("Withdraw", """
                public Sql read = new Sql("SELECT bal FROM %s WHERE id = ?".formatted(Names.ACCOUNTS));
                public final Sql write = new Sql("UPDATE " + Names.ACCOUNTS + " SET bal = ? WHERE id = ?");
                public void run(Connection c, int id, int amount) throws SQLException {
                    int bal;
                    try (PreparedStatement s = this.prepare(c, read, id); ResultSet rows = s.executeQuery()) {
                        if (!rows.next()) { throw new Refused("no account " + id); }
                        bal = rows.getInt(1);
                    }
                    try (PreparedStatement s = prepare(c, write, bal + amount, id)) { s.executeUpdate(); }
                }
                """);

        Translation translation = translate();

        assertThat(losses(translation)).isEmpty();
        assertThat(ProgramPrinter.print(translation.program()))
                .contains("withdraw(id, amount)", "SELECT bal", "SET bal = ")
                .doesNotContain("?");
        assertThat(translation.diagnostics().stream().map(Diagnostic::text))
                .anyMatch(text ->
                        text.contains("tables-generic.sql; the database has them, and not those of tables-mysql.sql"))
                .anyMatch(text -> text.contains("text of Sql is assigned by code that no transaction calls"))
                .anyMatch(text -> text.contains("fields of Withdraw that are not final are assigned nowhere"));
    }

    @Test
    void aTypeOfTheSameNameElsewhereIsAnotherOne() {
        file("src/main/java/org/bank/calls/AA/Withdraw.java", """
                package org.bank.calls.AA;
                public class Withdraw { public int id; }
                """);
        call("Withdraw", """
                public Sql read = new Sql("SELECT bal FROM account WHERE id = ?");
                public void run(Connection c, int id) throws SQLException {
                    PreparedStatement s = Outer.with(this, c, read);
                    s.setInt(1, id);
                    s.executeQuery();
                }
                """);
        file("src/main/java/org/frame/Outer.java", """
                package org.frame;
                import java.sql.*;
                public class Outer {
                    public static PreparedStatement with(Call call, Connection c, Sql sql) throws SQLException {
                        return call.prepare(c, sql);
                    }
                }
                """);

        Translation translation = translate();

        assertThat(losses(translation)).isEmpty();
        assertThat(ProgramPrinter.print(translation.program())).contains("SELECT bal FROM account WHERE id = :id");
    }

    @Test
    void whatOnlyCallsAnObjectThatItLooksUpIsThatTransaction() {
        call("Withdraw", """
                public Sql write = new Sql("UPDATE account SET bal = ? WHERE id = ?");
                public void run(Connection c, int id, int bal) throws SQLException {
                    prepare(c, write, bal, id).executeUpdate();
                }
                """);
        file("src/main/java/org/bank/calls/Worker.java", """
                package org.bank.calls;
                import java.sql.*;
                import java.util.*;
                import org.frame.*;
                public class Worker {
                    private Map<Class<? extends Call>, Call> calls;
                    private int[] ids;
                    <C extends Call> C find(Class<C> type) { return (C) calls.get(type); }
                    Call find(String name) { return null; }
                    public void withdraw(Connection c, Random random) throws SQLException {
                        Withdraw call = this.find(Withdraw.class);
                        call.run(c, ids[random.nextInt(ids.length)], 5);
                    }
                    public void twice(Connection c) throws SQLException {
                        find(Withdraw.class).run(c, 1, 5);
                        find(Withdraw.class).run(c, 2, 5);
                    }
                }
                """);

        Translation translation = translate();

        assertThat(losses(translation)).isEmpty();
        assertThat(names(translation)).containsExactlyInAnyOrder("withdraw.run", "twice");
    }

    @Test
    void aValueThatALongerLoopWouldBindIsAnyNumber() {
        call("Insert", """
                public Sql write = new Sql("INSERT INTO account (id, bal) VALUES (?, ?)");
                public void run(Connection c, List<Integer> all) throws SQLException {
                    PreparedStatement s = prepare(c, write);
                    for (int i = 0; i < all.size(); i++) { s.setInt(i + 1, all.get(i)); }
                    s.executeUpdate();
                }
                """);

        Translation translation = translate();

        assertThat(names(translation)).containsExactly("insert");
        assertThat(losses(translation))
                .last()
                .asString()
                .contains("a parameter is not bound, since a loop was left early; taken for any number");
    }

    @Test
    void marksAreRepeatedAsTheFrameworkDoes() {
        call("Read", """
                public final Sql read = new Sql("SELECT bal FROM account WHERE id IN (#)", Names.MANY);
                public void run(Connection c, int a, int b) throws SQLException {
                    prepare(c, read, a, b).executeQuery();
                }
                """);

        Translation translation = translate();

        assertThat(losses(translation)).isEmpty();
        assertThat(ProgramPrinter.print(translation.program())).contains("id = :a OR id = :b");
    }

    @Test
    void aMethodThatCannotBeTakenOverIsLeftOutAndTheOthersStay() {
        call("Good", """
                public final Sql read = new Sql("SELECT bal FROM account WHERE id = ?");
                public void run(Connection c, int id) throws SQLException { prepare(c, read, id).executeQuery(); }
                """);
        call("Bad", """
                public final Sql read = new Sql("SELECT bal FROM elsewhere WHERE id = ?");
                public void run(Connection c, int id) throws SQLException { prepare(c, read, id).executeQuery(); }
                """);

        Translation translation = translate();

        assertThat(names(translation)).containsExactly("good");
        assertThat(translation.leftOut()).isEqualTo(1);
        assertThat(translation.isExact()).isFalse();
        assertThat(losses(translation))
                .singleElement()
                .asString()
                .startsWith("Bad.java:8: left out: bad: there is no definition of table elsewhere;");
    }

    @Test
    void fieldsOfObjectsKeepWhatIsAssigned() {
        file("src/main/java/org/bank/calls/Account.java", """
                package org.bank.calls;
                class Account { int id; int bal; int step = 1; void add(int amount) { bal += amount; } }
                """);
        call("Deposit", """
                public final Sql read = new Sql("SELECT bal FROM account WHERE id = ?");
                public final Sql write = new Sql("UPDATE account SET bal = ? WHERE id = ?");
                private Account load(Connection c, int id) throws SQLException {
                    ResultSet rows = prepare(c, read, id).executeQuery();
                    if (!rows.next()) { throw new Refused("none"); }
                    Account a = new Account(); a.id = id; a.bal = rows.getInt("bal");
                    return a;
                }
                public void run(Connection c, int id, int amount) throws SQLException {
                    Account a = load(c, id);
                    a.add(amount);
                    a.bal += a.step;
                    prepare(c, write, a.bal, a.id).executeUpdate();
                }
                """);

        Translation translation = translate();

        assertThat(losses(translation)).isEmpty();
        assertThat(ProgramPrinter.print(translation.program()))
                .contains("SET bal = (q1.bal + :amount) + 1 WHERE id = :id");
    }

    @Test
    void aFieldThatTransactionsAssignIsNotWhatItIsDeclaredWith() {
        call("Count", """
                private static int calls = 0;
                private final int[] seen = {1, 1};
                private final List<Integer> ids = new ArrayList<>();
                public final Sql write = new Sql("UPDATE account SET bal = ? WHERE id = ?");
                public void run(Connection c, int id) throws SQLException {
                    calls++;
                    seen[0] = id;
                    ids.add(id);
                    prepare(c, write, calls + seen[1], id).executeUpdate();
                }
                """);

        assertThat(ProgramPrinter.print(translate().program())).contains("SET bal = (:calls + 1) + :seen_2");
    }

    @Test
    void codeThatAFlagOfConstantsKeepsOutIsNoLossAndThatOfNumbersIs() {
        call("Flag", """
                public final Sql read = new Sql("SELECT bal FROM account WHERE id = ?");
                public final Sql write = new Sql("UPDATE account SET bal = 5 WHERE id = ?");
                private void one(Connection c, int id, boolean isWriting) throws SQLException {
                    if (isWriting) { prepare(c, write, id).executeUpdate(); }
                    prepare(c, read, id).executeQuery();
                }
                public void run(Connection c, int id, int amount) throws SQLException {
                    one(c, id, false);
                    if (id < 0) { int x = amount; }
                }
                """);

        assertThat(losses(translate()))
                .allMatch(text -> text.startsWith("Flag.java:15: loss:"))
                .isNotEmpty();
    }
}
