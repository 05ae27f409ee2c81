package moirai.compatibility;

import static moirai.compatibility.Checks.connect;
import static moirai.compatibility.Checks.execute;
import static moirai.compatibility.Checks.holds;
import static moirai.compatibility.Checks.refused;
import static moirai.compatibility.Checks.same;
import static moirai.compatibility.Checks.value;

import java.io.StringReader;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.Savepoint;
import java.sql.Statement;
import java.util.List;
import java.util.concurrent.Executors;
import org.postgresql.PGConnection;
import org.postgresql.copy.CopyIn;
import org.postgresql.copy.PGCopyOutputStream;
import org.postgresql.ds.PGSimpleDataSource;
import org.postgresql.util.PSQLException;

/** The checks of connections of pgjdbc: their options, transactions, COPY, and what the server sends unasked. */
final class PgjdbcSessions {

    private PgjdbcSessions() {}

    static void add(Checks checks) {
        connections(checks);
        transactions(checks);
        refusals(checks);
        copies(checks);
        server(checks);
    }

    private static void connections(Checks checks) {
        checks.check("options_of_the_url", () -> {
            try (Connection c = connect("ApplicationName=checks", "options=-c%20statement_timeout=90000")) {
                same(value(c, "SHOW application_name"), "checks");
                same(value(c, "SHOW statement_timeout"), "90s");
            }
        });
        checks.check("current_schema", () -> {
            execute("CREATE SCHEMA other", "CREATE TABLE other.thing (id integer)");
            try (Connection c = connect("currentSchema=other")) {
                same(c.getSchema(), "other");
                same(value(c, "SELECT count(*) FROM thing"), "0");
                c.setSchema("public");
                refused("42P01", () -> value(c, "SELECT count(*) FROM thing"));
            }
        });
        checks.check("client_info_and_validity", () -> {
            try (Connection c = connect()) {
                c.setClientInfo("ApplicationName", "renamed");
                same(value(c, "SELECT current_setting('application_name')"), "renamed");
                holds(c.isValid(5), "an invalid connection");
                c.setNetworkTimeout(
                        Executors.newSingleThreadExecutor(
                                Thread.ofPlatform().daemon().factory()),
                        30_000);
                same(value(c, "SELECT 1"), "1");
            }
        });
        checks.check("data_source", () -> {
            var source = new PGSimpleDataSource();
            source.setURL(Checks.URL);
            source.setUser(Checks.LOGIN);
            source.setPassword(Checks.PASSWORD);
            source.setReadOnly(true);
            try (Connection c = source.getConnection()) {
                same(value(c, "SELECT current_user"), Checks.LOGIN);
                c.setAutoCommit(false);
                refused("25006", () -> execute(c, "INSERT INTO author (name) VALUES ('read only')"));
            }
        });
        checks.check("simple_query_mode", () -> {
            try (Connection c = connect("preferQueryMode=simple");
                    var s = c.prepareStatement("SELECT label FROM numbers WHERE n = ? AND label LIKE ?")) {
                s.setInt(1, 7);
                s.setString(2, "label%");
                same(PgjdbcChecks.only(s), "label 7");
            }
        });
        checks.check("abort", () -> {
            Connection c = connect();
            c.abort(Runnable::run);
            holds(c.isClosed(), "an open connection");
        });
    }

    private static void transactions(Checks checks) {
        checks.check("savepoints", () -> {
            try (Connection c = connect()) {
                c.setAutoCommit(false);
                execute(c, "INSERT INTO author (name) VALUES ('kept')");
                Savepoint here = c.setSavepoint("here");
                refused("23505", () -> execute(c, "INSERT INTO author (name) VALUES ('kept')"));
                refused("25P02", () -> value(c, "SELECT 1"));
                c.rollback(here);
                c.releaseSavepoint(c.setSavepoint());
                c.commit();
                same(value(c, "SELECT count(*) FROM author WHERE name = 'kept'"), "1");
                c.rollback();
            }
        });
        checks.check("autosave", () -> {
            try (Connection c = connect("autosave=always")) {
                c.setAutoCommit(false);
                execute(c, "INSERT INTO author (name) VALUES ('autosaved')");
                refused("23505", () -> execute(c, "INSERT INTO author (name) VALUES ('autosaved')"));
                c.commit();
                same(value(c, "SELECT count(*) FROM author WHERE name = 'autosaved'"), "1");
            }
        });
        checks.check("isolation_levels", () -> {
            try (Connection c = connect()) {
                c.setTransactionIsolation(Connection.TRANSACTION_SERIALIZABLE);
                c.setAutoCommit(false);
                same(value(c, "SHOW transaction_isolation"), "serializable");
                c.rollback();
            }
        });
    }

