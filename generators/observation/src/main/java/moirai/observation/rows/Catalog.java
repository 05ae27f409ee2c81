package moirai.observation.rows;

import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import moirai.directed.program.Table;
import moirai.sources.sql.tables.Schema;

/** The tables of a database as its driver describes them. */
public final class Catalog {

    private static final List<String> OVERRIDING = List.of("H2", "PostgreSQL");

    private final List<Table> tables = new ArrayList<>();

    /** The columns by table and column, both in capitals. */
    private final Map<String, Column> columns = new LinkedHashMap<>();

    /** The columns that are never NULL, in the same form. */
    private final Set<String> required = new HashSet<>();

    private final String quote;
    private final String overriding;

    private Catalog(DatabaseMetaData data) throws SQLException {
        quote = data.getIdentifierQuoteString();
        // Keys that are always made by the database are chosen here, which the standard has words for.
        overriding = OVERRIDING.contains(data.getDatabaseProductName()) ? " OVERRIDING SYSTEM VALUE" : "";
    }

    /** Reads the tables of the connection's schema. Throws IllegalArgumentException if there are none. */
    public static Catalog read(Connection connection) throws SQLException {
        DatabaseMetaData data = connection.getMetaData();
        var catalog = new Catalog(data);
        var names = new ArrayList<String>();
        try (ResultSet found = data.getTables(connection.getCatalog(), connection.getSchema(), "%", null)) {
            while (found.next()) {
                if (String.valueOf(found.getString("TABLE_TYPE")).endsWith("TABLE")) {
                    names.add(found.getString("TABLE_NAME"));
                }
            }
        }
        for (String name : names) {
            catalog.add(connection, name);
        }
        if (catalog.tables.isEmpty()) {
            throw new IllegalArgumentException(
                    "no table in schema " + connection.getSchema() + " of " + data.getDatabaseProductName()
                            + "; expected a database in which the application's tables are made");
        }
        return catalog;
    }

    private void add(Connection connection, String table) throws SQLException {
        DatabaseMetaData data = connection.getMetaData();
        var key = new TreeMap<Integer, String>();
        try (ResultSet found = data.getPrimaryKeys(connection.getCatalog(), connection.getSchema(), table)) {
            while (found.next()) {
                key.put(found.getInt("KEY_SEQ"), found.getString("COLUMN_NAME"));
            }
        }
        var fields = new ArrayList<String>();
        try (ResultSet found = data.getColumns(connection.getCatalog(), connection.getSchema(), table, "%")) {
            while (found.next()) {
                String name = found.getString("COLUMN_NAME");
                Column column = Column.of(
                        name,
                        String.valueOf(found.getString("TYPE_NAME")).equalsIgnoreCase("UUID")
                                ? Column.UUID
                                : found.getInt("DATA_TYPE"),
                        found.getInt("COLUMN_SIZE"),
                        found.getInt("DECIMAL_DIGITS"));
                columns.put(place(table, name), column);
                if (found.getInt("NULLABLE") == DatabaseMetaData.columnNoNulls) {
                    required.add(place(table, name));
                }
                fields.add(name);
            }
        }
        fields.removeAll(key.values());
        tables.add(new Table(table, key.isEmpty() ? List.of(Schema.ROW) : List.copyOf(key.values()), fields));
    }

    /** Returns the name of a column with that of its table, in capitals: {@code TABLE.COLUMN}. */
    public static String place(String table, String column) {
        return (table + "." + column).toUpperCase(Locale.ROOT);
    }

    /** Returns the tables, by name. */
    public List<Table> tables() {
        return List.copyOf(tables);
    }

    /** Returns the description of a column of these tables. */
    public Column column(String table, String name) {
        Column column = columns.get(place(table, name));
        if (column == null) {
            throw new IllegalArgumentException("no column " + place(table, name) + "; accepted: " + columns.keySet());
        }
        return column;
    }

    /** Returns whether a column is never NULL. */
    boolean isRequired(String table, String name) {
        return required.contains(place(table, name));
    }

    /** Returns the columns of a table that exist in the database. */
    List<String> stored(Table table) {
        return table.allFields().stream()
                .filter(field -> columns.containsKey(place(table.name(), field)))
                .toList();
    }

    /** Returns a name in the quotes of SQL, exactly as it is. */
    String quoted(String name) {
        return quote + name + quote;
    }

    /** Returns the words between the columns and the values of an INSERT that chooses all of them. */
    String overriding() {
        return overriding;
    }

    /** Removes all rows of a table. */
    public void clear(Connection connection, String table) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute("DELETE FROM " + quoted(table));
        }
    }

    /** Returns the value of a column in the only row of a table. */
    public Object only(Connection connection, String table, String column) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("SELECT " + quoted(column) + " FROM " + quoted(table))) {
            Object value = rows.next() ? rows.getObject(1) : null;
            if (value == null) {
                throw new SQLException("no row in " + table + " that was just inserted");
            }
            return value;
        }
    }

    /** Allows rows that refer to missing rows, if the database has words for that, as H2 does. */
    public static void allowOrphans(Connection connection) throws SQLException {
        String words = switch (connection.getMetaData().getDatabaseProductName()) {
            case "H2" -> "SET REFERENTIAL_INTEGRITY FALSE";
            case "HSQL Database Engine" -> "SET DATABASE REFERENTIAL INTEGRITY FALSE";
            default -> "";
        };
        if (!words.isEmpty()) {
            try (Statement statement = connection.createStatement()) {
                statement.execute(words);
            }
        }
    }
}
