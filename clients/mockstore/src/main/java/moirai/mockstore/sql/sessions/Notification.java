package moirai.mockstore.sql.sessions;

/**
 * What a committed transaction tells those who listen to a channel.
 *
 * @param process the number of the session that has sent it
 */
public record Notification(int process, String channel, String payload) {}
