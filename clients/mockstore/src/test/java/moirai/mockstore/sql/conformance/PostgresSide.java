package moirai.mockstore.sql.conformance;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import moirai.mockstore.sql.expression.RealPostgres;

/** A session of a real server, whose schema is emptied first. Sessions of other schemas do not disturb it. */
final class PostgresSide implements AutoCloseable {

    private final Connection connection;
    private final Statement statement;
    private final String schema;

    PostgresSide() throws SQLException {
        this("public");
    }

    PostgresSide(String schema) throws SQLException {
        this(RealPostgres.connect(), schema);
        statement.execute("DROP SCHEMA IF EXISTS " + schema + " CASCADE");
        statement.execute("CREATE SCHEMA " + schema);
    }

    private PostgresSide(Connection connection, String schema) throws SQLException {
        this.connection = connection;
        this.statement = connection.createStatement();
        this.schema = schema;
        statement.execute("SET search_path = " + schema);
    }

    /** Opens a session beside another one. */
    PostgresSide another() throws SQLException {
        return new PostgresSide(RealPostgres.connect(), schema);
    }

    Reply execute(String sql, boolean ordered) {
        try {
            if (!statement.execute(sql)) {
                return new Reply.Count(Math.max(statement.getUpdateCount(), 0));
            }
            try (ResultSet result = statement.getResultSet()) {
                return rows(result, ordered);
            }
        } catch (SQLException e) {
            return new Reply.Failure(e.getSQLState(), String.valueOf(e.getMessage()));
        }
    }

    /** Fails the transaction that is open. */
    void fail() {
        execute("SELECT 1 / 0", true);
    }

    private static Reply rows(ResultSet result, boolean ordered) throws SQLException {
        var facts = result.getMetaData();
        List<String> columns = new ArrayList<>();
        for (int column = 1; column <= facts.getColumnCount(); column++) {
            String type =
                    facts.getColumnTypeName(column).replace("serial", "int").replace("bigint", "int8");
            columns.add(facts.getColumnLabel(column) + " " + (type.equals("int") ? "int4" : type));
        }
        List<List<String>> rows = new ArrayList<>();
        while (result.next()) {
            List<String> row = new ArrayList<>();
            for (int column = 1; column <= columns.size(); column++) {
                String text = result.getString(column);
                row.add(text == null ? "NULL" : text);
            }
            rows.add(row);
        }
        return new Reply.Rows(columns, StoreSide.sorted(rows, ordered));
    }

    @Override
    public void close() throws SQLException {
        connection.close();
    }
}
