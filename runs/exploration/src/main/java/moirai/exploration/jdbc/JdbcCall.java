package moirai.exploration.jdbc;

/**
 * A call of a session.
 *
 * @param name the call and its arguments, in a few words
 * @param body the code, which is run for each explored behaviour
 */
public record JdbcCall(String name, JdbcBody body) {}
