package moirai.nemesis.injection;

import java.util.List;
import java.util.Optional;
import moirai.nemesis.Cluster;
import moirai.nemesis.ClusterException;
import moirai.nemesis.Node;

/** Where faults happen: the cluster, and what all of them together do to its links. */
record Site(Cluster cluster, Optional<SharedLinks> shared) {

    static Site of(Cluster cluster) {
        return new Site(cluster, cluster.links().map(SharedLinks::new));
    }

    /** The cluster's links, for a fault that cannot do without. */
    SharedLinks links() {
        return shared.orElseThrow(() -> new ClusterException("this cluster's links cannot be cut"));
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

    /** Undoes whatever may be left of any fault: dead and paused nodes, and links. */
    void healAll() {
        shared.ifPresent(SharedLinks::openAll);
        nodes().forEach(Node::resume);
        cluster.start();
        List<String> left = names(nodes().stream()
                .filter(node -> node.state() != Node.State.RUNNING)
                .toList());
        if (!left.isEmpty()) {
            throw new ClusterException("still not running: " + String.join(", ", left));
        }
    }
}
