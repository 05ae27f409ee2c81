package moirai.clients.jdbc.consent;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import moirai.clients.ClientException;
import moirai.clients.Consent;
import moirai.clients.Endpoint;
import moirai.clients.Inspection;
import moirai.clients.Location;
import moirai.clients.Mark;
import moirai.clients.jdbc.Server;
import moirai.clients.jdbc.dialects.Dialect;

/** The mark in a database that JDBC reaches. */
public final class JdbcConsent implements Consent {

    private static final int TIMEOUT_SECONDS = 10;

    /** The SQLSTATEs for a missing column, of PostgreSQL and of MySQL. */
    private static final List<String> NO_SUCH_COLUMN = List.of("42703", "42S22");

    private final Server server;

    /** @throws ClientException if the URL is not one of the dialect's */
    public JdbcConsent(Endpoint endpoint, Dialect dialect) {
        this(new Server(endpoint, dialect, TIMEOUT_SECONDS));
    }

    /** Makes the consent of the database at this server. */
    public JdbcConsent(Server server) {
        this.server = server;
    }

    /** Inspects in a transaction that may only read, where the product has such; it is rolled back in any case. */
    @Override
    public Inspection inspect() {
        try (var connection = server.connect()) {
            connection.setReadOnly(true);
            connection.setAutoCommit(false);
            try {
                return inspect(connection);
            } finally {
                connection.rollback();
            }
        } catch (SQLException e) {
            throw server.failure("cannot look for the mark at", e);
        }
    }

    private Inspection inspect(Connection connection) throws SQLException {
        String user = connection.getMetaData().getUserName();
        String identity = ServerIdentity.of(connection);
        if (identity.equals(Location.MOCK_STORE)) {
            // It has none of the tables that are looked at below.
            return new Inspection(new Location("", identity), user, false, List.of(), List.of(), List.of());
        }
        var tables = TableNames.of(connection);
        return new Inspection(
                new Location(tables.database(), identity),
                user,
                ServerIdentity.isSuperuser(connection),
                tables.hasMark() ? marks(connection) : List.of(),
                tables.own(),
                tables.others());
    }

    private List<Mark> marks(Connection connection) throws SQLException {
        var marks = new ArrayList<Mark>();
        try (var statement = connection.createStatement();
                var rows = statement.executeQuery(
                        "SELECT environment, owner, allow_faults, expires_at, token FROM " + TABLE)) {
            while (rows.next()) {
                marks.add(new Mark(
                        text(rows, 1), text(rows, 2), rows.getBoolean(3), Instant.parse(text(rows, 4)), text(rows, 5)));
            }
            return marks;
        } catch (DateTimeException foreign) {
            throw notOurs(foreign);
        } catch (SQLException e) {
            if (NO_SUCH_COLUMN.contains(String.valueOf(e.getSQLState()))) {
                throw notOurs(e);
            }
            throw e;
        }
    }

    private static String text(ResultSet rows, int column) throws SQLException {
        return Objects.requireNonNullElse(rows.getString(column), "");
    }

    private ClientException notOurs(Exception cause) {
        return new ClientException(
                "the table " + TABLE + " at " + server.endpoint() + " holds no mark of Moirai's; rename it", cause);
    }

    @Override
    public void give(Mark mark) {
        try (var connection = server.connect()) {
            connection.setAutoCommit(false);
            create(connection);
            insert(connection, mark);
            connection.commit();
        } catch (SQLException e) {
            throw server.failure("cannot mark", e);
        }
    }

    /** Creates the table. The instant is text, so that no time zone of a session or server can change it. */
    private static void create(Connection connection) throws SQLException {
        try (var statement = connection.createStatement()) {
            if (TableNames.of(connection).hasMark()) {
                statement.execute("DELETE FROM " + TABLE);
            } else {
                statement.execute("CREATE TABLE " + TABLE + " (token VARCHAR(32) NOT NULL PRIMARY KEY,"
                        + " environment VARCHAR(100) NOT NULL, owner VARCHAR(100) NOT NULL,"
                        + " allow_faults BOOLEAN NOT NULL, expires_at VARCHAR(40) NOT NULL)");
            }
        }
    }

    private static void insert(Connection connection, Mark mark) throws SQLException {
        try (var insert = connection.prepareStatement("INSERT INTO " + TABLE
                + " (environment, owner, allow_faults, expires_at, token) VALUES (?, ?, ?, ?, ?)")) {
            insert.setString(1, mark.environment());
            insert.setString(2, mark.owner());
            insert.setBoolean(3, mark.allowsFaults());
            insert.setString(4, mark.expiresAt().toString());
            insert.setString(5, mark.token());
            insert.executeUpdate();
        }
    }

    @Override
    public void withdraw() {
        try (var connection = server.connect()) {
            connection.setAutoCommit(false);
            if (TableNames.of(connection).hasMark()) {
                try (var statement = connection.createStatement()) {
                    statement.execute("DROP TABLE " + TABLE);
                }
            }
            connection.commit();
        } catch (SQLException e) {
            throw server.failure("cannot remove the mark at", e);
        }
    }
}
