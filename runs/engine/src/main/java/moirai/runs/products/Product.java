package moirai.runs.products;

import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.Collectors;
import moirai.generators.Structure;
import moirai.generators.Workload;
import moirai.history.level.IsolationLevel;
import moirai.reenactment.databases.CaseEngine;
import moirai.runs.Target;

/** A kind of database that Moirai can make for a run. */
public interface Product {

    /** Returns the name that follows {@code --db}, up to a colon. */
    String name();

    /** Returns how many nodes can be requested, as the argument after the colon; one number if there is no choice. */
    default NodeCounts nodeCounts() {
        return NodeCounts.ONE;
    }

    /**
     * Returns the name with its possible argument, as help writes it: {@code galera[:N]}; the name alone if there is
     * none.
     */
    default String form() {
        return nodeCounts().isChoice() ? name() + "[:N]" : name();
    }

    /** Returns all arguments that may follow the colon, for messages; empty if there are none. */
    default List<String> arguments() {
        return nodeCounts().isChoice() ? nodeCounts().labels() : List.of();
    }

    /** Returns the argument after the colon in its canonical spelling; empty if it is unknown. */
    default Optional<String> argument(String text) {
        return arguments().contains(text) ? Optional.of(text) : Optional.empty();
    }

    /** Returns a description in one line for people. */
    String describe(String argument);

    /**
     * Returns why it cannot be made on this machine, with the command that mends it; empty if no obstacle is known.
     * Nothing is started to find the answer.
     */
    default Optional<String> problem(String argument) {
        return Optional.empty();
    }

    /** Returns the levels that can be requested, from weak to strong. */
    List<String> levels();

    /** Returns a level in its canonical spelling; empty if it is unknown. */
    default Optional<String> level(String text) {
        return levels().contains(text) ? Optional.of(text) : Optional.empty();
    }

    /**
     * Returns the level that sessions will request.
     *
     * @throws IllegalArgumentException if the wish contradicts itself, with a message for the user
     */
    String isolation(Wish wish);

    /** Returns the number of servers that sessions are spread over. */
    default int nodeCount(String argument) {
        return nodeCounts().isChoice() && !argument.isEmpty()
                ? Integer.parseInt(argument)
                : nodeCounts().usual();
    }

    /** Returns whether a database with this argument has nodes that follow a primary. */
    default boolean hasReplicas(String argument) {
        return false;
    }

    /** Returns whether users choose a consistency for it instead of an isolation level. */
    default boolean hasConsistency() {
        return false;
    }

    /** Returns whether it has servers that Moirai starts, with variables that can be set. */
    default boolean hasServerSettings() {
        return false;
    }

    /** Returns whether it has servers of several versions, which can be brought from one to another. */
    default boolean hasServerVersions() {
        return false;
    }

    /** Returns whether its servers need other things of a machine for the same faults than PostgreSQL's do. */
    default boolean hasFaultNeeds() {
        return false;
    }

    /** Returns the version of the JDK that its servers run on; empty if they need none. */
    default OptionalInt jdk() {
        return OptionalInt.empty();
    }

    /** Returns the structures that its keys can hold, which decide the workloads that it runs. */
    Set<Structure> structures();

    /** Returns whether its transactions can read all lists in a range of keys. */
    default boolean hasScans() {
        return true;
    }

    /** Returns whether its transactions can be rolled back after their writes. */
    default boolean hasRollback() {
        return true;
    }

    /**
     * What keeps a workload from being run.
     *
     * @param why a sentence without a stop
     * @param instead options of the command line that would do
     */
    record Lack(String why, String instead) {}

    /**
     * Returns what keeps a workload from being run at a level; empty if nothing does.
     *
     * @param isolation as {@link #isolation} returns it
     */
    default Optional<Lack> lack(Workload workload, String isolation) {
        Structure asked = workload.structure();
        if (!structures().contains(asked)) {
            String others = Products.all().stream()
                    .filter(other -> other.structures().contains(asked))
                    .map(other -> "--db " + other.form())
                    .collect(Collectors.joining(" or "));
            return Optional.of(new Lack(
                    asked.label() + " does not run on " + name(),
                    others + ", or --workload " + String.join(" or ", labels())));
        }
        if (!hasScans() && workload.scans().share() > 0) {
            return Optional.of(new Lack(
                    "scans of ranges of keys do not run on " + name(), "--workload append without --scan-share"));
        }
        if (!hasRollback() && workload.abortShare() > 0) {
            return Optional.of(new Lack(name() + " has no rollback", "a workload without abort-share, such as append"));
        }
        return Optional.empty();
    }

    /** Returns the words for the structures that its keys can hold. */
    default List<String> labels() {
        return structures().stream().sorted().map(Structure::label).toList();
    }

    /**
     * Returns the target; nothing is touched yet.
     *
     * @throws IllegalArgumentException if the product cannot fulfil the wish, with a message for the user
     */
    Target target(Wish wish);

    /** Returns the engine that predicted anomalies are replayed on; empty if they are not replayed on this product. */
    default Optional<CaseEngine> engine() {
        return Optional.empty();
    }

    /** Returns the program in which a case can be shown by hand; empty if the script of a case is not in its SQL. */
    default Optional<Terminal> terminal() {
        return Optional.empty();
    }

    /** Returns whether it understands the SQL of the JUnit test that is made of a case. */
    default boolean runsEmittedTests() {
        return false;
    }

    /** A program in which people type SQL. */
    enum Terminal {
        PSQL("psql"),
        MARIADB("mariadb");

        private final String command;

        Terminal(String command) {
            this.command = command;
        }

        /** Returns the name of the program. */
        public String command() {
            return command;
        }
    }

    /** Returns whether a product and version text comes from a database of this product. */
    boolean isNamedIn(String version);

    /**
     * Returns the level that the product documents for the requested level; empty if it documents none, or the promise
     * is unknown. The promise separates a bug of the database from an expectation that is stronger than the chosen
     * level.
     */
    Optional<IsolationLevel> promise(String isolation);

    /** Returns why nothing is promised at a level that the product has; empty if there is no such reason. */
    default Optional<String> exception(String isolation) {
        return Optional.empty();
    }

    /**
     * Returns the documented level for a database with this version text, whose arrangement may weaken the promise.
     */
    default Optional<IsolationLevel> promise(String version, String isolation) {
        return promise(isolation);
    }

    /** Returns why nothing is promised at a level, for a database with this version text. */
    default Optional<String> exception(String version, String isolation) {
        return exception(isolation);
    }

    /** Returns the level that must hold by default: as a rule, the promised level. */
    default IsolationLevel expected(String isolation) {
        return promise(isolation).orElse(IsolationLevel.SERIALIZABLE);
    }
}
