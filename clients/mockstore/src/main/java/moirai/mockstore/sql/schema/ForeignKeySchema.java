package moirai.mockstore.sql.schema;

import java.util.List;

/**
 * Rows of a table refer to rows of another.
 *
 * @param columns of the referring table, by number
 * @param target the table referred to
 * @param targetColumns of a key of the target, by number, in the order of {@code columns}
 */
public record ForeignKeySchema(
        String name,
        List<Integer> columns,
        String target,
        List<Integer> targetColumns,
        Action onDelete,
        Action onUpdate) {

    /** What happens to the referring rows when the row that they refer to goes. */
    public enum Action {
        /** The change is refused at the end of the statement. */
        NO_ACTION,
        /** The change is refused. */
        RESTRICT,
        /** They go, or change, too. */
        CASCADE,
        /** They refer to nothing. */
        SET_NULL
    }

    public ForeignKeySchema {
        columns = List.copyOf(columns);
        targetColumns = List.copyOf(targetColumns);
    }
}
