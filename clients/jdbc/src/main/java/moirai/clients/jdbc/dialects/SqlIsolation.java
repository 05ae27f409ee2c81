package moirai.clients.jdbc.dialects;

import java.sql.Connection;
import moirai.clients.jdbc.tables.Choice;

/**
 * The isolation levels of the SQL standard. The checker finds out what a database understands by them: PostgreSQL's
 * repeatable read is snapshot isolation.
 */
public enum SqlIsolation implements Choice {
    /** PostgreSQL accepts the words and gives read committed. */
    READ_UNCOMMITTED(Connection.TRANSACTION_READ_UNCOMMITTED),
    /** Each statement sees what was committed when it began. */
    READ_COMMITTED(Connection.TRANSACTION_READ_COMMITTED),
    /** Each transaction sees what was committed when it began. */
    REPEATABLE_READ(Connection.TRANSACTION_REPEATABLE_READ),
    /** The result is as if one transaction ran after the other. */
    SERIALIZABLE(Connection.TRANSACTION_SERIALIZABLE);

    private final int jdbcLevel;

    SqlIsolation(int jdbcLevel) {
        this.jdbcLevel = jdbcLevel;
    }

    /** Finds a value by its {@link #label}; the exception's message lists what is allowed. */
    public static SqlIsolation parse(String text) {
        return Choice.parse("SQL isolation level", text, values());
    }

    /** Returns the constant of {@link Connection}. */
    public int jdbcLevel() {
        return jdbcLevel;
    }

    /** Returns the level as the database writes it. */
    String words() {
        return label().replace('-', ' ');
    }

    @Override
    public String toString() {
        return label();
    }
}
