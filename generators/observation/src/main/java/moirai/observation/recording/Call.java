package moirai.observation.recording;

import java.util.List;
import moirai.directed.program.Origin;

/**
 * A statement that is executed.
 *
 * @param values of its question marks, in their order; {@link #NULL} for NULL
 * @param origin the line of the application that led to it
 * @param isContinued whether it is of a batch, and not the first of that
 */
public record Call(String sql, List<Object> values, Origin origin, boolean isContinued) {

    /** Stands for NULL. */
    public static final Object NULL = "NULL of SQL";

    /** Copies the list. */
    public Call {
        values = List.copyOf(values);
    }
}
