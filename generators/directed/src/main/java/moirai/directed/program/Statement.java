package moirai.directed.program;

import java.util.List;
import java.util.stream.Stream;

/** One statement on one table. It runs only where its guard, the path condition of the program, holds. */
public sealed interface Statement extends Step {

    /**
     * Reads rows.
     *
     * @param fields what the transaction uses of them; may be empty, for counts and for tests of existence
     */
    record Select(String label, String table, List<String> fields, Condition where, Pick pick, Condition guard)
            implements Statement {

        /** Copies the list. */
        public Select {
            fields = List.copyOf(fields);
        }
    }

    /** Makes a row. A row that is there is replaced, as an upsert would: what weak stores do with equal keys. */
    record Insert(String label, String table, List<Assignment> values, Condition guard) implements Statement {

        /** Copies the list. */
        public Insert {
            values = List.copyOf(values);
        }

        @Override
        public Condition where() {
            return Condition.always();
        }
    }

    /**
     * Changes the rows that match.
     *
     * @param atomic whether the database reads and writes each row as one step, as {@code SET n = n + 1} does where
     *     rows are locked: no earlier write of the changed fields is missed, at any level
     */
    record Update(String label, String table, List<Assignment> set, Condition where, Condition guard, boolean atomic)
            implements Statement {

        /** Copies the list. */
        public Update {
            set = List.copyOf(set);
        }
    }

    /** Removes the rows that match. */
    record Delete(String label, String table, Condition where, Condition guard) implements Statement {}

    /** The table that it reads or writes. */
    String table();

    /** Which rows; always true for inserts. */
    Condition where();

    /** When it runs at all. */
    Condition guard();

    /** The values that it writes; none for reads and deletes. */
    default List<Assignment> assignments() {
        return switch (this) {
            case Insert insert -> insert.values();
            case Update update -> update.set();
            case Select select -> List.of();
            case Delete delete -> List.of();
        };
    }

    /** Everything that it computes, with all parts. */
    default Stream<Expression> expressions() {
        return Stream.of(
                        where().expressions(),
                        guard().expressions(),
                        assignments().stream()
                                .flatMap(assignment -> assignment.value().parts()))
                .flatMap(part -> part);
    }
}
