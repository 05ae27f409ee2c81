package moirai.nemesis.postgres;

import java.nio.file.Path;
import java.util.List;
import moirai.nemesis.Node;
import moirai.nemesis.process.ServerProcess;

/** A server in its cluster, which alone knows who is the primary and how a dead node comes back. */
final class PostgresNode implements Node {

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
     * What it answers the cluster.
     *
     * @throws moirai.nemesis.ClusterException if there is no answer within two seconds
     */
    String ask(String query) {
        return server.ask(query, ANSWER_SECONDS);
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
    public State state() {
        return ServerProcess.stateOf(server.process());
    }

    @Override
    public List<Long> pids() {
        return server.process().map(ServerProcess::tree).orElse(List.of());
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

    @Override
    public void pause() {
        server.process().ifPresent(ServerProcess::pause);
    }

    @Override
    public void resume() {
        server.process().ifPresent(ServerProcess::resume);
    }

    @Override
    public String toString() {
        return name();
    }
}
