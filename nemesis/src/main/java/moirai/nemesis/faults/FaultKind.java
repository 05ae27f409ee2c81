package moirai.nemesis.faults;

import java.util.Optional;
import moirai.nemesis.Cluster;
import moirai.nemesis.ClusterException;
import moirai.nemesis.network.Links;

/** What can be done to a cluster, by its name on the command line. */
public enum FaultKind {
    KILL("kill", 0, Need.PROCESSES, "kill -9 of all processes of a node; started again later"),
    PAUSE("pause", 1, Need.PROCESSES, "all processes of a node stand still, and go on later"),
    RESTART("restart", 2, Need.PROCESSES, "kill -9, and started again at once"),
    FAILOVER(
            "failover",
            3,
            Need.FAILOVER,
            "the primary is cut off from its replicas, up to a second later killed, and another node"
                    + " promoted; the old one follows later"),
    PARTITION(
            "partition",
            4,
            Need.LINKS,
            "nodes cannot reach each other, or one cannot reach its clients: halves,"
                    + " isolated nodes, a ring of majorities, one way only"),
    SLOW("slow", 5, Need.LINKS, "all that goes to and from a node takes 10 to 200 ms longer"),
    LOSS("loss", 7, Need.LOSSY_LINKS, "5 to 40 % of the packets to and from a node are lost"),
    CUT("cut", 6, Need.LINKS, "connections of clients break while their answer, such as a commit's, is under way");

    /** What a cluster must have for a fault. */
    public enum Need {
        PROCESSES("nodes that are processes of this machine"),
        FAILOVER("a cluster that moves its primary when told to"),
        LINKS("connections that go through Moirai"),
        LOSSY_LINKS("hosts of a lab for the nodes, and iptables");

        private final String words;

        Need(String words) {
            this.words = words;
        }

        /** For people. */
        public String words() {
            return words;
        }

        /** Links are no need of it but welcome, and who wants them has to ask before the start. */
        private static boolean isMovable(Cluster cluster) {
            cluster.links();
            return cluster.failover().isPresent();
        }

        private boolean isMetBy(Cluster cluster) {
            return switch (this) {
                case PROCESSES -> true;
                case FAILOVER -> isMovable(cluster);
                case LINKS -> cluster.links().isPresent();
                case LOSSY_LINKS -> cluster.links().filter(Links::canLose).isPresent();
            };
        }
    }

    private final String label;
    private final long seedPart;
    private final Need need;
    private final String words;

    FaultKind(String label, long seedPart, Need need, String words) {
        this.label = label;
        this.seedPart = seedPart;
        this.need = need;
        this.words = words;
    }

    /** Its name on the command line and in files. */
    public String label() {
        return label;
    }

    /** What it does, for people. */
    public String words() {
        return words;
    }

    public Need need() {
        return need;
    }

    /** Which part of a seed it draws from: the same for ever, so that a new kind changes no schedule of the others. */
    long seedPart() {
        return seedPart;
    }

    /** What this cluster lacks for it, in words; empty if it can be injected there. */
    public Optional<String> lack(Cluster cluster) {
        return need.isMetBy(cluster)
                ? Optional.empty()
                : Optional.of("'" + label + "' needs " + need.words() + ", which this database has not");
    }

    /**
     * Asks the cluster for what this needs.
     *
     * @throws ClusterException if the cluster has it not
     */
    public void require(Cluster cluster) {
        lack(cluster).ifPresent(lack -> {
            throw new ClusterException(lack);
        });
    }
}
