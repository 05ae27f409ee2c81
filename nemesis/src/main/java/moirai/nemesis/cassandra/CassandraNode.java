package moirai.nemesis.cassandra;

import java.nio.file.Path;
import java.util.Optional;
import moirai.nemesis.process.ServerNode;
import moirai.nemesis.process.ServerProcess;

/** A Cassandra server. All are alike: each takes reads and writes of every key. */
final class CassandraNode extends ServerNode {

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
    protected Optional<ServerProcess> process() {
        return server.process();
    }

    @Override
    public String name() {
        return server.name();
    }

    /** Returns {@code cql://HOST:PORT}; the host is an address. */
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
    public Path dataDirectory() {
        return server.data();
    }

    @Override
    public Path log() {
        return server.log();
    }

    @Override
    public void start() {
        cluster.start(this);
    }
}
