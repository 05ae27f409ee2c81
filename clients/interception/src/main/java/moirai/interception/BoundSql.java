package moirai.interception;

import java.util.List;

/**
 * A statement as it is executed.
 *
 * @param sql its text, with question marks
 * @param values the values of the question marks, in their order
 */
public record BoundSql(String sql, List<Object> values) {

    /** The stand-in for NULL among the values. */
    public enum Absent {
        /** NULL, or the value of a question mark that was never bound. */
        NULL;

        /** Returns a text that no value of an application is likely to have. */
        @Override
        public String toString() {
            return "NULL of SQL";
        }
    }

    public BoundSql {
        values = List.copyOf(values);
    }
}
