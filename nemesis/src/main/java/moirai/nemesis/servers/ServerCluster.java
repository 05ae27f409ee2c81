package moirai.nemesis.servers;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import moirai.nemesis.Cluster;
import moirai.nemesis.ClusterException;
import moirai.nemesis.Machines;
import moirai.nemesis.Node;
import moirai.nemesis.Storage;
import moirai.nemesis.machine.LocalMachine;
import moirai.nemesis.machine.LocalMachines;
import moirai.nemesis.network.Hosts;
import moirai.nemesis.process.Instance;
import moirai.nemesis.process.ServerProcess;
import moirai.nemesis.process.StateDirectory;
import moirai.nemesis.process.Steps;

/**
 * A cluster whose nodes are servers of this machine: the part that does not depend on the product.
 *
 * <p>It keeps nothing: its data directories are deleted by {@link #close}, or by its watchdogs within seconds after
 * this process has died, or else by the next start. Thread-safe.
 *
 * @param <N> the product's nodes
 */
public abstract class ServerCluster<N extends ServerNode> implements Cluster {

    private final String product;
    private final String label;
    private final int count;
    private final LocalMachines machines;

    /** The nodes, replaced as a whole; empty before the first start and after the end. */
    private volatile List<N> nodes = List.of();

    /** The files of the cluster; empty before the first start and after the end. */
    private Optional<Instance> instance = Optional.empty();

    /**
     * Makes a cluster that is not started and has no files.
     *
     * @param product the product's name in error messages
     * @param label the prefix of the names of clusters' directories
     * @param count the number of nodes
     */
    protected ServerCluster(String product, String label, int count, LocalMachines machines) {
        this.product = product;
        this.label = label;
        this.count = count;
        this.machines = machines;
    }

    /** Makes a node and its files. */
    protected interface NodeMaker<N> {

        /** Makes the node of this index, which counts from 0, on its machine. */
        N make(int index, LocalMachine machine) throws IOException;
    }

    /**
     * Prepares what nodes share, such as programs and templates. Runs {@linkplain StateDirectory#exclusively
     * exclusively}.
     */
    protected abstract NodeMaker<N> prepare(StateDirectory state, Instance made) throws IOException;

    /** Starts nodes that never ran, and returns when they can be used. */
    protected abstract void begin(List<N> made);

    /** Starts the dead nodes, and returns when all nodes can be used. */
    protected abstract void startAll();

    /** Forgets the nodes, which have ended, and gives up what else the product has; does nothing the second time. */
    protected abstract void end();

    /** Describes the product and the cluster's arrangement for people. */
    protected abstract String words();

    @Override
    public final synchronized void start() {
        if (instance.isPresent()) {
            startAll();
            return;
        }
        try {
            nodes = install();
            begin(nodes);
        } catch (IOException | UncheckedIOException e) {
            close();
            throw new ClusterException(product + " could not be set up: " + e, e);
        } catch (RuntimeException e) {
            close();
            throw e;
        }
    }

    /** Makes the files of servers that have not run yet, after clearing what dead owners left. */
    private List<N> install() throws IOException {
        var state = StateDirectory.open();
        return state.exclusively(() -> {
            Instance.clearLeftovers(state);
            var made = Instance.create(state, label);
            instance = Optional.of(made);
            NodeMaker<N> maker = prepare(state, made);
            var all = new ArrayList<N>();
            for (int index = 0; index < count; index++) {
                all.add(maker.make(index, machines.make(made.node(Hosts.name(index)))));
            }
            return List.copyOf(all);
        });
    }

    @Override
    public final synchronized void stop() {
        nodes.forEach(ServerNode::resume);
        inOrderOfStop().forEach(node -> node.process().ifPresent(ServerProcess::stop));
    }

    /** Returns the nodes in the order in which they are to be stopped. */
    protected List<N> inOrderOfStop() {
        return nodes;
    }

    /** {@inheritDoc} Each step is tried, whatever becomes of those before it. */
    @Override
    public final synchronized void close() {
        var steps = new ArrayList<Runnable>(List.of(machines::close));
        // What they have is deleted, so there is no reason to end them in good order.
        nodes.forEach(node -> steps.add(node::discard));
        steps.add(this::end);
        instance.ifPresent(own -> steps.add(own::remove));
        nodes = List.of();
        instance = Optional.empty();
        Steps.all(steps);
    }

    /** Returns whether the cluster has files: it was started, and not closed since. */
    protected final synchronized boolean isInstalled() {
        return instance.isPresent();
    }

    /** Returns whether the planned failures require servers to bring what they acknowledge to the disk. */
    protected final boolean needsSync() {
        return machines.needsSync();
    }

    /** Returns all nodes in order. */
    protected final List<N> servers() {
        return nodes;
    }

    /** Returns the first node of a cluster that was started. */
    protected final N first() {
        return nodes.stream().findFirst().orElseThrow(() -> new IllegalStateException("the cluster is not running"));
    }

    @Override
    public final List<Node> nodes() {
        return List.copyOf(nodes);
    }

    @Override
    public final Optional<Machines> machines() {
        return Optional.of(machines);
    }

    /** Returns what the product knows of the files of its tables; empty if nothing. */
    protected Optional<TableFiles<N>> tableFiles() {
        return Optional.empty();
    }

    @Override
    public final Optional<Storage> storage() {
        return tableFiles().map(files -> new ServerStorage<>(files, this::servers, this::isOwn));
    }

    private synchronized boolean isOwn(Path file) {
        return instance.filter(own -> own.isIn(file)).isPresent();
    }

    @Override
    public final String describe() {
        List<N> all = nodes;
        if (all.isEmpty()) {
            return words() + ", not started";
        }
        return all.stream().allMatch(node -> node.state() == Node.State.DEAD)
                ? words() + ", stopped"
                : all.stream()
                        .map(ServerNode::address)
                        .collect(Collectors.joining(", ", words() + " on ", ", removed at the end"));
    }
}
