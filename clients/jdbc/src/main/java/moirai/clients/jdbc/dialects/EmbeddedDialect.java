package moirai.clients.jdbc.dialects;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.Properties;
import moirai.clients.jdbc.tables.ListStorage;

/** A database that is a library. Each run has one for itself, so nobody else's tables are in the way. */
public sealed interface EmbeddedDialect extends Dialect permits H2Dialect, HsqldbDialect, SqliteDialect {

    /**
     * Makes an empty database.
     *
     * @throws moirai.clients.ClientException if that fails
     */
    EmbeddedDatabase create();

    @Override
    default String version(Connection connection) throws SQLException {
        var facts = connection.getMetaData();
        // Behind a blank H2 gives the day of its release.
        return facts.getDatabaseProductName() + " "
                + facts.getDatabaseProductVersion().split(" ", 2)[0];
    }

    @Override
    default Properties properties(int timeoutSeconds) {
        return new Properties();
    }

    @Override
    default void createTables(Connection connection, ListStorage storage) throws SQLException {
        UnmarkedTables.create(connection, storage, grammar());
    }

    /** Does nothing: the tables go with the database. */
    @Override
    default void dropTables(Connection connection, ListStorage storage) {}
}
