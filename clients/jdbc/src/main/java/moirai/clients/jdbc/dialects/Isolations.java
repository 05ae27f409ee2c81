package moirai.clients.jdbc.dialects;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.Locale;
import moirai.clients.ClientException;

/** Reads back the level of a session. */
final class Isolations {

    private Isolations() {}

    /**
     * Compares the level with the one that the database reports.
     *
     * @param question SQL whose only answer is the level's name, in words
     * @throws ClientException if it is not the level that was asked for
     */
    static void require(SqlIsolation asked, Connection connection, String question) throws SQLException {
        try (var statement = connection.createStatement();
                var rows = statement.executeQuery(question)) {
            var given = rows.next() ? rows.getString(1).toLowerCase(Locale.ROOT) : "nothing";
            if (!given.equals(asked.words())) {
                throw new ClientException(
                        "asked for isolation '" + asked.words() + "', the database gives '" + given + "'");
            }
        }
    }
}
