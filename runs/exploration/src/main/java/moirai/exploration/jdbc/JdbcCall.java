package moirai.exploration.jdbc;

/**
 * What a session calls.
 *
 * @param name what it does, with its arguments, in a few words
 * @param body run for each behaviour that is explored
 */
public record JdbcCall(String name, JdbcBody body) {}
