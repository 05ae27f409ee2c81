package moirai.nemesis.mariadb;

import java.nio.file.Path;
import java.util.List;
import moirai.nemesis.Node;
import moirai.nemesis.process.ServerProcess;

/** A server in its cluster, which alone knows how a dead node comes back. All nodes take reads and writes. */
final class MariadbNode implements Node, Founding.Candidate {

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
    public State state() {
        return ServerProcess.stateOf(server.process());
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

    /**
     * As of any node; but one of a cluster that has no majority, or that cannot reach it, is left waiting for the
     * others, which have what it misses: it runs, and takes connections when they are there.
     */
    @Override
    public void start() {
        membership.start(this);
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
