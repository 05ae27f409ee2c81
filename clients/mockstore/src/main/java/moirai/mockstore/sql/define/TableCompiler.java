package moirai.mockstore.sql.define;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import moirai.mockstore.StoreException;
import moirai.mockstore.sql.expression.Coercion;
import moirai.mockstore.sql.expression.SqlExpression;
import moirai.mockstore.sql.expression.syntax.TypeNames;
import moirai.mockstore.sql.query.Environment;
import moirai.mockstore.sql.query.TargetQuery;
import moirai.mockstore.sql.rows.Storage;
import moirai.mockstore.sql.schema.Catalog;
import moirai.mockstore.sql.schema.ColumnDefault;
import moirai.mockstore.sql.schema.ColumnSchema;
import moirai.mockstore.sql.schema.Identifiers;
import moirai.mockstore.sql.schema.Sequence;
import moirai.mockstore.sql.schema.TableSchema;
import moirai.mockstore.sql.syntax.Parser;
import moirai.mockstore.sql.syntax.Unsupported;
import moirai.mockstore.sql.types.ColumnType;
import moirai.mockstore.sql.types.SqlType;
import net.sf.jsqlparser.expression.Expression;
import net.sf.jsqlparser.statement.create.table.ColumnDefinition;
import net.sf.jsqlparser.statement.create.table.ColumnOption;
import net.sf.jsqlparser.statement.create.table.CreateTable;
import net.sf.jsqlparser.statement.create.table.IdentityDefinition;
import net.sf.jsqlparser.statement.create.table.Index;

/** Understands the definition of a table, or of columns that are added to one. */
final class TableCompiler {

    private static final Map<String, SqlType> SERIAL_TYPES = Map.of(
            "smallserial", SqlType.SMALLINT,
            "serial2", SqlType.SMALLINT,
            "serial", SqlType.INTEGER,
            "serial4", SqlType.INTEGER,
            "bigserial", SqlType.BIGINT,
            "serial8", SqlType.BIGINT);

    private final Catalog catalog;
    private final Storage storage;
    private final Constraints constraints;
    private final List<Sequence> sequences = new ArrayList<>();
    /** Constraints that columns declare; they are added when all columns are known. */
    private final List<Declared> declared = new ArrayList<>();

    private final String name;

    /** A constraint that waits for the columns. */
    private interface Declared {

        TableSchema addTo(TableSchema table);
    }

    private enum Generation {
        SERIAL,
        BY_DEFAULT,
        ALWAYS
    }

    TableCompiler(Catalog catalog, Storage storage, String name) {
        this.catalog = catalog;
        this.storage = storage;
        this.constraints = new Constraints(catalog, storage);
        this.name = name;
    }

    /** The sequences that columns need. */
    List<Sequence> sequences() {
        return sequences;
    }

    TableSchema compile(CreateTable create) {
        Unsupported.besides(
                create,
                "columnDefinitions",
                "createOptionsStrings",
                "ifNotExists",
                "indexes",
                "table",
                "tableElements",
                "tableOptions",
                "tableOptionsStrings",
                "unlogged");
        for (String option : orEmpty(create.getCreateOptionsStrings())) {
            // Sessions cannot have tables of their own, and there is no log that a table could do without.
            if (!option.equalsIgnoreCase("unlogged")) {
                throw Unsupported.refuse("CREATE " + option + " TABLE");
            }
        }
        if (!orEmpty(create.getTableOptionsStrings()).isEmpty()
                && !create.getTableOptionsStrings().getFirst().equalsIgnoreCase("with")) {
            throw Unsupported.refuse(String.join(" ", create.getTableOptionsStrings()) + " in: " + create);
        }
        var columns = new ArrayList<ColumnSchema>();
        for (ColumnDefinition definition : orEmpty(create.getColumnDefinitions())) {
            ColumnSchema column = column(definition);
            if (columns.stream().anyMatch(other -> other.name().equals(column.name()))) {
                throw new StoreException("42701", "column \"" + column.name() + "\" specified more than once");
            }
            columns.add(column);
        }
        var table = new TableSchema(name, columns, List.of(), List.of(), List.of());
        for (Declared constraint : declared) {
            table = constraint.addTo(table);
        }
        for (Index constraint : orEmpty(create.getIndexes())) {
            table = constraints.add(table, constraint);
        }
        return table;
    }

    /** The table with one more column, and what that declares. */
    TableSchema add(TableSchema table, ColumnSchema column) {
        var columns = new ArrayList<>(table.columns());
        columns.add(column);
        TableSchema longer = table.withColumns(columns);
        for (Declared constraint : declared) {
            longer = constraint.addTo(longer);
        }
        return longer;
    }

    private static <T> List<T> orEmpty(@org.jspecify.annotations.Nullable List<T> list) {
        return list == null ? List.of() : list;
    }

