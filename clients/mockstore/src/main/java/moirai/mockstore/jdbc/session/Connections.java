package moirai.mockstore.jdbc.session;

import java.sql.Connection;
import java.sql.DatabaseMetaData;
import moirai.mockstore.jdbc.facade.Facade;
import moirai.mockstore.sql.SqlDatabase;

/** Opens connections. */
public final class Connections {

    /** A factory of a connection's metadata. */
    @FunctionalInterface
    public interface MetaDataSource {

        DatabaseMetaData of(Connection connection, SqlDatabase database, Origin origin);
    }

    private Connections() {}

    /**
     * Opens a session of the database.
     *
     * @param metaData creates the connection's metadata when it is requested
     */
    public static Connection open(SqlDatabase database, Origin origin, MetaDataSource metaData) {
        var session = new JdbcSession(database);
        var statements = new ConnectionPart(session);
        // The metadata knows its connection, which knows its metadata: the connection is found through its statements.
        var settings = new SettingsPart(session, origin, () -> metaData.of(statements.connection(), database, origin));
        return statements.belongsTo(
                Facade.of(Connection.class, session.refusals(), settings, statements, new TxnPart(session)));
    }
}
