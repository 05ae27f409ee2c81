package moirai.mockstore.wire.catalog;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import moirai.mockstore.StoreException;
import moirai.mockstore.sql.schema.SearchPath;
import moirai.mockstore.sql.time.SessionZone;
import moirai.mockstore.sql.types.ColumnType;
import moirai.mockstore.sql.types.ForeignCall;
import moirai.mockstore.sql.types.ForeignType;
import moirai.mockstore.wire.protocol.WireTypes;

/** The types of a server. Thread-safe. */
final class CatalogTypes implements ForeignType.Source {

    private static final int KNOWN_MAX = 10_000;

    /** The words that mean another time whenever they are read. */
    private static final Pattern RELATIVE = Pattern.compile("now|today|tomorrow|yesterday", Pattern.CASE_INSENSITIVE);

    /** The line of a plan with one column that is a constant. */
    private static final Pattern CONSTANT =
            Pattern.compile("\\[ *Output: (?:NULL|true|false|-?[\\d.]+|'(?:[^']|'')*')(?:::[^'|+-]*)?]");

    private final DefinedCatalog catalog;
    /** The texts that were read before, with their types and zones, and PostgreSQL's writing of each. */
    private final Map<List<Object>, String> known = new LinkedHashMap<>(16, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<List<Object>, String> eldest) {
            return size() > KNOWN_MAX;
        }
    };

    private volatile Set<String> volatiles = Set.of();
    private volatile int volatileOf = -1;

    CatalogTypes(DefinedCatalog catalog) {
        this.catalog = catalog;
    }

    @Override
    public Optional<ForeignType> find(String name) {
        refresh();
        return catalog.ask("""
            SELECT t.oid, pg_catalog.format_type(t.oid, pg_catalog.to_regtypemod('%1$s')), t.typtype
            FROM pg_catalog.pg_type t
            LEFT JOIN pg_catalog.pg_class c ON c.oid = t.typrelid
            WHERE t.oid = pg_catalog.to_regtype('%1$s') AND (t.typtype IN ('b', 'd', 'e', 'r', 'm') OR c.relkind = 'c')
            """.formatted(name.replace("'", "''"))).stream()
                .map(row -> {
                    int oid = Integer.parseUnsignedInt(String.valueOf(row.get(0)));
                    String own = String.valueOf(row.get(1));
                    return new ForeignType(own, oid, row.get(2).equals("e"), text -> read(oid, own, text));
                })
                .findFirst();
    }

    @Override
    public Optional<ForeignCall> describe(String expression, String from, List<Integer> types) {
        if (catalog.foreignIn(expression, Set.of()).isPresent()
                || CatalogWords.areIn(expression)
                || CatalogWords.sleepIn(expression).isPresent()) {
            return Optional.empty();
        }
        refresh();
        if (isVolatile(expression)) {
            return Optional.empty();
        }
        // What is more than a value of one row, such as an aggregate or a set, has no place in WHERE.
        String test = "SELECT 1" + from + " WHERE (" + expression + ") IS NOT NULL";
        String sql = "SELECT " + expression + from;
        return catalog.describe(test, types)
                .flatMap(accepted -> catalog.describe(sql, types))
                .flatMap(description -> call(sql, description));
    }

    @Override
    public Set<String> notInFunctions() {
        return catalog.notInFunctions();
    }

    @Override
    public Optional<String> foreignIn(String query) {
        return catalog.foreignIn(query, Set.of())
                .or(() -> CatalogWords.advisoryFunctionsIn(query).stream().findFirst());
    }

    private boolean isVolatile(String expression) {
        if (volatileOf != catalog.version()) {
            volatileOf = catalog.version();
            volatiles = catalog.ask(CatalogWords.VOLATILE_FUNCTIONS).stream()
                    .map(row -> row.getFirst().toString())
                    .collect(Collectors.toUnmodifiableSet());
        }
        return CatalogWords.foreignIn(expression, volatiles::contains, name -> false)
                .isPresent();
    }

    private Optional<ForeignCall> call(String sql, StatementDescription description) {
        List<Optional<ColumnType>> parameters =
                description.parameters().stream().map(this::type).toList();
        Optional<ColumnType> result = type(description.type());
        if (result.isEmpty() || parameters.contains(Optional.<ColumnType>empty())) {
            return Optional.empty();
        }
        StoreException failure = null;
        Object constant = null;
        try {
            // What is constant is evaluated when it is planned.
            String output = catalog.askBriefly("EXPLAIN (GENERIC_PLAN, VERBOSE) " + sql)
                    .get(1)
                    .toString();
            // One with parameters cannot be run, though its value may not depend on them.
            if (description.parameters().isEmpty() && CONSTANT.matcher(output).matches()) {
                constant = catalog.askBriefly(sql).getFirst().getFirst();
            }
        } catch (StoreException impossible) {
            failure = impossible.sqlState().equals("57014") ? null : impossible;
        }
        return Optional.of(new ForeignCall(
                sql,
                parameters.stream().flatMap(Optional::stream).toList(),
                description.label(),
                result.get(),
                constant,
                failure));
    }

    private Optional<ColumnType> type(int oid) {
        return oid != 0 && WireTypes.isKnown(oid)
                ? Optional.of(ColumnType.of(WireTypes.ofOid(oid)))
                : catalog.ask("SELECT pg_catalog.format_type(" + Integer.toUnsignedString(oid) + ", NULL)").stream()
                        .flatMap(row -> find(String.valueOf(row.getFirst())).stream())
                        .map(ColumnType::of)
                        .findFirst();
    }

    private String read(int oid, String type, String text) {
        String zone = SessionZone.posix(SessionZone.current());
        List<Object> key = List.of(oid, type, text, zone);
        synchronized (known) {
            String found = known.get(key);
            if (found != null) {
                return found;
            }
        }
        String literal = "'" + text.replace("'", "''") + "'";
        // Where a type has a length, a value is cast to it silently, and stored only if it fits.
        String read = catalog.askIn(
                zone,
                type.contains("(")
                        ? "CREATE TEMPORARY TABLE stored (v " + type + ") ON COMMIT DROP; INSERT INTO stored VALUES ("
                                + literal + ") RETURNING v"
                        : "SELECT " + literal + "::" + type);
        if (!RELATIVE.matcher(text).find()) {
            synchronized (known) {
                known.put(key, read);
            }
        }
        return read;
    }

    @Override
    public Optional<String> setting(String name, Optional<String> value) {
        if (!isThere()) {
            return Optional.empty();
        }
        String literal = "'" + name.replace("'", "''") + "'";
        String initial = "pg_catalog.current_setting(" + literal + ")";
        String changed = value.map(
                        given -> "pg_catalog.set_config(" + literal + ", '" + given.replace("'", "''") + "', true)")
                .orElse(initial);
        // Nothing changes what does not concern clients, and nothing changes by the initial value.
        Optional<Object> found = catalog
                .ask("SELECT CASE WHEN " + CatalogWords.HARMLESS_SETTING + " THEN " + changed + " WHEN " + initial
                        + " = " + changed + " THEN " + initial + " END FROM pg_catalog.pg_settings WHERE name = "
                        + literal)
                .stream()
                .map(List::getFirst)
                .findFirst();
        if (found.isPresent() && !(found.get() instanceof String)) {
            throw new StoreException(
                    "0A000", "the setting " + name + " is not supported: it may change what statements do or return");
        }
        return found.map(String::valueOf);
    }

    @Override
    public int tableNumber(String table) {
        if (!catalog.isStarted()) {
            return 0;
        }
        return SearchPath.PERMANENT.has(table) ? catalog.tableNumber(table) : catalog.temporaryNumber(table);
    }

    @Override
    public Optional<StoreException> failureOf(String definition) {
        return isThere() ? catalog.failureOf(definition) : Optional.empty();
    }

    @Override
    public boolean isThere() {
        return catalog.isStartable();
    }

    @Override
    public void refresh() {
        catalog.refresh();
    }

    /**
     * What a server says of a statement with one column.
     *
     * @param parameters the numbers of their types
     * @param label the name of the column
     * @param type the number of its type
     */
    record StatementDescription(List<Integer> parameters, String label, int type) {

        StatementDescription {
            parameters = List.copyOf(parameters);
        }

        /** Reads the answer to a request for a description; empty if it is an error. */
        static Optional<StatementDescription> of(List<BackendMessage> answers) {
            var parameters = new ArrayList<Integer>();
            for (BackendMessage answer : answers) {
                var body = ByteBuffer.wrap(answer.body());
                if (answer.type() == 't') {
                    for (int left = body.getShort(); left > 0; left--) {
                        parameters.add(body.getInt());
                    }
                } else if (answer.type() == 'T') {
                    body.getShort();
                    int start = body.position();
                    int end = start;
                    while (answer.body()[end] != 0) {
                        end++;
                    }
                    String label = new String(answer.body(), start, end - start, StandardCharsets.UTF_8);
                    // Behind the label stand the table and the number of the column, and then the type.
                    return Optional.of(new StatementDescription(
                            parameters, label, body.getInt(end + 1 + Integer.BYTES + Short.BYTES)));
                }
            }
            return Optional.empty();
        }
    }
}
