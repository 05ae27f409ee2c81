package moirai.nemesis.injection;

import java.util.List;
import java.util.Optional;
import moirai.nemesis.Cluster;
import moirai.nemesis.ClusterException;
import moirai.nemesis.Machine;
import moirai.nemesis.Machines;
import moirai.nemesis.Node;
import moirai.nemesis.Storage;
import moirai.nemesis.faults.Victims;

/** The place of faults: the cluster, and what all faults together do to its links. */
final class Site {

    private final Cluster cluster;
    private final Optional<SharedLinks> shared;
    private final Outages outages = new Outages();
    private final Taken taken;

    private Site(Cluster cluster, Optional<SharedLinks> shared, Taken taken) {
        this.cluster = cluster;
        this.shared = shared;
        this.taken = taken;
    }

    /** @param isOverlapping whether a fault may hit a node that another fault has paused or is about to kill */
    static Site of(Cluster cluster, boolean isOverlapping) {
        return new Site(cluster, cluster.links().map(SharedLinks::new), new Taken(isOverlapping));
    }

    Cluster cluster() {
        return cluster;
    }

    /** Returns the record of the nodes that faults keep down. */
    Outages outages() {
        return outages;
    }

    /** Returns the record of the nodes that faults have made dead or paused. */
    Taken taken() {
        return taken;
    }

    /** Returns the victims that a fault may hit now. */
    List<Node> free(Victims victims) {
        return victims.among(nodes()).stream().filter(taken::isFree).toList();
    }

    /** Returns the cluster's links, for a fault that can do without. */
    Optional<SharedLinks> shared() {
        return shared;
    }

    /** Returns the cluster's links, for a fault that needs them. */
    SharedLinks links() {
        return shared.orElseThrow(() -> new ClusterException("this cluster's links cannot be cut"));
    }

    /** Returns the machine of a node, for a fault of that machine. */
    Machine machine(Node node) {
        return cluster.machines()
                .orElseThrow(() -> new ClusterException("the machines of this cluster cannot be made to fail"))
                .of(node);
    }

    /** Returns the files of the cluster, for a fault that damages them. */
    Storage storage() {
        return cluster.storage().orElseThrow(() -> new ClusterException("the files of this cluster cannot be damaged"));
    }

    List<Node> nodes() {
        return cluster.nodes();
    }

    static List<String> names(List<Node> nodes) {
        return nodes.stream().map(Node::name).toList();
    }

    /** Brings back nodes that run but cannot follow, where that is possible now; it is tried again soon. */
    void mend() {
        try {
            cluster.mend();
        } catch (ClusterException notNow) {
            System.getLogger(Site.class.getName()).log(System.Logger.Level.DEBUG, "mended later", notNow);
        }
    }

    /**
     * Undoes whatever may be left of any fault at nodes, links and machines. No failure keeps the next step from being
     * tried.
     */
    void healAll() {
        outages.clear();
        taken.clear();
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
