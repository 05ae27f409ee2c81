package moirai.mockstore.jdbc.metadata;

import static java.sql.Connection.TRANSACTION_READ_UNCOMMITTED;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.RowIdLifetime;
import moirai.mockstore.jdbc.facade.Part;
import moirai.mockstore.jdbc.session.Levels;
import moirai.mockstore.jdbc.session.Origin;
import moirai.mockstore.sql.SqlDatabase;

/** The part of the metadata that depends on the connection, on the store's level, or on arguments. */
record IdentityPart(Connection connection, SqlDatabase database, Origin origin) implements Part {

    public Connection getConnection() {
        return connection;
    }

    public String getURL() {
        return origin.url();
    }

    public String getUserName() {
        return origin.user();
    }

    public int getDefaultTransactionIsolation() {
        return Levels.strongest(database.store().options().level().guarantee());
    }

    /** Returns whether a program may ask for this level; the store's own level does not change. */
    public boolean supportsTransactionIsolationLevel(int level) {
        return level >= TRANSACTION_READ_UNCOMMITTED && level <= getDefaultTransactionIsolation();
    }

    public boolean supportsResultSetType(int type) {
        return type == ResultSet.TYPE_FORWARD_ONLY || type == ResultSet.TYPE_SCROLL_INSENSITIVE;
    }

    public boolean supportsResultSetConcurrency(int type, int concurrency) {
        return supportsResultSetType(type) && concurrency == ResultSet.CONCUR_READ_ONLY;
    }

    public boolean supportsResultSetHoldability(int holdability) {
        return holdability == ResultSet.HOLD_CURSORS_OVER_COMMIT;
    }

    public int getResultSetHoldability() {
        return ResultSet.HOLD_CURSORS_OVER_COMMIT;
    }

    public RowIdLifetime getRowIdLifetime() {
        return RowIdLifetime.ROWID_UNSUPPORTED;
    }
}
