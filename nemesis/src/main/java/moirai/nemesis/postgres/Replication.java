package moirai.nemesis.postgres;

import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** How long a commit waits for replicas; the manual has it in section 27.2.8, "Synchronous Replication". */
public enum Replication {
    /** Not at all: PostgreSQL's default. A commit that only the primary knew is lost with it. */
    ASYNC("async", "on"),
    /** Until a quorum of replicas has it on the disk. */
    SYNC("sync", "on"),
    /** Until a quorum of replicas shows it to readers. */
    APPLY("apply", "remote_apply");

    private final String label;
    private final String synchronousCommit;

    Replication(String label, String synchronousCommit) {
        this.label = label;
        this.synchronousCommit = synchronousCommit;
    }

    /** The word for it on the command line. */
    public String label() {
        return label;
    }

    /** In words, for people. */
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
     * The value of {@code synchronous_standby_names} for nodes n1 to nN, whichever of them is the primary. With it and
     * the primary, a majority of all nodes has every commit, so that any majority knows all of them.
     */
    String standbyNames(int nodes) {
        if (this == ASYNC || nodes == 1) {
            return "";
        }
        return IntStream.rangeClosed(1, nodes)
                .mapToObj(number -> "n" + number)
                .collect(Collectors.joining(", ", "ANY " + nodes / 2 + " (", ")"));
    }

    /** How many of the replicas have to be asked, so that one of them has every acknowledged commit. */
    int answersMin(int nodes) {
        return this == ASYNC ? 1 : nodes - nodes / 2;
    }

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
