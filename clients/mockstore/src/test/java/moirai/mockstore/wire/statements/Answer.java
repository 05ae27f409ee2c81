package moirai.mockstore.wire.statements;

import java.sql.Connection;
import java.sql.SQLException;
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
            if (!statement.execute(sql)) {
                return new Answer("count", List.of("" + statement.getUpdateCount()), new Message(""));
            }
            // The driver calls numbers of a table so that it has seen before. A rollback gives the store's tables,
            // which
            // PostgreSQL defines anew, other numbers.
            List<String> rows = Twins.rows(statement.getResultSet()).stream()
                    .map(row -> row.toString().replaceAll("\\b(id\\d?) serial\\b", "$1 int4"))
                    .toList();
            return new Answer(
                    "rows",
                    Stream.concat(rows.stream().limit(1), rows.stream().skip(1).sorted())
                            .toList(),
                    new Message(""));
        } catch (SQLException e) {
            return new Answer(String.valueOf(e.getSQLState()), List.of(), new Message(String.valueOf(e.getMessage())));
        }
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
