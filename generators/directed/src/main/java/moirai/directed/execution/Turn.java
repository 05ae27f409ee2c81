package moirai.directed.execution;

import moirai.directed.program.Statement;

/**
 * A statement of a call.
 *
 * @param call the number of the call, from 0
 */
public record Turn(int call, Statement statement) {

    /** Returns a text such as {@code T0.q1}. */
    @Override
    public String toString() {
        return "T" + call + "." + statement.label();
    }
}
