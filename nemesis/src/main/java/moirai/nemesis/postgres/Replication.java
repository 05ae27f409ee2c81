package moirai.nemesis.postgres;

import java.util.stream.Collectors;
import java.util.stream.IntStream;
import moirai.nemesis.network.Hosts;

/** The time that a commit waits for replicas: the manual, section 27.2.8, "Synchronous Replication". */
public enum Replication {
    /** Commits do not wait: PostgreSQL's default. A commit that only the primary had is lost with it. */
    ASYNC("async", "on"),
    /** Commits wait until a quorum of replicas has them on the disk. */
    SYNC("sync", "on"),
    /** Commits wait until a quorum of replicas shows them to readers. */
    APPLY("apply", "remote_apply");

    private final String label;
    private final String synchronousCommit;

    Replication(String label, String synchronousCommit) {
        this.label = label;
        this.synchronousCommit = synchronousCommit;
    }

    /** Returns the name on the command line. */
    public String label() {
        return label;
    }

    /** Describes the replication for people. */
    public String words() {
        return switch (this) {
            case ASYNC -> "asynchronous";
            case SYNC -> "synchronous";
            case APPLY -> "synchronous to the readers";
        };
    }

    String synchronousCommit() {
        return synchronousCommit;
    }

    /**
     * Returns the value of {@code synchronous_standby_names} for nodes n1 to nN, whichever of them is the primary. The
     * quorum and the primary are a majority of all nodes, so that any majority knows every commit.
     */
    String standbyNames(int nodes) {
        if (this == ASYNC || nodes == 1) {
            return "";
        }
        return IntStream.range(0, nodes)
                .mapToObj(Hosts::name)
                .collect(Collectors.joining(", ", "ANY " + nodes / 2 + " (", ")"));
    }

    /** Returns how many of the replicas have to be asked, so that one of them has every acknowledged commit. */
    int answersMin(int nodes) {
        return this == ASYNC ? 1 : nodes - nodes / 2;
    }

    @Override
    public String toString() {
        return label;
    }
}
