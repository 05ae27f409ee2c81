package moirai.directed.program;

/** What a transaction does next: a statement, or a loop over steps. */
public sealed interface Step permits Statement, Loop {

    /** The name of the step in its transaction. */
    String label();
}
