package moirai.cli.consent;

import java.io.IOException;
import java.nio.file.Files;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import moirai.nemesis.postgres.PostgresCluster;
import moirai.nemesis.postgres.PostgresOptions;

/** A real server that logs every statement, with an ordinary user who owns databases. */
final class TestedServer implements AutoCloseable {

    static final String USER = "tester";

    /** Nothing else looks like it. */
    static final String PASSWORD = "Zx9-sentinel-4471-qLm";

    private static final Pattern STATEMENT = Pattern.compile("LOG:  (?:statement|execute [^:]*): (.*)");

    private static final Pattern READING = Pattern.compile(
            "(?i)(BEGIN READ ONLY|ROLLBACK|SHOW |SET (SESSION|extra_float|application)|SELECT (?!.*(INTO |FOR"
                    + " UPDATE|nextval|lo_|pg_advisory))).*");

    private final PostgresCluster cluster =
            new PostgresCluster(new PostgresOptions(20, Map.of("log_statement", "all", "log_connections", "on")));

    TestedServer(String... databases) throws SQLException {
        cluster.start();
        execute("postgres", "CREATE ROLE " + USER + " LOGIN PASSWORD '" + PASSWORD + "'");
        for (String database : databases) {
            execute("postgres", "CREATE DATABASE " + database + " OWNER " + USER);
        }
    }

    String url(String database) {
        return cluster.url().replaceAll("/postgres$", "/" + database);
    }

    String superuser() {
        return cluster.user();
    }

    String superuserPassword() {
        return cluster.password();
    }

    /** As superuser. */
    void execute(String database, String sql) throws SQLException {
        try (var connection = DriverManager.getConnection(url(database), cluster.user(), cluster.password());
                var statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    /** All tables of a database whose names begin like Moirai's. */
    List<String> tables(String database) throws SQLException {
        var names = new ArrayList<String>();
        try (var connection = DriverManager.getConnection(url(database), cluster.user(), cluster.password());
                var statement = connection.createStatement();
                var rows = statement.executeQuery(
                        "SELECT relname FROM pg_class WHERE relkind = 'r' AND relname LIKE 'moirai%' ORDER BY 1")) {
            while (rows.next()) {
                names.add(rows.getString(1));
            }
        }
        return names;
    }

    /** Returns the number of lines that the server's log has now. */
    int mark() throws IOException {
        return lines().size();
    }

    /** Returns the lines of the log after that many. */
    List<String> since(int mark) throws IOException {
        List<String> lines = lines();
        return lines.subList(mark, lines.size());
    }

    private List<String> lines() throws IOException {
        return Files.readAllLines(cluster.nodes().getFirst().log());
    }

    static List<String> statements(List<String> log) {
        return log.stream()
                .map(STATEMENT::matcher)
                .filter(matcher -> matcher.find())
                .map(matcher -> matcher.group(1))
                .toList();
    }

    /** Returns the lines whose statements are not known to read alone. */
    static List<String> writing(List<String> log) {
        return statements(log).stream()
                .filter(statement -> !READING.matcher(statement).matches())
                .toList();
    }

    @Override
    public void close() {
        cluster.close();
    }
}
