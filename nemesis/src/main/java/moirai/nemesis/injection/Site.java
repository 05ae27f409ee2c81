package moirai.nemesis.injection;

import java.util.List;
import java.util.Optional;
import moirai.nemesis.Cluster;
import moirai.nemesis.ClusterException;
import moirai.nemesis.Machine;
import moirai.nemesis.Machines;
import moirai.nemesis.Node;

/** Where faults happen: the cluster, and what all of them together do to its links. */
final class Site {

    private final Cluster cluster;
    private final Optional<SharedLinks> shared;
    private final Outages outages = new Outages();

    private Site(Cluster cluster, Optional<SharedLinks> shared) {
        this.cluster = cluster;
        this.shared = shared;
    }

    static Site of(Cluster cluster) {
        return new Site(cluster, cluster.links().map(SharedLinks::new));
    }

    Cluster cluster() {
        return cluster;
    }

    /** Which nodes faults keep down. */
    Outages outages() {
        return outages;
    }

    /** The cluster's links, for a fault that can do without. */
    Optional<SharedLinks> shared() {
        return shared;
    }

    /** The cluster's links, for a fault that cannot do without. */
    SharedLinks links() {
        return shared.orElseThrow(() -> new ClusterException("this cluster's links cannot be cut"));
    }

    /** The machine of a node, for a fault of it. */
    Machine machine(Node node) {
        return cluster.machines()
                .orElseThrow(() -> new ClusterException("the machines of this cluster cannot be made to fail"))
                .of(node);
    }

    List<Node> nodes() {
        return cluster.nodes();
    }

    static List<String> names(List<Node> nodes) {
        return nodes.stream().map(Node::name).toList();
    }

    /** Brings back who runs and yet cannot follow, where that is possible now; it is tried again soon. */
    void mend() {
        try {
            cluster.mend();
        } catch (ClusterException notNow) {
            System.getLogger(Site.class.getName()).log(System.Logger.Level.DEBUG, "mended later", notNow);
        }
    }

    /**
     * Undoes whatever may be left of any fault: dead and paused nodes, links, and machines. No failure keeps what
     * follows from being tried.
     */
    void healAll() {
        outages.clear();
        Each.of(
                List.<Runnable>of(
                        () -> shared.ifPresent(SharedLinks::openAll),
                        () -> cluster.machines().ifPresent(Machines::mendAll),
                        () -> Each.of(nodes(), Node::resume),
                        cluster::start,
                        this::requireRunning),
                Runnable::run);
    }

    private void requireRunning() {
        List<String> left = names(nodes().stream()
                .filter(node -> node.state() != Node.State.RUNNING)
                .toList());
        if (!left.isEmpty()) {
            throw new ClusterException("still not running: " + String.join(", ", left));
        }
    }
}
