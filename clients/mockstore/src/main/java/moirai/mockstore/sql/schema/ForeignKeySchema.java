package moirai.mockstore.sql.schema;

import java.util.List;

/**
 * A foreign key, by which rows of a table refer to rows of another.
 *
 * @param columns of the referring table, by number
 * @param target the table referred to
 * @param targetColumns of a key of the target, by number, in the order of {@code columns}
 * @param isDeferred whether it is checked when the transaction commits: DEFERRABLE INITIALLY DEFERRED
 */
public record ForeignKeySchema(
        String name,
        List<Integer> columns,
        String target,
        List<Integer> targetColumns,
        Action onDelete,
        Action onUpdate,
        boolean isDeferred) {

    /** The treatment of referring rows when the row that they refer to is deleted or changed. */
    public enum Action {
        /** The change is refused at the end of the statement. */
        NO_ACTION,
        /** The change is refused. */
        RESTRICT,
        /** The referring rows are deleted or changed, too. */
        CASCADE,
        /** The columns of the referring rows become null. */
        SET_NULL
    }

    /** Returns this foreign key with another name of its own, and of the table that it refers to. */
    public ForeignKeySchema named(String ownName, String targetName) {
        return new ForeignKeySchema(ownName, columns, targetName, targetColumns, onDelete, onUpdate, isDeferred);
    }

    /** Returns this foreign key, checked when the transaction commits. */
    public ForeignKeySchema deferred() {
        return new ForeignKeySchema(name, columns, target, targetColumns, onDelete, onUpdate, true);
    }

    public ForeignKeySchema {
        columns = List.copyOf(columns);
        targetColumns = List.copyOf(targetColumns);
    }
}