    ColumnSchema column(ColumnDefinition definition) {
        String columnName = Identifiers.of(definition.getColumnName());
        String typeName = definition.getColDataType().getDataType().toLowerCase(Locale.ROOT);
        SqlType serial = SERIAL_TYPES.get(typeName);
        ColumnType type = serial == null ? TypeNames.of(definition.getColDataType()) : ColumnType.of(serial);
        var column = new ColumnSchema(columnName, type);
        if (serial != null) {
            column = column.withNotNull(true).withDefault(generated(columnName, type, List.of(), Generation.SERIAL));
        }
        Deque<ColumnOption> options = new ArrayDeque<>(orEmpty(definition.getColumnOptions()));
        boolean plain = options.isEmpty();
        // Where there are words only, the parser has no options.
        var words = new ArrayDeque<>(plain ? orEmpty(definition.getColumnSpecs()) : List.of());
        if (plain) {
            return words(column, words, false);
        }
        while (!options.isEmpty()) {
            ColumnOption option = options.pop();
            switch (option.getKind()) {
                case OTHER -> words.addAll(option.getTokens());
                case DEFAULT -> column = column.withDefault(defaultOf(column, option.getDefaultExpression()));
                case IDENTITY -> column = identity(column, option.getIdentityDefinition());
                case REFERENCE -> {
                    var reference = option.getForeignKeyReference();
                    String constraint = constraintName(words);
                    declared.add(table ->
                            constraints.foreignKey(table, constraint, List.of(table.require(columnName)), reference));
                }
                case CONSTRAINT -> {
                    Index constraint = option.getConstraint();
                    if (constraint.getColumns() == null) {
                        // It stands behind its only column.
                        constraint.setColumnsNames(List.of(definition.getColumnName()));
                    }
                    declared.add(table -> constraints.add(table, constraint));
                }
                case SERIAL_DEFAULT_VALUE -> throw Unsupported.refuse(option);
            }
            if (option.getKind() != ColumnOption.Kind.OTHER || options.isEmpty() || !isOther(options.peek())) {
                column = words(column, words, option.getKind() == ColumnOption.Kind.OTHER && !options.isEmpty());
            }
        }
        return column;
    }

    private static boolean isOther(ColumnOption option) {
        return option.getKind() == ColumnOption.Kind.OTHER;
    }

    /** A name that was given to the constraint that follows. */
    private static String constraintName(Deque<String> words) {
        if (words.size() == 2 && words.peek().equalsIgnoreCase("constraint")) {
            words.pop();
            return Identifiers.of(words.pop());
        }
        return "";
    }

    /** @param more whether something follows that the words may belong to */
    private ColumnSchema words(ColumnSchema start, Deque<String> words, boolean more) {
        ColumnSchema column = start;
        String constraint = "";
        while (!words.isEmpty()) {
            if (more && words.size() == 2 && words.peek().equalsIgnoreCase("constraint")) {
                return column;
            }
            String word = words.pop().toLowerCase(Locale.ROOT);
            String label = constraint;
            constraint = "";
            switch (word) {
                case "constraint" -> constraint = Identifiers.of(words.pop());
                case "null" -> column = column.withNotNull(false);
                case "not" -> {
                    expect(words, "null", column);
                    column = column.withNotNull(true);
                }
                case "primary" -> {
                    expect(words, "key", column);
                    key(label, column.name(), true);
                }
                case "unique" -> key(label, column.name(), false);
                case "check" -> {
                    Expression condition = Parser.expression(words.pop());
                    declared.add(table -> constraints.check(table, label, condition));
                }
                default -> throw Unsupported.refuse(word + " of column \"" + column.name() + "\"");
            }
        }
        return column;
    }

    private void key(String label, String columnName, boolean primary) {
        declared.add(table -> constraints.key(table, label, List.of(table.require(columnName)), primary));
    }

    private static void expect(Deque<String> words, String expected, ColumnSchema column) {
        String word = Optional.ofNullable(words.poll()).orElse("nothing");
        if (!word.equalsIgnoreCase(expected)) {
            throw Unsupported.refuse(word + " of column \"" + column.name() + "\"");
        }
    }

    ColumnDefault defaultOf(ColumnSchema column, Expression expression) {
        SqlExpression compiled =
                TargetQuery.without(new Environment(catalog, storage)).constant(expression);
        return new ColumnDefault.Computed(
                Coercion.assignment(compiled, column.type(), column.name()), expression.toString());
    }

    private ColumnSchema identity(ColumnSchema column, IdentityDefinition definition) {
        boolean always = definition.getGenerationMode() == IdentityDefinition.GenerationMode.ALWAYS;
        return column.withNotNull(true)
                .withDefault(generated(
                        column.name(),
                        column.type(),
                        orEmpty(definition.getParameters()),
                        always ? Generation.ALWAYS : Generation.BY_DEFAULT));
    }

    private ColumnDefault generated(
            String column,
            ColumnType type,
            List<net.sf.jsqlparser.schema.Sequence.Parameter> parameters,
            Generation generation) {
        long max = switch (type.type()) {
            case SMALLINT -> Short.MAX_VALUE;
            case INTEGER -> Integer.MAX_VALUE;
            case BIGINT -> Long.MAX_VALUE;
            default ->
                throw new StoreException(
                        "22023", "identity column type must be smallint, integer, or bigint, not " + type.describe());
        };
        String wanted = name + "_" + column + "_seq";
        String sequence = wanted;
        for (int number = 1; catalog.findSequence(sequence).isPresent(); number++) {
            sequence = wanted + number;
        }
        sequences.add(Sequences.of(sequence, parameters, max));
        return new ColumnDefault.Generated(sequence, generation == Generation.ALWAYS, generation != Generation.SERIAL);
    }
}
