package moirai.clients.jdbc.owned;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import moirai.clients.ClientException;
import moirai.clients.jdbc.tables.ListKey;
import moirai.clients.jdbc.tables.ListStorage;
import moirai.clients.jdbc.tables.TableSql;

/**
 * The tables of a run on a server, which are dropped and made again for each run: no run sees what another wrote.
 *
 * <p>Ours are known by name and by comment. A table that has the name alone is somebody's, and stays.
 */
public record OwnedTables(SharedServer server, ListStorage storage) {

    private record Found(String name, boolean isOurs) {}

    /**
     * Makes the tables, empty; on PostgreSQL in one transaction. Until the connection is closed, no other run can do
     * the same in this schema.
     *
     * @param connection with autocommit off
     * @throws ClientException if a table of somebody else has the name of one that is needed
     */
    public void create(Connection connection) throws SQLException {
        try (var statement = connection.createStatement()) {
            server.keepOthersOut(statement);
            var found = find(statement);
            refuseOthers(found);
            dropOurs(statement, found);
            for (TableSql sql : tables()) {
                for (String step : server.creation(sql, storage)) {
                    statement.execute(step);
                }
                if (storage.key() == ListKey.SECONDARY) {
                    statement.execute(sql.index(server.grammar()));
                }
            }
            connection.commit();
        }
    }

    /**
     * Takes over the tables that another process has made for the same run; returns false, having changed nothing, if
     * they are not all there, or have keys that the run has not used yet: another run has made them then. Until the
     * connection is closed, no other run can make its own in this schema.
     *
     * @param connection with autocommit off
     * @param nextKey the first key that the run has not used
     */
    public boolean adopt(Connection connection, int nextKey) throws SQLException {
        try (var statement = connection.createStatement()) {
            server.keepOthersOut(statement);
            var ours = find(statement).stream()
                    .filter(Found::isOurs)
                    .map(Found::name)
                    .toList();
            boolean isWhole = tables().stream().map(TableSql::table).allMatch(ours::contains);
            for (TableSql sql : isWhole ? tables() : List.<TableSql>of()) {
                try (var rows = statement.executeQuery(sql.keysFrom(nextKey))) {
                    isWhole &= rows.next() && rows.getLong(1) == 0;
                }
            }
            connection.commit();
            return isWhole;
        }
    }

    /**
     * Drops every table of ours; on PostgreSQL in one transaction.
     *
     * @param connection the one that {@linkplain #create made} them, or one with autocommit off if that was lost: then
     *     another run may have made its own since, which this refuses to touch
     */
    public void drop(Connection connection) throws SQLException {
        try (var statement = connection.createStatement()) {
            server.keepOthersOut(statement);
            dropOurs(statement, find(statement));
            connection.commit();
        }
    }

    private List<TableSql> tables() {
        return storage.tables(server.grammar());
    }

    /** Returns all tables with a name like ours, of this run or another, in the schema where new ones would be made. */
    private List<Found> find(Statement statement) throws SQLException {
        var found = new ArrayList<Found>();
        try (var rows = statement.executeQuery(server.namesAndComments())) {
            while (rows.next()) {
                found.add(new Found(rows.getString(1), Owned.TABLE.comment().equals(rows.getString(2))));
            }
        }
        return found;
    }

    private void refuseOthers(List<Found> found) {
        var needed = tables().stream().map(TableSql::table).toList();
        for (Found table : found) {
            if (!table.isOurs() && needed.contains(table.name())) {
                throw new ClientException(
                        "the table " + table.name() + " was not made by Moirai (it lacks the comment '"
                                + Owned.TABLE.comment() + "') and will not be dropped; " + server.alternative());
            }
        }
    }

    private static void dropOurs(Statement statement, List<Found> found) throws SQLException {
        for (Found table : found) {
            if (table.isOurs()) {
                statement.execute("DROP TABLE " + table.name());
            }
        }
    }
}
