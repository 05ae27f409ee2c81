package moirai.nemesis.injection;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;
import moirai.nemesis.Cluster;
import moirai.nemesis.ClusterException;
import moirai.nemesis.Failover;
import moirai.nemesis.Machines;
import moirai.nemesis.Node;
import moirai.nemesis.PrimaryMove;
import moirai.nemesis.Storage;
import moirai.nemesis.Upgrade;
import moirai.nemesis.network.Links;

/** A cluster of objects that record what was done to them; the first node is the primary. */
final class FakeCluster implements Cluster, Failover, Links {

    private final List<FakeNode> nodes;
    private final Set<String> wrong = new TreeSet<>();
    private final List<String> log = new ArrayList<>();
    private final FakeMachines machines = new FakeMachines();
    private final List<PrimaryMove> moves = new ArrayList<>();
    private Optional<Path> table = Optional.empty();
    private int failingStarts;
    private boolean startsNeedLinks;
    private boolean isOrderly;
    private boolean failsUpgrade;
    private volatile boolean isUpgraded;
    private final Upgrade upgrade = new FakeUpgrade();

    FakeCluster(int count) {
        nodes = IntStream.rangeClosed(1, count)
                .mapToObj(number -> new FakeNode("n" + number, number == 1))
                .toList();
    }

    /** Returns what was done, in order, with what was done to machines at the end. */
    synchronized List<String> log() {
        var all = new ArrayList<>(log);
        all.addAll(machines.log());
        return all;
    }

    /** Returns what is wrong now: dead and paused nodes, cut and slow ways, failing machines. */
    synchronized Set<String> wrong() {
        var all = new TreeSet<>(wrong);
        all.addAll(machines.wrong());
        return all;
    }

    /** Makes its failovers switchovers from now on. */
    synchronized void switchOverInGoodOrder() {
        isOrderly = true;
    }

    @Override
    public synchronized boolean isOrderly() {
        return isOrderly;
    }

    /** Reports that it has replaced its primary by itself, just now. */
    synchronized void moveByItself(String from, String to) {
        moves.add(new PrimaryMove(from, to, System.nanoTime()));
    }

    @Override
    public synchronized List<PrimaryMove> ownMoves() {
        var taken = List.copyOf(moves);
        moves.clear();
        return taken;
    }

    synchronized void failStarts(int count) {
        failingStarts = count;
    }

    /** Refuses to start nodes from now on as long as anything is cut. */
    synchronized void refuseStartsBehindCuts() {
        startsNeedLinks = true;
    }

    private synchronized void did(String what, String wrongNow, boolean isWrong) {
        log.add(what);
        if (isWrong) {
            wrong.add(wrongNow);
        } else {
            wrong.remove(wrongNow);
        }
    }

    @Override
    public void start() {
        nodes.forEach(FakeNode::start);
    }

    @Override
    public void stop() {}

    @Override
    public List<Node> nodes() {
        return List.copyOf(nodes);
    }

    @Override
    public String user() {
        return "";
    }

    @Override
    public String password() {
        return "";
    }

    @Override
    public String describe() {
        return "fake";
    }

    @Override
    public void close() {}

    @Override
    public Optional<Failover> failover() {
        return nodes.size() > 1 ? Optional.of(this) : Optional.empty();
    }

    @Override
    public Optional<Links> links() {
        return Optional.of(this);
    }

    /** Returns the one file of its table, as it is now; empty before a node was shut down. */
    synchronized Optional<Path> table() {
        return table;
    }

    FakeMachines fakeMachines() {
        return machines;
    }

    @Override
    public Optional<Machines> machines() {
        return Optional.of(machines);
    }

    @Override
    public Optional<Storage> storage() {
        return Optional.of(new FakeStorage());
    }

    @Override
    public Optional<Upgrade> upgrade() {
        return Optional.of(upgrade);
    }

    /** Makes the beginning of its upgrade fail. */
    synchronized void failUpgrade() {
        failsUpgrade = true;
    }

    /** All nodes at once, in two steps. */
    private final class FakeUpgrade implements Upgrade {

        @Override
        public String words() {
            return "from 1 to 2";
        }

        @Override
        public boolean isDone() {
            return isUpgraded;
        }

        @Override
        public void begin() {
            did("begin upgrade", "", false);
            if (failsUpgrade) {
                throw new ClusterException("no way");
            }
        }

        @Override
        public void complete() {
            if (!isUpgraded) {
                did("complete upgrade", "", false);
                isUpgraded = true;
            }
        }
    }

