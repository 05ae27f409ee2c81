package moirai.exploration.program;

/**
 * A transaction of a program.
 *
 * @param name the transaction and its arguments, in a few words
 * @param body the steps, which are run for each explored behaviour
 */
public record ProgramTxn(String name, Body body) {}
