package moirai.exploration.program;

/**
 * A transaction of a program.
 *
 * @param name what it does, with its arguments, in a few words
 * @param body run for each behaviour that is explored
 */
public record ProgramTxn(String name, Body body) {}