    private static void refusals(Checks checks) {
        checks.check("constraint_that_is_violated", () -> {
            try (Connection c = connect()) {
                execute(c, "INSERT INTO book (title, price) VALUES ('x', -1)");
                throw new AssertionError("accepted");
            } catch (PSQLException refused) {
                same(
                        List.of(
                                refused.getSQLState(),
                                refused.getServerErrorMessage().getConstraint(),
                                refused.getServerErrorMessage().getTable()),
                        List.of("23514", "book_price_check", "book"));
            }
        });
        checks.check(
                "foreign_key_that_is_violated",
                () -> refused("23503", () -> execute("INSERT INTO book (title, author_id) VALUES ('x', 12345)")));
        checks.check("query_timeout", () -> {
            try (Connection c = connect();
                    Statement s = c.createStatement()) {
                s.setQueryTimeout(1);
                refused("57014", () -> s.execute("SELECT pg_sleep(20)"));
                same(value(c, "SELECT 1"), "1");
            }
        });
        checks.check("lock_timeout", () -> {
            try (Connection c = connect();
                    Connection other = connect("options=-c%20lock_timeout=200")) {
                c.setAutoCommit(false);
                execute(c, "UPDATE numbers SET label = 'mine' WHERE n = 1");
                refused("55P03", () -> execute(other, "UPDATE numbers SET label = 'yours' WHERE n = 1"));
                c.rollback();
            }
        });
    }

    private static void copies(Checks checks) {
        checks.check("copy_in", () -> {
            try (Connection c = connect()) {
                var copies = c.unwrap(PGConnection.class).getCopyAPI();
                same(
                        copies.copyIn(
                                "COPY numbers FROM STDIN WITH (FORMAT csv)", new StringReader("801,\"a,b\"\n802,\n")),
                        2L);
                same(value(c, "SELECT label FROM numbers WHERE n = 801"), "a,b");
            }
        });
        checks.check("copy_out", () -> {
            try (Connection c = connect()) {
                var text = new StringWriter();
                c.unwrap(PGConnection.class)
                        .getCopyAPI()
                        .copyOut("COPY (SELECT n FROM numbers WHERE n BETWEEN 3 AND 5 ORDER BY n) TO STDOUT", text);
                same(text.toString(), "3\n4\n5\n");
            }
        });
        checks.check("copy_cancelled", () -> {
            try (Connection c = connect()) {
                CopyIn copy = c.unwrap(PGConnection.class).getCopyAPI().copyIn("COPY numbers FROM STDIN");
                byte[] row = "901\tx\n".getBytes(StandardCharsets.UTF_8);
                copy.writeToCopy(row, 0, row.length);
                copy.cancelCopy();
                same(value(c, "SELECT count(*) FROM numbers WHERE n = 901"), "0");
            }
        });
        checks.check("copy_as_a_stream", () -> {
            try (Connection c = connect()) {
                try (var out = new PGCopyOutputStream(c.unwrap(PGConnection.class), "COPY numbers FROM STDIN")) {
                    for (int n = 1000; n < 3000; n++) {
                        out.write((n + "\tcopied\n").getBytes(StandardCharsets.UTF_8));
                    }
                }
                same(value(c, "SELECT count(*) FROM numbers WHERE label = 'copied'"), "2000");
            }
        });
    }

    private static void server(Checks checks) {
        checks.check("notices_as_warnings", () -> {
            try (Connection c = connect();
                    Statement s = c.createStatement()) {
                s.execute("DROP TABLE IF EXISTS nothing");
                same(s.getWarnings().getMessage(), "table \"nothing\" does not exist, skipping");
                s.execute("DO $$ BEGIN RAISE WARNING 'look'; END $$");
                same(s.getWarnings().getMessage(), "look");
            }
        });
        checks.check("notifications", () -> {
            try (Connection c = connect();
                    Connection other = connect()) {
                execute(c, "LISTEN news");
                execute(other, "NOTIFY news, 'hello'");
                var heard = c.unwrap(PGConnection.class).getNotifications(5_000);
                same(heard[0].getParameter(), "hello");
            }
        });
        checks.check("large_objects", () -> {
            try (Connection c = connect()) {
                c.setAutoCommit(false);
                var objects = c.unwrap(PGConnection.class).getLargeObjectAPI();
                long id = objects.createLO();
                try (var object = objects.open(id)) {
                    object.write(new byte[] {1, 2, 3});
                    object.seek(1);
                    same(object.read(10), new byte[] {2, 3});
                }
                objects.delete(id);
                c.commit();
            }
        });
    }
}
