package moirai.reenactment.code;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalInt;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import moirai.directed.encoding.Scenario;
import moirai.interception.BoundSql;
import moirai.reenactment.CaseTables;
import moirai.sources.SourceCode;
import moirai.sources.sql.tables.ColumnDefinition;
import moirai.sources.sql.tables.DefiningSql;
import moirai.sources.sql.tables.TableDefinition;

/**
 * The application's own tables, with the rows of a case. Columns that the case does not mention differ by row.
 *
 * @param isWhole whether the tables have all rules of their definitions, references and checks included; otherwise only
 *     their keys, and what else has to differ. The rows of a case need not keep rules that programs do not know
 */
record CodeTables(SourceCode code, CodeValues values, List<Scenario.InitialRow> first, boolean isWhole)
        implements CaseTables {

    CodeTables {
        first = List.copyOf(first);
    }

    @Override
    public void create(Connection connection) throws SQLException {
        if (isWhole) {
            inSomeOrder(code.script(), one -> execute(connection, one.text()), one -> isUsed(one.table()));
        } else {
            for (TableDefinition table : code.tables()) {
                execute(connection, table.createTable());
            }
            for (DefiningSql more : code.script()) {
                if (isUsed(more.table()) && !more.isTable() && !more.hasMoreThanKeys()) {
                    execute(connection, more.text());
                }
            }
        }
        List<Integer> rows = IntStream.range(0, first.size()).boxed().toList();
        inSomeOrder(rows, row -> insert(connection, table(first.get(row)), first.get(row), row + 1), row -> true);
    }

    /** An action on a database. */
    private interface Action<T> {
        void on(T one) throws SQLException;
    }

    /** Does all of them, later those that need what others do; throws if one that is required cannot be done. */
    private static <T> void inSomeOrder(List<T> all, Action<T> action, Predicate<T> isRequired) throws SQLException {
        var left = new ArrayList<>(all);
        int before;
        Map<T, SQLException> refused = new LinkedHashMap<>();
        do {
            before = left.size();
            refused.clear();
            left.removeIf(one -> {
                try {
                    action.on(one);
                    return true;
                } catch (SQLException failure) {
                    refused.put(one, failure);
                    return false;
                }
            });
        } while (!left.isEmpty() && left.size() < before);
        for (T one : left) {
            if (isRequired.test(one)) {
                throw Objects.requireNonNull(refused.get(one));
            }
        }
    }

    private static void execute(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private boolean isUsed(String table) {
        return code.tables().stream().anyMatch(used -> isSame(used.name(), table));
    }

    private TableDefinition table(Scenario.InitialRow row) {
        return code.tables().stream()
                .filter(known -> isSame(known.name(), row.table()))
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("no table " + row.table() + " in " + code.tables()));
    }

    private static boolean isSame(String defined, String name) {
        return defined.replaceAll("[\"`\\[\\]]", "").equalsIgnoreCase(name);
    }

    private void insert(Connection connection, TableDefinition table, Scenario.InitialRow row, int number)
            throws SQLException {
        var bound = new LinkedHashMap<String, Object>();
        for (ColumnDefinition column : table.columns()) {
            OptionalInt given = value(row.values(), column.name());
            boolean isMade = column.rest().toUpperCase(Locale.ROOT).matches(".*(GENERATED|IDENTITY|AUTO_INCREMENT).*");
            if (given.isPresent() || !isMade) {
                bound.put(column.name(), value(column, given.orElse(number)));
            }
        }
        String marks = bound.keySet().stream().map(name -> "?").collect(Collectors.joining(", "));
        String sql =
                "INSERT INTO " + table.name() + " (" + String.join(", ", bound.keySet()) + ") VALUES (" + marks + ")";
        try (PreparedStatement insert = connection.prepareStatement(sql)) {
            int index = 1;
            for (Object value : bound.values()) {
                insert.setObject(index++, value == BoundSql.Absent.NULL ? null : value);
            }
            insert.executeUpdate();
        }
    }

    private Object value(ColumnDefinition column, int number) {
        boolean isNull = number == 0 && !column.isRequired() && code.isComparedWithNull(column.name());
        return isNull ? BoundSql.Absent.NULL : values.column(column.type(), number);
    }

    private static OptionalInt value(Map<String, Integer> values, String column) {
        return values.entrySet().stream()
                .filter(entry -> isSame(column, entry.getKey()))
                .mapToInt(Map.Entry::getValue)
                .findFirst();
    }

    /** Returns the rows by table, then by all values. */
    @Override
    public List<Scenario.InitialRow> rows(Connection connection) throws SQLException {
        var all = new ArrayList<Scenario.InitialRow>();
        for (TableDefinition table : code.tables()) {
            var rows = new ArrayList<Scenario.InitialRow>();
            try (Statement statement = connection.createStatement();
                    ResultSet result = statement.executeQuery("SELECT " + columns(table) + " FROM " + table.name())) {
                while (result.next()) {
                    rows.add(row(table, result));
                }
            }
            rows.sort(Comparator.comparing(row -> row.values().toString()));
            all.addAll(rows);
        }
        return all;
    }

    private static String columns(TableDefinition table) {
        return table.columns().stream().map(ColumnDefinition::name).collect(Collectors.joining(", "));
    }

    private Scenario.InitialRow row(TableDefinition table, ResultSet result) throws SQLException {
        Map<String, Integer> read = new LinkedHashMap<>();
        for (int i = 0; i < table.columns().size(); i++) {
            Object value = result.getObject(i + 1);
            read.put(table.columns().get(i).name(), values.number(value == null ? BoundSql.Absent.NULL : value));
        }
        return new Scenario.InitialRow(table.name(), read);
    }
}
