package moirai.runs.products;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import moirai.generators.Structure;
import moirai.history.level.IsolationLevel;
import moirai.reenactment.databases.CaseEngine;
import moirai.runs.Target;

/** A kind of database that Moirai can make for a run. */
public interface Product {

    /** What follows {@code --db}, up to a colon. */
    String name();

    /** The same with what may follow the colon, as help writes it: {@code galera:N}; the name alone for nothing. */
    String form();

    /** All that may follow the colon, for messages; empty for nothing. */
    List<String> arguments();

    /** What followed the colon in its one spelling; empty if it is unknown. */
    default Optional<String> argument(String text) {
        return arguments().contains(text) ? Optional.of(text) : Optional.empty();
    }

    /** One line for people. */
    String describe(String argument);

    /**
     * Why it cannot be made on this machine, with the command that mends it; empty if nothing known is in the way.
     * Nothing is started for the answer.
     */
    default Optional<String> problem(String argument) {
        return Optional.empty();
    }

    /** The levels that can be asked for, from weak to strong. */
    List<String> levels();

    /** A level in its one spelling; empty if it is unknown. */
    default Optional<String> level(String text) {
        return levels().contains(text) ? Optional.of(text) : Optional.empty();
    }

    /**
     * The level that sessions will ask for.
     *
     * @throws IllegalArgumentException if the wish contradicts itself, in words for the user
     */
    String isolation(Wish wish);

    /** How many servers sessions are spread over. */
    default int nodeCount(String argument) {
        return 1;
    }

    /** Whether it then has nodes that follow a primary. */
    default boolean hasReplicas(String argument) {
        return false;
    }

    /** Whether consistency is asked of it, and not isolation. */
    default boolean hasConsistency() {
        return false;
    }

    /** Whether it has servers that Moirai starts, with variables that can be set. */
    default boolean hasServerSettings() {
        return false;
    }

    /** What its keys can hold: the workloads that it runs. */
    Set<Structure> structures();

    /** Whether its transactions can read all lists in a range of keys, of those that hold lists. */
    default boolean hasScans() {
        return true;
    }

    /**
     * The target; nothing is touched yet.
     *
     * @throws IllegalArgumentException if the product cannot do what is wished, in words for the user
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

    /** Returns whether it reads the SQL of the JUnit test that is made of a case. */
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

    /** Whether a database that gives this product and version is one of these. */
    boolean isNamedIn(String version);

    /**
     * The level that the product documents for the one asked for; empty if it documents none, or we do not know. It
     * separates a bug of the database from an expectation that is stronger than the level that was chosen.
     */
    Optional<IsolationLevel> promise(String isolation);

    /** Why nothing is promised at a level that the product has; empty if there is no such reason. */
    default Optional<String> exception(String isolation) {
        return Optional.empty();
    }

    /**
     * The same for a database that gives this version: how it is arranged may take something from what is promised.
     */
    default Optional<IsolationLevel> promise(String version, String isolation) {
        return promise(isolation);
    }

    /** The same for a database that gives this version. */
    default Optional<String> exception(String version, String isolation) {
        return exception(isolation);
    }

    /** What must hold where nobody says what: as a rule, what is promised. */
    default IsolationLevel expected(String isolation) {
        return promise(isolation).orElse(IsolationLevel.SERIALIZABLE);
    }
}
