package moirai.mockstore.wire.statements;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.stream.Stream;
import moirai.mockstore.wire.catalog.Twins;

/**
 * What a database answers to a statement.
 *
 * @param kind {@code rows}, {@code count} or an SQLSTATE
 * @param content rows in an order of their own, the columns before them
 */
record Answer(String kind, List<String> content, Message message) {

    /** A message, which may differ: equal to all others. */
    record Message(String text) {

        @Override
        public boolean equals(Object other) {
            return other instanceof Message;
        }

        @Override
        public int hashCode() {
            return 0;
        }
    }

    static Answer of(Connection connection, String sql) {
        try (var statement = connection.createStatement()) {
            return of(statement, statement.execute(sql));
        } catch (SQLException e) {
            return of(e);
        }
    }

    static Answer of(Connection connection, String sql, Parameters parameters) {
        if (parameters.isEmpty()) {
            return of(connection, sql);
        }
        try (var statement = connection.prepareStatement(sql)) {
            parameters.bind(statement);
            return of(statement, statement.execute());
        } catch (SQLException e) {
            return of(e);
        }
    }

    private static Answer of(Statement statement, boolean hasRows) throws SQLException {
        if (!hasRows) {
            return new Answer("count", List.of("" + statement.getUpdateCount()), new Message(""));
        }
        // The driver calls numbers of a table so that it has seen. After a rollback, PostgreSQL defines the store's
        // tables anew, and they have other numbers.
        List<String> rows = Twins.rows(statement.getResultSet()).stream()
                .map(row -> row.toString().replaceAll("\\b(\\w+) serial\\b", "$1 int4"))
                .toList();
        return new Answer(
                "rows",
                Stream.concat(rows.stream().limit(1), rows.stream().skip(1).sorted())
                        .toList(),
                new Message(""));
    }

    private static Answer of(SQLException e) {
        return new Answer(String.valueOf(e.getSQLState()), List.of(), new Message(String.valueOf(e.getMessage())));
    }

    boolean isSuccess() {
        return kind.equals("rows") || kind.equals("count");
    }

    /** Returns whether it is the error of a value, and not of a statement. */
    boolean isOfValue() {
        return kind.startsWith("22");
    }

    boolean isRefusal() {
        return kind.equals("0A000");
    }

    /** Returns the message without names and values. */
    String shape() {
        return message.text()
                .lines()
                .findFirst()
                .orElse("")
                .replaceAll("\"[^\"]*\"", "\"…\"")
                .replaceAll("'[^']*'", "'…'")
                .replaceAll("\\b[tckvi]?\\d+\\b", "#");
    }

    String full() {
        return kind + " " + content + " " + message.text().replace("\n", " ");
    }
}
