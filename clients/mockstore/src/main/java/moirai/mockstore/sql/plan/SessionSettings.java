package moirai.mockstore.sql.plan;

import moirai.mockstore.sql.expression.SessionCalls;

/** The settings of the session that executes a statement. */
public interface SessionSettings {

    /**
     * Returns the value of a setting.
     *
     * @throws moirai.mockstore.StoreException if there is none of this name (SQLSTATE 42704)
     */
    String get(String name);

    /** Returns what expressions may ask of the session. */
    SessionCalls calls();

    /** Changes a setting, until the end of the transaction or for good. */
    void set(String name, String value, boolean isLocal);
}
