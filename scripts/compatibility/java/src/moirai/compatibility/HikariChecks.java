package moirai.compatibility;

import static moirai.compatibility.Checks.execute;
import static moirai.compatibility.Checks.fails;
import static moirai.compatibility.Checks.holds;
import static moirai.compatibility.Checks.refused;
import static moirai.compatibility.Checks.same;
import static moirai.compatibility.Checks.value;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.sql.Connection;
import java.sql.SQLTransientConnectionException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

/** The checks of HikariCP: connections that are borrowed, given back, tested and replaced. */
final class HikariChecks {

    private HikariChecks() {}

    static HikariDataSource pool(Consumer<HikariConfig> settings) {
        var config = new HikariConfig();
        config.setJdbcUrl(Checks.URL);
        config.setUsername(Checks.LOGIN);
        config.setPassword(Checks.PASSWORD);
        config.setMaximumPoolSize(4);
        settings.accept(config);
        return new HikariDataSource(config);
    }

    public static void main(String[] arguments) {
        var checks = new Checks();
        use(checks);
        settings(checks);
        sources(checks);
        checks.run(() -> execute("CREATE TABLE visit (id serial PRIMARY KEY, by text)"));
    }

    private static void use(Checks checks) {
        checks.check("many_users_of_few_connections", () -> {
            try (var pool = pool(config -> {})) {
                List<CompletableFuture<Void>> users = new ArrayList<>();
                for (int i = 0; i < 12; i++) {
                    String user = "user " + i;
                    users.add(Checks.start(() -> visit(pool, user)));
                }
                users.forEach(CompletableFuture::join);
                try (Connection c = pool.getConnection()) {
                    same(value(c, "SELECT count(DISTINCT by) FROM visit WHERE by LIKE 'user %'"), "12");
                }
                holds(pool.getHikariPoolMXBean().getTotalConnections() <= 4, pool.getHikariPoolMXBean());
            }
        });
        checks.check("rolled_back_when_given_back", () -> {
            try (var pool = pool(config -> config.setAutoCommit(false))) {
                try (Connection c = pool.getConnection()) {
                    execute(c, "INSERT INTO visit (by) VALUES ('forgotten')");
                }
                try (Connection c = pool.getConnection()) {
                    same(value(c, "SELECT count(*) FROM visit WHERE by = 'forgotten'"), "0");
                }
            }
        });
        checks.check("no_connection_left", () -> {
            try (var pool = pool(config -> {
                        config.setMaximumPoolSize(1);
                        config.setConnectionTimeout(300);
                    });
                    Connection taken = pool.getConnection()) {
                fails(SQLTransientConnectionException.class, pool::getConnection);
                same(value(taken, "SELECT 1"), "1");
            }
        });
        checks.check("failed_transaction_given_back", () -> {
            try (var pool = pool(config -> {
                config.setMaximumPoolSize(1);
                config.setAutoCommit(false);
            })) {
                try (Connection c = pool.getConnection()) {
                    refused("22012", () -> value(c, "SELECT 1 / 0"));
                }
                try (Connection c = pool.getConnection()) {
                    same(value(c, "SELECT 1"), "1");
                }
            }
        });
        checks.check("evicted_connections", () -> {
            try (var pool = pool(config -> config.setMaximumPoolSize(1))) {
                String first = number(pool);
                same(number(pool), first);
                pool.getHikariPoolMXBean().softEvictConnections();
                holds(!number(pool).equals(first), first);
            }
        });
    }

    private static void visit(HikariDataSource pool, String user) throws Exception {
        try (Connection c = pool.getConnection();
                var insert = c.prepareStatement("INSERT INTO visit (by) VALUES (?)")) {
            insert.setString(1, user);
            insert.executeUpdate();
        }
    }

    private static String number(HikariDataSource pool) throws Exception {
        try (Connection c = pool.getConnection()) {
            return value(c, "SELECT pg_backend_pid()");
        }
    }

    private static void settings(Checks checks) {
        checks.check("query_that_tests_and_query_that_prepares", () -> {
            try (var pool = pool(config -> {
                        config.setConnectionTestQuery("SELECT 1");
                        config.setConnectionInitSql("SET application_name = 'pooled'");
                    });
                    Connection c = pool.getConnection()) {
                same(value(c, "SHOW application_name"), "pooled");
            }
        });
        checks.check("level_and_schema", () -> {
            execute("CREATE SCHEMA pooled");
            try (var pool = pool(config -> {
                        config.setTransactionIsolation("TRANSACTION_REPEATABLE_READ");
                        config.setSchema("pooled");
                    });
                    Connection c = pool.getConnection()) {
                same(value(c, "SHOW transaction_isolation"), "repeatable read");
                same(value(c, "SELECT current_schema()"), "pooled");
            }
        });
        checks.check("settings_restored", () -> {
            try (var pool = pool(config -> config.setMaximumPoolSize(1))) {
                int level;
                try (Connection c = pool.getConnection()) {
                    level = c.getTransactionIsolation();
                    c.setReadOnly(true);
                    c.setAutoCommit(false);
                    c.setTransactionIsolation(Connection.TRANSACTION_SERIALIZABLE);
                    value(c, "SELECT 1");
                }
                try (Connection c = pool.getConnection()) {
                    holds(c.getAutoCommit() && !c.isReadOnly(), "settings of the last user");
                    same(c.getTransactionIsolation(), level);
                    execute(c, "INSERT INTO visit (by) VALUES ('after')");
                }
            }
        });
    }

    private static void sources(Checks checks) {
        checks.check("properties_of_the_driver", () -> {
            try (var pool = pool(config -> {
                        config.addDataSourceProperty("reWriteBatchedInserts", "true");
                        config.addDataSourceProperty("prepareThreshold", "1");
                        config.addDataSourceProperty("ApplicationName", "driven");
                    });
                    Connection c = pool.getConnection();
                    var insert = c.prepareStatement("INSERT INTO visit (by) VALUES (?)")) {
                for (int i = 0; i < 64; i++) {
                    insert.setString(1, "driven");
                    insert.addBatch();
                }
                insert.executeBatch();
                same(value(c, "SELECT count(*) FROM visit WHERE by = current_setting('application_name')"), "64");
            }
        });
        checks.check("pool_of_a_data_source", () -> {
            try (var pool = pool(config -> {
                        config.setJdbcUrl(null);
                        config.setDataSourceClassName("org.postgresql.ds.PGSimpleDataSource");
                        config.addDataSourceProperty("url", Checks.URL);
                    });
                    Connection c = pool.getConnection()) {
                same(value(c, "SELECT 1"), "1");
            }
        });
    }
}
