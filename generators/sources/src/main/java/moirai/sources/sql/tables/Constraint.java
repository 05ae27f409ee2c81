package moirai.sources.sql.tables;

import java.util.List;
import moirai.directed.program.Origin;

/** What the definition of a table demands or does beyond its key, none of which abstract programs know. */
sealed interface Constraint {

    /** Where it is declared. */
    Origin origin();

    /** The table whose rows it is about. */
    String table();

    /** The columns that it looks at. */
    List<String> columns();

    /** Two rows may not agree, or not be too close, in these columns. */
    record Unique(Origin origin, String table, List<String> columns) implements Constraint {

        /** Copies the list. */
        public Unique {
            columns = List.copyOf(columns);
        }
    }

    /**
     * The row that is named has to be there.
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

    /** Each row satisfies a condition. */
    record Check(Origin origin, String table, List<String> columns, String text) implements Constraint {

        /** Copies the list. */
        public Check {
            columns = List.copyOf(columns);
        }
    }

    /** The database itself computes the column when a row is made or changed. */
    record Computed(Origin origin, String table, List<String> columns) implements Constraint {

        /** Copies the list. */
        public Computed {
            columns = List.copyOf(columns);
        }
    }
}
