package moirai.sources.sql.tables;

import java.util.List;
import moirai.directed.program.Origin;

/** A rule of a table's definition beyond its key. Abstract programs know none of these rules. */
sealed interface Constraint {

    /** Returns the place of the declaration. */
    Origin origin();

    /** Returns the table whose rows the rule concerns. */
    String table();

    /** Returns the columns that the rule looks at. */
    List<String> columns();

    /** A rule that two rows may not agree, or not be too close, in these columns. */
    record Unique(Origin origin, String table, List<String> columns) implements Constraint {

        /** Copies the list. */
        public Unique {
            columns = List.copyOf(columns);
        }
    }

    /**
     * A rule that the referenced row has to exist.
     *
     * @param action what becomes of this row when the other one is deleted, such as CASCADE; empty if that is refused
     */
    record Reference(Origin origin, String table, List<String> columns, String parent, String action)
            implements Constraint {

        /** Copies the list. */
        public Reference {
            columns = List.copyOf(columns);
        }
    }

    /** A rule that each row satisfies a condition. */
    record Check(Origin origin, String table, List<String> columns, String text) implements Constraint {

        /** Copies the list. */
        public Check {
            columns = List.copyOf(columns);
        }
    }

    /** A column that the database itself computes when a row is made or changed. */
    record Computed(Origin origin, String table, List<String> columns) implements Constraint {

        /** Copies the list. */
        public Computed {
            columns = List.copyOf(columns);
        }
    }
}
