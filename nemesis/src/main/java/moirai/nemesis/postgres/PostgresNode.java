package moirai.nemesis.postgres;

import java.nio.file.Path;
import java.util.Optional;
import moirai.nemesis.process.ServerNode;
import moirai.nemesis.process.ServerProcess;

/** A server in its cluster. Only the cluster knows which node is the primary and how a dead node comes back. */
final class PostgresNode extends ServerNode {

    private static final int ANSWER_SECONDS = 2;

    private final PostgresServer server;
    private final Succession succession;

    PostgresNode(PostgresServer server, Succession succession) {
        this.server = server;
        this.succession = succession;
    }

    PostgresServer server() {
        return server;
    }

    /**
     * Asks the node on behalf of the cluster.
     *
     * @throws moirai.nemesis.ClusterException if there is no answer within two seconds
     */
    String ask(String query) {
        return server.ask(query, ANSWER_SECONDS);
    }

    @Override
    protected Optional<ServerProcess> process() {
        return server.process();
    }

    @Override
    public String name() {
        return server.name();
    }

    @Override
    public String url() {
        return PostgresServer.url(succession.routes().forClients(server));
    }

    @Override
    public Role role() {
        return succession.roleOf(this);
    }

    @Override
    public Path dataDirectory() {
        return server.data();
    }

    @Override
    public Path log() {
        return server.log();
    }

    @Override
    public void kill() {
        server.kill();
    }

    @Override
    public void start() {
        succession.start(this);
    }
}
