package moirai.sources.sql;

import moirai.directed.program.Condition;
import moirai.directed.program.Expression;
import moirai.directed.program.Origin;

/** The context in which a statement is executed. */
public interface SqlContext {

    /** Returns the value of a parameter; parameters count from 1. */
    Expression bound(int index);

    /** Returns the value that was put into the text under this name. */
    Expression hole(String name);

    /** Returns a new label: the letter and a number. */
    String label(String letter);

    /** Returns an unknown number with a name of its own. */
    Expression any(String name);

    /** Returns the condition under which the statement runs; by default it always does. */
    default Condition guard() {
        return Condition.always();
    }

    /** Returns the place where the statement is executed. */
    Origin origin();
}
