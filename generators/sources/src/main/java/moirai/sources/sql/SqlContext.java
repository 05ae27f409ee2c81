package moirai.sources.sql;

import moirai.directed.program.Condition;
import moirai.directed.program.Expression;
import moirai.directed.program.Origin;

/** What a statement finds where it is executed. */
public interface SqlContext {

    /** The value of a parameter, from 1. */
    Expression bound(int index);

    /** The value that was put into the text under this name. */
    Expression hole(String name);

    /** A new label: the letter and a number. */
    String label(String letter);

    /** A number that nobody knows, with a name of its own. */
    Expression any(String name);

    /** When the statement runs. */
    Condition guard();

    /** Where it is executed. */
    Origin origin();
}
