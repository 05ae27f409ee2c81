package moirai.cli.options;

import java.util.List;
import moirai.nemesis.postgres.Replication;
import moirai.runs.products.Wish;
import moirai.runs.sessions.ReadsAt;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The options about a database with replicas. */
public final class ReplicaOptions {

    private static final String REPLICATION = "--replication";
    private static final String READS_AT = "--reads-at";

    @Mixin
    private TypedCommand command = new TypedCommand();

    @Option(
            names = REPLICATION,
            paramLabel = "MODE",
            description = "async, sync, apply: a commit waits for no replica, or until most have or show it.")
    private String replication = Replication.ASYNC.label();

    @Option(
            names = READS_AT,
            paramLabel = "WHERE",
            description = "primary (default); replicas or all: half of the sessions only read, at these nodes.")
    private String readsAt = ReadsAt.PRIMARY.label();

    /** Returns the first of these options that was given; empty if none was. */
    String given() {
        return command.first(REPLICATION, READS_AT);
    }

    /**
     * Returns the replicas that the options ask for.
     *
     * @throws IllegalArgumentException if a word is unknown, in words for the user
     */
    Wish.Replicas replicas() {
        return new Wish.Replicas(
                Values.named(REPLICATION, replication, List.of(Replication.values()), Replication::label),
                Values.named(READS_AT, readsAt, List.of(ReadsAt.values()), ReadsAt::label));
    }
}
