package moirai.cli.consent;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.DriverException;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import moirai.clients.cql.CqlUrl;
import moirai.nemesis.cassandra.CassandraCluster;
import moirai.nemesis.cassandra.CassandraOptions;

/** A real Cassandra node that audits every statement, asks everybody who he is, and has an ordinary user. */
final class TestedNode implements AutoCloseable {

    static final String USER = "tester";

    /** Nothing else looks like it. */
    static final String PASSWORD = "Qk3-sentinel-7720-wVb";

    static final String SUPERUSER = "cassandra";

    /** Anything is a write that does not provably only read, connect or fail. */
    private static final Pattern READING =
            Pattern.compile("category:((QUERY|PREPARE|AUTH|ERROR|OTHER)[|].*|DCL[|]operation:LIST .*)");

    private static final int LOGIN_TRIES = 60;

    private final CassandraCluster cluster = new CassandraCluster(new CassandraOptions(
            1,
            Map.of(
                    "authenticator",
                    "PasswordAuthenticator",
                    // Nobody wants back what a test has dropped.
                    "auto_snapshot",
                    "false",
                    "authorizer",
                    "CassandraAuthorizer",
                    "audit_logging_options",
                    "{enabled: true, logger: [{class_name: FileAuditLogger}]}")));

    private final CqlSession superuser;

    TestedNode() {
        cluster.start();
        superuser = awaitLogin();
        execute("CREATE ROLE " + USER + " WITH PASSWORD = '" + PASSWORD + "' AND LOGIN = true");
        execute("GRANT CREATE ON ALL KEYSPACES TO " + USER);
    }

    /** The node makes its first user when it takes connections already. */
    private CqlSession awaitLogin() {
        for (int tries = 1; ; tries++) {
            try {
                CqlUrl.Node node =
                        CqlUrl.parse(cluster.nodes().getFirst().url()).nodes().getFirst();
                return CqlSession.builder()
                        .addContactPoint(new InetSocketAddress(node.host(), node.port()))
                        .withLocalDatacenter("datacenter1")
                        .withAuthCredentials(SUPERUSER, SUPERUSER)
                        .build();
            } catch (DriverException notYet) {
                if (tries == LOGIN_TRIES) {
                    throw notYet;
                }
            }
        }
    }

    /** As {@code --node} takes it. */
    String node() {
        return CqlUrl.parse(cluster.nodes().getFirst().url()).nodes().getFirst().toString();
    }

    /** As superuser. */
    void execute(String statement) {
        superuser.execute(SimpleStatement.newInstance(statement).setTimeout(Duration.ofSeconds(30)));
    }

    /** Keyspaces whose names begin like Moirai's. */
    List<String> keyspaces() {
        return superuser.execute("SELECT keyspace_name FROM system_schema.keyspaces").all().stream()
                .map(row -> String.valueOf(row.getString(0)))
                .filter(name -> name.startsWith("moirai"))
                .sorted()
                .toList();
    }

    /** Returns the number of lines that the audit log has now. */
    int mark() throws IOException {
        return lines().size();
    }

    /** Returns the statements of the user after that many lines, each beginning with its category. */
    List<String> since(int mark) throws IOException {
        List<String> lines = lines();
        return lines.subList(mark, lines.size()).stream()
                .filter(line -> line.contains(" FileAuditLogger user:" + USER + "|"))
                .map(line -> line.substring(line.indexOf("category:")))
                .toList();
    }

    private List<String> lines() throws IOException {
        return Files.readAllLines(cluster.nodes().getFirst().log());
    }

    static List<String> writing(List<String> statements) {
        return statements.stream()
                .filter(statement -> !READING.matcher(statement).matches())
                .toList();
    }

    @Override
    public void close() {
        superuser.close();
        cluster.close();
    }
}
