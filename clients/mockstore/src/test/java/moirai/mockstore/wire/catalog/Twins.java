package moirai.mockstore.wire.catalog;

import java.net.URI;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import moirai.history.Seed;
import moirai.history.level.IsolationLevel;
import moirai.mockstore.Chooser;
import moirai.mockstore.MockStore;
import moirai.mockstore.Schedule;
import moirai.mockstore.StoreOptions;
import moirai.mockstore.levels.StoreLevel;
import moirai.mockstore.sql.SqlDatabase;
import moirai.mockstore.sql.expression.RealPostgres;
import moirai.mockstore.wire.MockServer;
import moirai.mockstore.wire.Psql;
import moirai.nemesis.postgres.PostgresCluster;
import org.jspecify.annotations.Nullable;

/**
 * A store whose system catalogs a real server answers, and a database of that server that gets the same statements. A
 * process has one pair at a time: the database of definitions has a fixed name.
 */
public final class Twins implements AutoCloseable {

    /** The lock of test classes that have a pair. */
    public static final String LOCK = "the server of the system catalogs";

    /** The database and the owner of what is compared, for which the store says {@code moirai}. */
    private static final String REAL = "originals";

    private static final PostgresCluster POSTGRES = RealPostgres.CLUSTER;
    private static final URI ADDRESS = URI.create(POSTGRES.url().substring("jdbc:".length()));

    private final MockServer server;
    private final Connection store;
    private @Nullable Connection real;

    public Twins() throws SQLException {
        this(StoreLevel.of(IsolationLevel.STRICT_SERIALIZABLE));
    }

    public Twins(StoreLevel level) throws SQLException {
        var options = new StoreOptions(level, new Seed(1), Chooser.latest(new Seed(1)), Schedule.interleaved());
        var database = new SqlDatabase(new MockStore(options));
        server = MockServer.start(database, 0, new DefinedCatalog(database, Twins::access), List.of());
        store = store("");
    }

    /** Returns the way to the real server. */
    public static CatalogServer.Access access() {
        return new CatalogServer.Access(ADDRESS.getHost(), ADDRESS.getPort(), POSTGRES.user(), POSTGRES.password());
    }

    public int port() {
        return server.port();
    }

    /** Returns the session of the store that {@link #define} uses. */
    public Connection store() {
        return store;
    }

    /** Returns the session of the real server that {@link #define} uses; its database begins with it. */
    public Connection real() throws SQLException {
        Connection known = real;
        if (known == null) {
            try (var connection = RealPostgres.connect()) {
                execute(
                        connection,
                        "DROP DATABASE IF EXISTS " + REAL + " WITH (FORCE)",
                        "DROP ROLE IF EXISTS " + REAL,
                        "CREATE ROLE " + REAL + " CREATEROLE",
                        "CREATE DATABASE " + REAL + " OWNER " + REAL + DefinedCatalog.LOCALE);
            }
            known = real("");
            real = known;
        }
        return known;
    }

    /** Opens another session of the store. */
    public Connection store(String options) throws SQLException {
        return DriverManager.getConnection(
                "jdbc:postgresql://localhost:" + server.port() + "/moirai?user=moirai&" + options);
    }

    /** Opens another session of the real server. */
    public Connection real(String options) throws SQLException {
        Connection connection = DriverManager.getConnection(
                POSTGRES.url().replaceFirst("/[^/]*$", "/" + REAL) + "?" + options,
                POSTGRES.user(),
                POSTGRES.password());
        execute(connection, "SET SESSION AUTHORIZATION " + REAL, "SET TIME ZONE 'UTC'");
        return connection;
    }

    public Psql storePsql() {
        return new Psql(server.port(), "-d", "moirai");
    }

    public Psql realPsql() {
        var psql = new Psql(
                ADDRESS.getPort(),
                "-d",
                "host=" + ADDRESS.getHost() + " dbname=" + REAL + " user=" + POSTGRES.user() + " password="
                        + POSTGRES.password());
        psql.run("SET SESSION AUTHORIZATION " + REAL + "; SET TIME ZONE 'UTC';");
        return psql;
    }

    /** Executes statements on both. */
    public void define(String... statements) throws SQLException {
        execute(store, statements);
        execute(real(), statements);
    }

    public static void execute(Connection connection, String... statements) throws SQLException {
        try (var statement = connection.createStatement()) {
            for (String sql : statements) {
                statement.execute(sql);
            }
        }
    }

    /** Returns the rows of a query, or the SQLSTATE of its error. */
    public static List<List<String>> rows(Connection connection, String sql) throws SQLException {
        try (var statement = connection.createStatement();
                var rows = statement.executeQuery(sql)) {
            return rows(rows);
        }
    }

    /** Returns the labels and the rows of a result, in the names of the store. */
    public static List<List<String>> rows(ResultSet result) throws SQLException {
        var rows = new ArrayList<List<String>>();
        var labels = new ArrayList<String>();
        var facts = result.getMetaData();
        for (int column = 1; column <= facts.getColumnCount(); column++) {
            labels.add(facts.getColumnLabel(column) + " " + facts.getColumnTypeName(column));
        }
        rows.add(labels);
        while (result.next()) {
            var row = new ArrayList<String>();
            for (int column = 1; column <= labels.size(); column++) {
                row.add(inStoreNames(String.valueOf(result.getString(column))));
            }
            rows.add(row);
        }
        return rows;
    }

    public static String inStoreNames(String text) {
        return text.replace(REAL, "moirai");
    }

    @Override
    public void close() throws SQLException {
        store.close();
        if (real != null) {
            real.close();
        }
        server.close();
    }
}
