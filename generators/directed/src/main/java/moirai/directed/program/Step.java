package moirai.directed.program;

/** A step of a transaction: a statement, or a loop over steps. */
public sealed interface Step permits Statement, Loop {

    /** Returns the name of the step in its transaction. */
    String label();
}
