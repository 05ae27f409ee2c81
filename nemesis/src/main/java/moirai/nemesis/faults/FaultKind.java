package moirai.nemesis.faults;

import java.util.Optional;
import moirai.nemesis.Cluster;
import moirai.nemesis.ClusterException;
import moirai.nemesis.MachinePart;
import moirai.nemesis.Machines;
import moirai.nemesis.Storage;
import moirai.nemesis.network.Links;
import moirai.nemesis.network.lab.LabHosts;

/** A kind of fault, by its name on the command line. */
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
            Need.LINKS_BETWEEN_NODES,
            "nodes cannot reach each other, or one cannot reach its clients: halves,"
                    + " isolated nodes, a bridge, a ring of majorities, one way only"),
    SLOW("slow", 5, Need.LINKS, "all that goes to and from a node takes 10 to 200 ms longer"),
    LOSS("loss", 7, Need.LOSSY_LINKS, "5 to 40 % of the packets to and from a node are lost"),
    CUT("cut", 6, Need.LINKS, "connections of clients break while their answer, such as a commit's, is under way"),
    CLOCK("clock", 8, Need.CLOCK, "a node's time of day jumps, up to minutes forth or back, strobes or drifts"),
    DISK(
            "disk",
            9,
            Need.DISK,
            "fsync takes 20 to 500 ms longer, or fails, or 1 to 20 % of syncs and writes fail; a node whose disk failed"
                    + " is started again later"),
    FULL("full", 10, Need.SPACE, "no room is left on a node's disk; it is started again later, with room"),
    POWER("power", 11, Need.POWER, "a node loses its power and all that was not fsynced; started again later"),
    DAMAGE(
            "damage",
            13,
            Need.FILES,
            "files of a node's tables are damaged while it is down: flipped bits, lost or zeroed pages, an old"
                    + " file; it becomes a copy of another node later, or the damage stays"),
    MEMBER("member", 14, Need.COPIES, "a node leaves in good order, and comes back without data, as a copy of another"),
    UPGRADE(
            "upgrade",
            15,
            Need.VERSION,
            "all nodes get another version of the servers, once: first the replicas, and the primary later"),
    STARVE("starve", 12, Need.CPU, "a node's processes run 5 to 40 % of the time");

    /** A capability that a cluster must have for a fault. */
    public enum Need {
        PROCESSES("nodes that are processes of this machine"),
        FAILOVER("a cluster that moves its primary when told to"),
        LINKS("connections that go through Moirai"),
        LINKS_BETWEEN_NODES("links between nodes that Moirai can cut"),
        LOSSY_LINKS("hosts of a lab for the nodes, and iptables"),
        CLOCK(MachinePart.CLOCK, "a C compiler, for a library that servers load"),
        DISK(MachinePart.DISK, "a C compiler, for a library that servers load"),
        SPACE(MachinePart.SPACE, "a C compiler, for a library that servers load"),
        POWER(MachinePart.POWER, "root, mkfs.ext4 and xfs_io, for a file system of each node's own"),
        FILES("nodes whose files Moirai knows"),
        COPIES("nodes that can be made copies of others"),
        VERSION("servers of a second version, by --upgrade-to"),
        CPU(MachinePart.CPU, "nodes that are processes of this machine");

        private final String words;
        private final Optional<MachinePart> part;

        Need(String words) {
            this(Optional.empty(), words);
        }

        Need(MachinePart part, String words) {
            this(Optional.of(part), words);
        }

        Need(Optional<MachinePart> part, String words) {
            this.part = part;
            this.words = words;
        }

        /** Describes the need for people. */
        public String words() {
            return words;
        }

        /**
         * Returns whether the primary can be moved. Links are not needed for that but used, and links have to be
         * requested before the start.
         */
        private static boolean isMovable(Cluster cluster) {
            cluster.links();
            return cluster.failover().isPresent();
        }

        /** Returns what is missing; if nothing is, prepares the cluster for the fault. */
        private Optional<String> lack(Cluster cluster) {
            return switch (this) {
                case PROCESSES -> Optional.empty();
                case FAILOVER -> unless(isMovable(cluster));
                case LINKS -> unless(cluster.links().isPresent());
                case LINKS_BETWEEN_NODES ->
                    unless(cluster.links().filter(Need::canPart).isPresent(), LabHosts.problem());
                case LOSSY_LINKS ->
                    unless(cluster.links().filter(Links::canLose).isPresent(), LabHosts.lossProblem());
                case COPIES ->
                    unless(cluster.storage().filter(Storage::canRenew).isPresent());
                case FILES -> unless(cluster.storage().isPresent());
                case VERSION -> unless(cluster.upgrade().isPresent());
                case CLOCK, DISK, SPACE, POWER, CPU ->
                    cluster.machines().map(this::lack).orElse(unless(false));
            };
        }

        /** Returns whether there is a link to cut; a single node is cut off from its clients. */
        private static boolean canPart(Links links) {
            return links.joinNodes() || links.ends().size() == 2;
        }

        /** @param problem what keeps this machine from having it, if the machine is why */
        private Optional<String> unless(boolean isMet, Optional<String> problem) {
            return isMet
                    ? Optional.empty()
                    : problem.map(why -> words + ": " + why).or(() -> unless(false));
        }

        private Optional<String> unless(boolean isMet) {
            return isMet ? Optional.empty() : Optional.of(words + ", which this database has not");
        }

        private Optional<String> lack(Machines machines) {
            MachinePart asked = part.orElseThrow();
            Optional<String> lack = machines.lack(asked);
            if (lack.isEmpty()) {
                machines.expect(asked);
            }
            return lack;
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

    /** Returns the name on the command line and in files. */
    public String label() {
        return label;
    }

    /** Describes what the fault does, for people. */
    public String words() {
        return words;
    }

    public Need need() {
        return need;
    }

    /**
     * Returns the part of a seed that this kind draws from. It never changes, so that a new kind changes no schedule of
     * the others.
     */
    long seedPart() {
        return seedPart;
    }

    /** Returns whether faults of this kind are over as soon as they are injected. */
    boolean isBrief() {
        return switch (this) {
            case RESTART, CUT -> true;
            case KILL,
                    PAUSE,
                    FAILOVER,
                    PARTITION,
                    SLOW,
                    LOSS,
                    CLOCK,
                    DISK,
                    FULL,
                    POWER,
                    DAMAGE,
                    MEMBER,
                    UPGRADE,
                    STARVE -> false;
        };
    }

    /** Returns what this cluster lacks for the fault, in words; empty if the fault can be injected there. */
    public Optional<String> lack(Cluster cluster) {
        return need.lack(cluster).map(lack -> "'" + label + "' needs " + lack);
    }

    /**
     * Prepares the cluster for this kind of fault.
     *
     * @throws ClusterException if the cluster lacks something for it
     */
    public void require(Cluster cluster) {
        lack(cluster).ifPresent(lack -> {
            throw new ClusterException(lack);
        });
    }
}