    /** One file, which has another content each time. */
    private final class FakeStorage implements Storage {

        @Override
        public int pageBytes() {
            return 8;
        }

        @Override
        public List<Path> shutDown(Node node) {
            node.kill();
            try {
                Path file = table.isPresent() ? table.get() : Files.createTempFile("table", ".data");
                table = Optional.of(file);
                file.toFile().deleteOnExit();
                Files.writeString(file, "x", StandardOpenOption.APPEND);
                return List.of(file);
            } catch (IOException failed) {
                throw new UncheckedIOException(failed);
            }
        }

        @Override
        public boolean canRenew() {
            return nodes.size() > 1;
        }

        @Override
        public void renew(Node node) {
            did("renew " + node.name(), "", false);
            node.kill();
            node.start();
        }
    }

    @Override
    public Node failOver() {
        FakeNode chosen = nodes.stream()
                .filter(node -> node.role() == Node.Role.REPLICA && node.state() == Node.State.RUNNING)
                .findFirst()
                .orElseThrow(() -> new ClusterException("no replica runs"));
        promote(chosen);
        return chosen;
    }

    @Override
    public void promote(Node promoted) {
        for (FakeNode node : nodes) {
            if (node.isPrimary) {
                node.kill();
            }
            node.isPrimary = node.name().equals(promoted.name());
        }
    }

    @Override
    public List<String> ends() {
        return List.of("clients", "n1", "n2", "n3").subList(0, nodes.size() + 1);
    }

    @Override
    public void cut(String from, String to) {
        did("cut " + from + " " + to, "cut " + from + " " + to, true);
    }

    @Override
    public void heal(String from, String to) {
        did("heal " + from + " " + to, "cut " + from + " " + to, false);
    }

    @Override
    public void delay(String from, String to, Duration delay, Duration jitter) {
        did("delay " + from + " " + to + " " + delay.toMillis(), "slow " + from + " " + to, !delay.isZero());
    }

    @Override
    public boolean canLose() {
        return true;
    }

    @Override
    public void loss(String from, String to, double probability) {
        did("loss " + from + " " + to + " " + probability, "lossy " + from + " " + to, probability > 0);
    }

    @Override
    public void reset(String from, String to) {
        did("reset " + from + " " + to, "", false);
    }

    @Override
    public synchronized void healAll() {
        wrong.removeIf(what -> what.startsWith("cut") || what.startsWith("slow") || what.startsWith("lossy"));
    }

    private final class FakeNode implements Node {

        private final String name;
        private volatile State state = State.RUNNING;
        private volatile boolean isPrimary;

        FakeNode(String name, boolean isPrimary) {
            this.name = name;
            this.isPrimary = isPrimary;
        }

        @Override
        public String name() {
            return name;
        }

        @Override
        public String url() {
            return "";
        }

        @Override
        public Role role() {
            return isPrimary ? Role.PRIMARY : Role.REPLICA;
        }

        @Override
        public State state() {
            return state;
        }

        @Override
        public List<Long> pids() {
            return List.of(ProcessHandle.current().pid());
        }

        @Override
        public Path dataDirectory() {
            return Path.of("/");
        }

        @Override
        public Path log() {
            return Path.of("/");
        }

        @Override
        public void copyLog(Path to) {}

        /** Kills the node. A dead node is no longer paused. */
        @Override
        public void kill() {
            synchronized (FakeCluster.this) {
                state = State.DEAD;
                wrong.remove("paused " + name);
                did("kill " + name, "dead " + name, true);
            }
        }

        @Override
        public void start() {
            synchronized (FakeCluster.this) {
                if (state != State.DEAD) {
                    return;
                }
                if (startsNeedLinks && wrong.stream().anyMatch(what -> what.startsWith("cut"))) {
                    throw new ClusterException(name + " cannot reach its primary");
                }
                if (failingStarts > 0) {
                    failingStarts--;
                    throw new ClusterException(name + " does not start");
                }
                state = State.RUNNING;
                did("start " + name, "dead " + name, false);
            }
        }

        @Override
        public void pause() {
            synchronized (FakeCluster.this) {
                if (state == State.RUNNING) {
                    state = State.PAUSED;
                    did("pause " + name, "paused " + name, true);
                }
            }
        }

        @Override
        public void resume() {
            synchronized (FakeCluster.this) {
                if (state == State.PAUSED) {
                    state = State.RUNNING;
                    did("resume " + name, "paused " + name, false);
                }
            }
        }
    }
}
