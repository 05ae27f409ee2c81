package moirai.mockstore.sql.expression;

/** What expressions may ask of the session that executes them. */
public interface SessionCalls {

    /** Returns the number of the session. */
    int process();

    /** Tells those who listen to a channel something, at the commit. */
    void send(String channel, String payload);

    /** Cancels the statement of a session; returns whether there is one of this number. */
    boolean cancel(int process);

    /**
     * Ends a session; returns whether there was one of this number.
     *
     * @param millis the time to wait for its end; 0 if it is not waited for
     */
    boolean terminate(int process, long millis);
}
