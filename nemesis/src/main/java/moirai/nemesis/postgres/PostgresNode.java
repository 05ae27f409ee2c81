package moirai.nemesis.postgres;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import moirai.nemesis.Node;
import moirai.nemesis.network.Links;
import moirai.nemesis.network.ProxyLinks;
import moirai.nemesis.process.ServerProcess;

/** A server in its cluster, which alone knows who is the primary and how a dead node comes back. */
final class PostgresNode implements Node {

    private final PostgresServer server;
    private final Succession succession;
    private final Optional<ProxyLinks> links;

    PostgresNode(PostgresServer server, Succession succession, Optional<ProxyLinks> links) {
        this.server = server;
        this.succession = succession;
        this.links = links;
    }

    /** The port of loopback at which another end finds it. */
    int portFor(String from) {
        return links.map(between -> between.route(
                        from, name(), new InetSocketAddress(InetAddress.getLoopbackAddress(), server.port())))
                .orElse(server.port());
    }

    PostgresServer server() {
        return server;
    }

    @Override
    public String name() {
        return server.name();
    }

    @Override
    public String url() {
        return PostgresServer.url(portFor(Links.CLIENTS));
    }

    @Override
    public Role role() {
        return succession.roleOf(this);
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
