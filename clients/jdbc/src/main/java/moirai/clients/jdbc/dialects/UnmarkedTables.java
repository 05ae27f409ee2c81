package moirai.clients.jdbc.dialects;

import java.sql.Connection;
import java.sql.SQLException;
import moirai.clients.jdbc.tables.Grammar;
import moirai.clients.jdbc.tables.ListKey;
import moirai.clients.jdbc.tables.ListStorage;
import moirai.clients.jdbc.tables.TableSql;

/** Tables without a mark, as suits a database that only this run uses. */
final class UnmarkedTables {

    private UnmarkedTables() {}

    /** Makes the tables, empty, in one transaction. */
    static void create(Connection connection, ListStorage storage, Grammar grammar) throws SQLException {
        try (var statement = connection.createStatement()) {
            for (TableSql sql : storage.tables(grammar)) {
                statement.execute(sql.create(storage, grammar));
                if (storage.key() == ListKey.SECONDARY) {
                    statement.execute(sql.index(grammar));
                }
            }
            connection.commit();
        }
    }
}
