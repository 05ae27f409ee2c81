package moirai.mockstore.sql.control;

import java.util.List;

/** A statement about a transaction or a session. */
public sealed interface Command {

    /** Returns the labels of the columns of the rows that it returns; empty if it returns none. */
    default List<String> labels() {
        return List.of();
    }

    /** Begins a transaction with some characteristics. */
    record Begin(Characteristics characteristics) implements Command {}

    /**
     * COMMIT.
     *
     * @param chains whether a transaction of the same characteristics begins at once
     */
    record Commit(boolean chains) implements Command {}

    /**
     * ROLLBACK.
     *
     * @param chains as for {@link Commit}
     */
    record Rollback(boolean chains) implements Command {}

    record Savepoint(String name) implements Command {}

    record Release(String name) implements Command {}

    record RollbackTo(String name) implements Command {}

    /** SET TRANSACTION, or SET SESSION CHARACTERISTICS for all later transactions. */
    record SetTransaction(Characteristics characteristics, boolean allToCome) implements Command {}

    /**
     * SET CONSTRAINTS, of those that wait for the commit: they wait on, or are checked from now on at once.
     *
     * @param constraints as they are written, perhaps with a schema; all if it is empty
     */
    record SetConstraints(java.util.Set<String> constraints, boolean now) implements Command {

        public SetConstraints {
            constraints = java.util.Set.copyOf(constraints);
        }
    }

    /**
     * SET; the value is {@code default} if the setting is to be reset to its initial value.
     *
     * @param isLocal whether the transaction's end takes it back
     */
    record Set(String name, String value, boolean isLocal) implements Command {}

    /** RESET of one setting. */
    record Reset(String name) implements Command {}

    /** SHOW of one setting, or of all. */
    record Show(String name) implements Command {
        @Override
        public List<String> labels() {
            return name.equals("all")
                    ? List.of("name", "setting")
                    : List.of(
                            switch (name) {
                                case "timezone" -> "TimeZone";
                                case "datestyle" -> "DateStyle";
                                case "intervalstyle" -> "IntervalStyle";
                                default -> name;
                            });
        }
    }

    /** RESET or DISCARD of all settings. */
    record ResetAll(String tag) implements Command {

        /** Returns whether it discards all that the session has, and not its settings alone. */
        public boolean isOfAll() {
            return tag.equals("DISCARD ALL");
        }
    }

    record Listen(String channel) implements Command {}

    /**
     * UNLISTEN.
     *
     * @param channel empty for all
     */
    record Unlisten(String channel) implements Command {}

    record Notify(String channel, String payload) implements Command {}

    /** CHECKPOINT: makes the committed data the initial state. */
    record Checkpoint() implements Command {}

    /** A command that has no effect here, such as VACUUM. */
    record Nothing(String tag) implements Command {}

    /**
     * TRUNCATE.
     *
     * @param tables as they are written, perhaps with a schema
     */
    record Truncate(List<String> tables, boolean restart, boolean cascade) implements Command {

        public Truncate {
            tables = List.copyOf(tables);
        }
    }

    /** LOCK TABLE in any of its modes. */
    record Lock(List<String> tables) implements Command {

        public Lock {
            tables = List.copyOf(tables);
        }
    }

    /** EXPLAIN ANALYZE of a query. */
    record Explain(String query) implements Command {
        @Override
        public List<String> labels() {
            return List.of("QUERY PLAN");
        }
    }

    /**
     * The requested characteristics of a transaction.
     *
     * @param isolation such as {@code serializable}; empty if not given
     * @param access {@code read only} or {@code read write}; empty if not given
     */
    record Characteristics(String isolation, String access) {

        /** The value for a command that requests no characteristics. */
        public static final Characteristics NONE = new Characteristics("", "");
    }
}
