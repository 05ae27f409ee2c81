package moirai.cli.options;

import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;
import moirai.nemesis.postgres.Replication;
import moirai.runs.products.Wish;
import moirai.runs.sessions.ReadsAt;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The options about a database with replicas. */
public final class ReplicaOptions {

    private static final String REPLICATION = "--replication";
    private static final String READS_AT = "--reads-at";

    @Spec(Spec.Target.MIXEE)
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

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

    /** Returns whether any of these options was given. */
    boolean isGiven() {
        return !given().isEmpty();
    }

    /** Returns the first of these options that was given; empty if none was. */
    String given() {
        return Stream.of(REPLICATION, READS_AT)
                .filter(spec.commandLine().getParseResult()::hasMatchedOption)
                .findFirst()
                .orElse("");
    }

    /**
     * Returns the replicas that the options ask for.
     *
     * @throws IllegalArgumentException if a word is unknown, in words for the user
     */
    Wish.Replicas replicas() {
        return new Wish.Replicas(
                named(REPLICATION, replication, List.of(Replication.values()), Replication::label),
                named(READS_AT, readsAt, List.of(ReadsAt.values()), ReadsAt::label));
    }

    private static <T> T named(String option, String word, List<T> all, Function<T, String> label) {
        String known = Values.known(option, word, all.stream().map(label).toList());
        return all.stream()
                .filter(candidate -> label.apply(candidate).equals(known))
                .findFirst()
                .orElseThrow();
    }
}
