package moirai.reenactment;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import moirai.directed.encoding.Scenario;
import moirai.directed.program.Table;

/** The tables of the abstract program of a case. */
record Tables(DirectedCase wanted) implements CaseTables {

    @Override
    public void create(Connection connection) throws SQLException {
        for (String sql : CaseSql.tables(wanted.program())) {
            execute(connection, sql);
        }
        for (String sql : CaseSql.inserts(wanted.program(), wanted.scenario().rows())) {
            execute(connection, sql);
        }
    }

    static void execute(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    @Override
    public List<Scenario.InitialRow> rows(Connection connection) throws SQLException {
        var rows = new ArrayList<Scenario.InitialRow>();
        for (Table table : wanted.program().tables()) {
            try (Statement statement = connection.createStatement();
                    ResultSet result = statement.executeQuery(CaseSql.all(table))) {
                while (result.next()) {
                    rows.add(new Scenario.InitialRow(table.name(), row(result, table.allFields())));
                }
            }
        }
        return rows;
    }

    /** Returns the current row of a result, whose columns are these fields in this order. */
    static Map<String, Integer> row(ResultSet result, List<String> fields) throws SQLException {
        Map<String, Integer> values = new LinkedHashMap<>();
        for (int i = 0; i < fields.size(); i++) {
            values.put(fields.get(i), result.getInt(i + 1));
        }
        return values;
    }
}
