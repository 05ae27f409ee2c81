package moirai.nemesis.mariadb;

import java.nio.file.Path;
import java.util.Optional;
import moirai.nemesis.process.ServerNode;
import moirai.nemesis.process.ServerProcess;

/** A server in its cluster. Only the cluster knows how a dead node comes back. All nodes take reads and writes. */
final class MariadbNode extends ServerNode implements Founding.Candidate {

    private static final int ANSWER_SECONDS = 2;

    private final MariadbServer server;
    private final Membership membership;

    MariadbNode(MariadbServer server, Membership membership) {
        this.server = server;
        this.membership = membership;
    }

    MariadbServer server() {
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

    @Override
    public String url() {
        return server.url();
    }

    @Override
    public Role role() {
        return Role.PRIMARY;
    }

    @Override
    public boolean wasMember() {
        return server.wasMember();
    }

    @Override
    public Position position() {
        return state() == State.DEAD ? server.position() : Position.of(server.status(ANSWER_SECONDS));
    }

    @Override
    public Path dataDirectory() {
        return server.data();
    }

    @Override
    public Path log() {
        return server.log();
    }

    /**
     * Starts the node. A node of a cluster that has no majority, or that it cannot reach, is left running: it takes
     * connections once the others, which have what it misses, are there.
     */
    @Override
    public void start() {
        membership.start(this);
    }
}
