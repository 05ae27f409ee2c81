package moirai.scheduling;

import java.util.List;

/**
 * A statement as it is executed.
 *
 * @param sql with question marks
 * @param values of these, in their order
 */
public record BoundSql(String sql, List<Object> values) {

    /** Stands for NULL among the values. */
    public enum Absent {
        /** NULL, or what was never bound. */
        NULL
    }

    /** Copies the list. */
    public BoundSql {
        values = List.copyOf(values);
    }
}
