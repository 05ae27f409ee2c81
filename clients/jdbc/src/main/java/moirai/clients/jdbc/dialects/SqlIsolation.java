package moirai.clients.jdbc.dialects;

import java.sql.Connection;
import moirai.clients.jdbc.tables.Choice;

/**
 * The isolation levels of the SQL standard. The checker finds out what a database understands by them: PostgreSQL's
 * repeatable read is snapshot isolation.
 */
public enum SqlIsolation implements Choice {
    /** PostgreSQL accepts the words and gives read committed. */
    READ_UNCOMMITTED("read-uncommitted", Connection.TRANSACTION_READ_UNCOMMITTED),
    /** Each statement sees what was committed when it began. */
    READ_COMMITTED("read-committed", Connection.TRANSACTION_READ_COMMITTED),
    /** Each transaction sees what was committed when it began. */
    REPEATABLE_READ("repeatable-read", Connection.TRANSACTION_REPEATABLE_READ),
    /** The result is as if one transaction ran after the other. */
    SERIALIZABLE("serializable", Connection.TRANSACTION_SERIALIZABLE);

    private final String label;
    private final int jdbcLevel;

    SqlIsolation(String label, int jdbcLevel) {
        this.label = label;
        this.jdbcLevel = jdbcLevel;
    }

    /** Finds a value by its {@link #label}; the exception's message lists what is allowed. */
    public static SqlIsolation parse(String text) {
        return Choice.parse("SQL isolation level", text, values());
    }

    @Override
    public String label() {
        return label;
    }

    /** Returns the constant of {@link Connection}. */
    public int jdbcLevel() {
        return jdbcLevel;
    }

    /** Returns the level as the database writes it. */
    String words() {
        return label.replace('-', ' ');
    }

    @Override
    public String toString() {
        return label;
    }
}
