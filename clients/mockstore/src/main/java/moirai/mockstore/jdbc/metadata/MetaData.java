package moirai.mockstore.jdbc.metadata;

import java.sql.Connection;
import java.sql.DatabaseMetaData;
import moirai.mockstore.jdbc.facade.Facade;
import moirai.mockstore.jdbc.session.Origin;
import moirai.mockstore.sql.SqlDatabase;

/** Creates the metadata of connections. */
public final class MetaData {

    private MetaData() {}

    /** Returns the metadata of the database that the connection leads to. */
    public static DatabaseMetaData of(Connection connection, SqlDatabase database, Origin origin) {
        return Facade.of(
                DatabaseMetaData.class,
                Facade.refusals(connection),
                new IdentityPart(connection, database, origin),
                new TypesPart(origin),
                new TablesPart(database.catalog(), origin),
                new KeysPart(database.catalog(), origin),
                new DatabaseFacts());
    }
}
