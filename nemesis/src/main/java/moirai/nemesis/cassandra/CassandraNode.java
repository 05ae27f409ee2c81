package moirai.nemesis.cassandra;

import java.nio.file.Path;
import java.util.List;
import moirai.nemesis.Node;
import moirai.nemesis.process.ServerProcess;

/** A server among its like: each takes reads and writes of every key. */
final class CassandraNode implements Node {

    private final CassandraServer server;
    private final CassandraCluster cluster;

    CassandraNode(CassandraServer server, CassandraCluster cluster) {
        this.server = server;
        this.cluster = cluster;
    }

    CassandraServer server() {
        return server;
    }

    @Override
    public String name() {
        return server.name();
    }

    /** {@code cql://HOST:PORT}; the host is an address. */
    @Override
    public String url() {
        var address = server.clientAddress();
        return "cql://" + address.getAddress().getHostAddress() + ":" + address.getPort();
    }

    @Override
    public Role role() {
        return Role.PRIMARY;
    }

    @Override
    public State state() {
        return server.process()
                .map(process -> process.isPaused() ? State.PAUSED : State.RUNNING)
                .orElse(State.DEAD);
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
        server.process().ifPresent(ServerProcess::kill);
    }

    @Override
    public void start() {
        cluster.start(this);
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
