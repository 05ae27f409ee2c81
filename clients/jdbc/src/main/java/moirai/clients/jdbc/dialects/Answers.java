package moirai.clients.jdbc.dialects;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import moirai.clients.ClientException;

/** Asks a server for facts about itself. */
public final class Answers {

    private Answers() {}

    /** Returns the first column of the first row; empty if there is no row. NULL is an empty text. */
    public static Optional<String> first(Connection connection, String query) throws SQLException {
        try (var statement = connection.createStatement();
                var rows = statement.executeQuery(query)) {
            return rows.next() ? Optional.of(Objects.requireNonNullElse(rows.getString(1), "")) : Optional.empty();
        }
    }

    /** Returns the second column of each row by the first, in a new map. NULL is an empty text. */
    public static Map<String, String> named(Connection connection, String query) throws SQLException {
        try (var statement = connection.createStatement();
                var rows = statement.executeQuery(query)) {
            var found = new TreeMap<String, String>();
            while (rows.next()) {
                found.put(rows.getString(1), Objects.requireNonNullElse(rows.getString(2), ""));
            }
            return found;
        }
    }

    /**
     * Compares the level of a session with the one that the database reports.
     *
     * @param question SQL whose only answer is the level's name, in words
     * @throws ClientException if it is not the level that was asked for
     */
    static void requireLevel(SqlIsolation asked, Connection connection, String question) throws SQLException {
        requireLevel(asked, first(connection, question).orElse("nothing").toLowerCase(Locale.ROOT));
    }

    static void requireLevel(SqlIsolation asked, String given) {
        if (!given.equals(asked.words())) {
            throw new ClientException(
                    "asked for isolation '" + asked.words() + "', the database gives '" + given + "'");
        }
    }
}
