package moirai.reenactment.cassandra;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import moirai.clients.cql.Consistency;
import moirai.clients.cql.CqlChannel.Request;
import moirai.directed.execution.Knowledge;
import moirai.directed.program.Condition;
import moirai.directed.program.Expression;
import moirai.directed.program.Operator;
import moirai.directed.program.Program;
import moirai.directed.program.Table;
import moirai.reenactment.CaseSql;

/**
 * The tables of a program in CQL. Each row is a partition of its own in Cassandra: its key is that of the table,
 * preceded by the number of the attempt, so that no attempt meets rows of another. A column says that the row exists,
 * as in the paper: otherwise an UPDATE at a node that does not know of a DELETE would make half a row.
 *
 * @param number of the program among those that were replayed here
 */
record CqlTables(Program program, int number) {

    static final String KEYSPACE = "moirai_cases";

    static final String IS_THERE = "moirai is there";

    private static final String ATTEMPT = "moirai attempt";

    static String keyspace(int nodes) {
        return "CREATE KEYSPACE IF NOT EXISTS " + KEYSPACE
                + " WITH replication = {'class': 'SimpleStrategy', 'replication_factor': " + nodes + "}";
    }

    /** Returns the column of a result that holds the write time of a field. */
    static String timeOf(String field) {
        return "moirai time of " + field;
    }

    /** Returns a statement for each table. */
    List<String> create() {
        return program.tables().stream().map(this::create).toList();
    }

    private String create(Table table) {
        return Stream.concat(Stream.of(ATTEMPT, IS_THERE), table.allFields().stream())
                .map(column -> CaseSql.quoted(column) + " int")
                .collect(Collectors.joining(
                        ", ",
                        "CREATE TABLE IF NOT EXISTS " + path(table) + " (",
                        ", PRIMARY KEY ((" + key(table).map(CaseSql::quoted).collect(Collectors.joining(", "))
                                + "))) WITH read_repair = 'NONE' AND speculative_retry = 'NEVER'"
                                + " AND additional_write_policy = 'NEVER'"));
    }

    private String path(Table table) {
        return KEYSPACE + ".p" + number + "_t" + program.tables().indexOf(table);
    }

    private static Stream<String> key(Table table) {
        return Stream.concat(Stream.of(ATTEMPT), table.key().stream());
    }

    /** Returns a query for all rows of an attempt in a table, or for the row whose key a condition names. */
    Request select(Table table, Condition where, Knowledge knowledge, int attempt, Consistency consistency) {
        var values = new ArrayList<Integer>();
        values.add(attempt);
        List<Integer> named = table.key().stream()
                .flatMap(field -> named(where, field, knowledge).stream())
                .toList();
        boolean isKey = named.size() == table.key().size();
        if (isKey) {
            values.addAll(named);
        }
        Stream<String> times = Stream.concat(Stream.of(IS_THERE), table.fields().stream())
                .map(field -> "WRITETIME(" + CaseSql.quoted(field) + ") AS " + CaseSql.quoted(timeOf(field)));
        String columns = Stream.concat(
                        Stream.concat(Stream.of(IS_THERE), table.allFields().stream())
                                .map(CaseSql::quoted),
                        times)
                .collect(Collectors.joining(", "));
        String conditions = isKey ? keyIs(table) : CaseSql.quoted(ATTEMPT) + " = ? ALLOW FILTERING";
        String text = "SELECT " + columns + " FROM " + path(table) + " WHERE " + conditions;
        return new Request(text, values, consistency, -1);
    }

    /** Returns the number that a condition requires of a key field, if it is one that the call knows. */
    private static Optional<Integer> named(Condition where, String field, Knowledge knowledge) {
        return where.conjuncts().stream()
                .flatMap(part -> part instanceof Condition.Compare compare && compare.operator() == Operator.EQUAL
                        ? Stream.of(compare, swapped(compare))
                        : Stream.empty())
                .filter(compare -> compare.left().equals(new Expression.Field(field))
                        && compare.right().parts().noneMatch(Expression.Field.class::isInstance))
                .map(compare -> knowledge.value(compare.right(), Map.of()))
                .findFirst();
    }

    private static Condition.Compare swapped(Condition.Compare compare) {
        return new Condition.Compare(/* left= */ compare.right(), Operator.EQUAL, /* right= */ compare.left());
    }

    /**
     * Returns a request that writes these fields of a row, including the one that says whether it exists if it is among
     * them.
     */
    Request update(Table table, Map<String, Integer> key, Map<String, Integer> changes, Stamp stamp) {
        var values = new ArrayList<>(changes.values());
        addKey(values, table, key, stamp);
        String set = changes.keySet().stream()
                .map(field -> CaseSql.quoted(field) + " = ?")
                .collect(Collectors.joining(", "));
        String text = "UPDATE " + path(table) + " SET " + set + " WHERE " + keyIs(table);
        return new Request(text, values, stamp.consistency(), stamp.micros());
    }

    Request delete(Table table, Map<String, Integer> key, Stamp stamp) {
        var values = new ArrayList<Integer>();
        addKey(values, table, key, stamp);
        String text = "DELETE FROM " + path(table) + " WHERE " + keyIs(table);
        return new Request(text, values, stamp.consistency(), stamp.micros());
    }

    private static void addKey(List<Integer> values, Table table, Map<String, Integer> key, Stamp stamp) {
        values.add(stamp.attempt());
        table.key().forEach(field -> values.add(key.getOrDefault(field, 0)));
    }

    private static String keyIs(Table table) {
        return key(table).map(field -> CaseSql.quoted(field) + " = ?").collect(Collectors.joining(" AND "));
    }

    /**
     * The properties that all writes of a statement share.
     *
     * @param micros their time, in microseconds since 1970
     */
    record Stamp(int attempt, long micros, Consistency consistency) {}
}
