package moirai.runs.sessions;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import moirai.nemesis.Cluster;
import moirai.nemesis.Failover;
import moirai.nemesis.Node;

/** A cluster without servers, whose nodes have the states that the test sets. */
final class StubCluster implements Cluster, Failover {

    private final List<StubNode> nodes = new ArrayList<>();
    private final boolean hasOnePrimary;

    /** Creates a cluster. If it has one primary, that is the first node; otherwise all nodes are primaries. */
    StubCluster(int count, boolean hasOnePrimary) {
        this.hasOnePrimary = hasOnePrimary;
        for (int number = 1; number <= count; number++) {
            nodes.add(
                    new StubNode("n" + number, number == 1 || !hasOnePrimary ? Node.Role.PRIMARY : Node.Role.REPLICA));
        }
    }

    @Override
    public void start() {}

    @Override
    public void stop() {}

    @Override
    public List<Node> nodes() {
        return List.copyOf(nodes);
    }

    @Override
    public String user() {
        return "somebody";
    }

    @Override
    public String password() {
        return "";
    }

    @Override
    public String describe() {
        return "no servers";
    }

    @Override
    public void close() {}

    @Override
    public Optional<Failover> failover() {
        return hasOnePrimary ? Optional.of(this) : Optional.empty();
    }

    @Override
    public Node failOver() {
        throw new UnsupportedOperationException();
    }

    @Override
    public void promote(Node node) {
        for (StubNode each : nodes) {
            if (each.equals(node)) {
                each.role = Node.Role.PRIMARY;
            } else if (each.role == Node.Role.PRIMARY) {
                each.kill();
                each.role = Node.Role.REPLICA;
            }
        }
    }

    /** A node without a server. */
    private static final class StubNode implements Node {

        private final String name;
        private Role role;
        private State state = State.RUNNING;

        private StubNode(String name, Role role) {
            this.name = name;
            this.role = role;
        }

        @Override
        public String name() {
            return name;
        }

        @Override
        public String url() {
            return "stub:" + name;
        }

        @Override
        public Role role() {
            return role;
        }

        @Override
        public State state() {
            return state;
        }

        @Override
        public List<Long> pids() {
            return List.of();
        }

        @Override
        public Path dataDirectory() {
            return Path.of(name);
        }

        @Override
        public Path log() {
            return Path.of(name, "log");
        }

        @Override
        public void copyLog(Path to) {}

        @Override
        public void kill() {
            state = State.DEAD;
        }

        @Override
        public void start() {
            state = State.RUNNING;
        }

        @Override
        public void pause() {
            state = State.PAUSED;
        }

        @Override
        public void resume() {
            state = State.RUNNING;
        }
    }
}
