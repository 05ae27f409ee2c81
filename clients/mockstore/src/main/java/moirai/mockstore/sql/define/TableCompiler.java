package moirai.mockstore.sql.define;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import moirai.mockstore.StoreException;
import moirai.mockstore.sql.change.ChangeCompiler;
import moirai.mockstore.sql.expression.Coercion;
import moirai.mockstore.sql.expression.SqlExpression;
import moirai.mockstore.sql.query.Environment;
import moirai.mockstore.sql.query.TargetQuery;
import moirai.mockstore.sql.schema.Catalog;
import moirai.mockstore.sql.schema.ColumnDefault;
import moirai.mockstore.sql.schema.ColumnSchema;
import moirai.mockstore.sql.schema.IndexSchema;
import moirai.mockstore.sql.schema.SearchPath;
import moirai.mockstore.sql.schema.Sequence;
import moirai.mockstore.sql.schema.TableSchema;
import moirai.mockstore.sql.syntax.Identifiers;
import moirai.mockstore.sql.syntax.Parser;
import moirai.mockstore.sql.syntax.TypeNames;
import moirai.mockstore.sql.syntax.Unsupported;
import moirai.mockstore.sql.syntax.Words;
import moirai.mockstore.sql.types.ColumnType;
import moirai.mockstore.sql.types.SqlType;
import net.sf.jsqlparser.expression.Expression;
import net.sf.jsqlparser.statement.LikeClause;
import net.sf.jsqlparser.statement.LikeClause.OptionKind;
import net.sf.jsqlparser.statement.create.table.ColumnDefinition;
import net.sf.jsqlparser.statement.create.table.ColumnOption;
import net.sf.jsqlparser.statement.create.table.CreateTable;
import net.sf.jsqlparser.statement.create.table.IdentityDefinition;
import net.sf.jsqlparser.statement.create.table.Index;
import net.sf.jsqlparser.statement.create.table.TableElement;

/** Compiles the definition of a table, or of columns that are added to a table. */
final class TableCompiler {

    private static final Map<String, SqlType> SERIAL_TYPES = Map.of(
            "smallserial", SqlType.SMALLINT,
            "serial2", SqlType.SMALLINT,
            "serial", SqlType.INTEGER,
            "serial4", SqlType.INTEGER,
            "bigserial", SqlType.BIGINT,
            "serial8", SqlType.BIGINT);

    private static final Set<SqlType> INTEGERS = EnumSet.of(SqlType.SMALLINT, SqlType.INTEGER, SqlType.BIGINT);

    private final Catalog catalog;
    private final DefinitionContext context;
    private final Constraints constraints;
    private final GeneratedColumns generation;
    private final List<Sequence> sequences = new ArrayList<>();
    /** The constraints that columns declare, which are added when all columns are known. */
    private final List<Declared> declared = new ArrayList<>();

    private final String name;

    /** The indexes that are made when the table is. */
    private final List<Function<TableSchema, IndexSchema>> indexes = new ArrayList<>();

    /** A constraint that is added when all columns are known. */
    interface Declared {

        TableSchema addTo(TableSchema table);
    }

    private enum Generation {
        SERIAL,
        BY_DEFAULT,
        ALWAYS
    }

    TableCompiler(DefinitionContext context, String name) {
        this.catalog = context.catalog();
        this.context = context;
        this.constraints = new Constraints(catalog, context);
        this.generation = new GeneratedColumns(context);
        this.name = name;
    }

    /** Returns the sequences that columns need. */
    List<Sequence> sequences() {
        return sequences;
    }

    /** Returns the indexes of a table that was compiled. */
    List<Function<TableSchema, IndexSchema>> indexes() {
        return List.copyOf(indexes);
    }

    TableSchema compile(CreateTable create) {
        Unsupported.besides(
                create,
                "columnDefinitions createOptionsStrings ifNotExists indexes likeTable table tableElements tableOptions "
                        + "tableOptionsStrings unlogged");
        for (String option : orEmpty(create.getCreateOptionsStrings())) {
            // There is no log that a table could do without.
            if (!Set.of("UNLOGGED", "TEMP", "TEMPORARY").contains(option.toUpperCase(Locale.ROOT))) {
                throw Unsupported.refuse("CREATE " + option + " TABLE");
            }
        }
        TableSchema.OnCommit onCommit = onCommit(orEmpty(create.getTableOptionsStrings()), create);
        var columns = new ArrayList<ColumnSchema>();
        for (TableElement element : orEmpty(create.getTableElements())) {
            switch (element) {
                case ColumnDefinition definition -> add(columns, column(definition));
                case LikeClause like -> copied(like).forEach(column -> add(columns, column));
                default -> {}
            }
        }
        var table = new TableSchema(name, columns, List.of(), List.of(), List.of()).onCommit(onCommit);
        for (Declared constraint : declared) {
            table = constraint.addTo(table);
        }
        for (Index constraint : orEmpty(create.getIndexes())) {
            table = constraints.add(table, constraint);
        }
        return table;
    }

    private static void add(List<ColumnSchema> columns, ColumnSchema added) {
        if (columns.stream().anyMatch(other -> other.name().equals(added.name()))) {
            throw new StoreException("42701", "column \"" + added.name() + "\" specified more than once");
        }
        columns.add(added);
    }

    /** Returns the columns of a table that this one is to be like; what else is copied is declared. */
    private List<ColumnSchema> copied(LikeClause like) {
        TableSchema original = catalog.table(catalog.names()
                .resolve(like.getTable().getSchemaName(), like.getTable().getName()));
        var copy = new LikeTable(context, original, like);
        declared.addAll(copy.constraints());
        indexes.addAll(copy.indexes());
        return original.columnNumbers().stream()
                .map(number -> copied(original.column(number), copy))
                .toList();
    }

    private ColumnSchema copied(ColumnSchema column, LikeTable copy) {
        ColumnSchema bare = new ColumnSchema(column.name(), column.type()).withNotNull(column.notNull());
        return switch (column.defaultValue()) {
            case ColumnDefault.None none -> bare;
            case ColumnDefault.Computed computed -> copy.has(OptionKind.DEFAULTS) ? bare.withDefault(computed) : bare;
            case ColumnDefault.OfColumns generated -> {
                if (copy.has(OptionKind.GENERATED)) {
                    declared.addFirst(table -> generation.generated(
                            table, table.require(column.name()), "(" + generated.text() + ")", generated.isVirtual()));
                }
                yield bare;
            }
            case ColumnDefault.Generated generated
            when generated.identity() ->
                copy.has(OptionKind.IDENTITY)
                        ? bare.withDefault(again(generated, column, catalog.sequence(generated.sequence())))
                        : bare;
            case ColumnDefault.Generated generated ->
                copy.has(OptionKind.DEFAULTS) ? bare.withDefault(copy.shared(generated, column)) : bare;
        };
    }

    /** Returns an identity with a sequence of its own, which has the numbers of another one. */
    private ColumnDefault again(ColumnDefault.Generated generated, ColumnSchema column, Sequence original) {
        String sequence = freeSequence(column.name());
        sequences.add(new Sequence(sequence, original.numbers(), Optional.empty()));
        return new ColumnDefault.Generated(sequence, generated.always(), true);
    }

    private TableSchema.OnCommit onCommit(List<String> options, CreateTable create) {
        String written = String.join(" ", options).toUpperCase(Locale.ROOT);
        int at = written.indexOf("ON COMMIT ");
        String before = at < 0 ? written : written.substring(0, at);
        if (!before.isBlank() && !before.startsWith("WITH")) {
            throw Unsupported.refuse(written + " in: " + create);
        }
        if (at >= 0 && !SearchPath.isTemporary(Identifiers.schema(name))) {
            throw new StoreException("42P16", "ON COMMIT can only be used on temporary tables");
        }
        return switch (at < 0 ? "PRESERVE ROWS" : written.substring(at + "ON COMMIT ".length())) {
            case "PRESERVE ROWS" -> TableSchema.OnCommit.PRESERVE_ROWS;
            case "DELETE ROWS" -> TableSchema.OnCommit.DELETE_ROWS;
            case "DROP" -> TableSchema.OnCommit.DROP;
            default -> throw Unsupported.refuse(written + " in: " + create);
        };
    }

    /** Returns the table with an additional column and the constraints that the column declares. */
    TableSchema add(TableSchema table, ColumnSchema column) {
        var columns = new ArrayList<>(table.columns());
        columns.add(column);
        TableSchema longer = table.withColumns(columns);
        for (Declared constraint : declared) {
            longer = constraint.addTo(longer);
        }
        return longer;
    }

    static <T> List<T> orEmpty(@org.jspecify.annotations.Nullable List<T> list) {
        return list == null ? List.of() : list;
    }

    ColumnSchema column(ColumnDefinition definition) {
        String columnName = Identifiers.of(definition.getColumnName());
        String typeName = definition.getColDataType().getDataType().toLowerCase(Locale.ROOT);
        SqlType serial = SERIAL_TYPES.get(typeName);
        ColumnType type = serial == null
                ? TypeNames.of(definition.getColDataType(), catalog.foreignTypes())
                : ColumnType.of(serial);
        var column = new ColumnSchema(columnName, type);
        if (serial != null) {
            column = column.withNotNull(true).withDefault(generated(columnName, type, List.of(), Generation.SERIAL));
        }
        // The parser leaves some options as words, and has words only where it knows none of them.
        var parts = new ArrayDeque<Object>();
        for (ColumnOption option : orEmpty(definition.getColumnOptions())) {
            if (option.getKind() == ColumnOption.Kind.OTHER) {
                parts.addAll(option.getTokens());
            } else {
                parts.add(option);
            }
        }
        if (parts.isEmpty()) {
            parts.addAll(orEmpty(definition.getColumnSpecs()));
        }
        String label = "";
        while (!parts.isEmpty()) {
            Object part = parts.pop();
            if (part.toString().equalsIgnoreCase("constraint")) {
                label = Identifiers.of(word(parts, column));
            } else {
                column = part instanceof ColumnOption option
                        ? option(column, option, label, isDeferred(parts))
                        : words(column, part.toString().toLowerCase(Locale.ROOT), parts, label);
                label = "";
            }
        }
        return column;
    }

    /** Takes the word that follows a constraint which is checked when its transaction commits. */
    private static boolean isDeferred(Deque<Object> rest) {
        boolean isDeferred = !rest.isEmpty() && rest.peek().toString().equalsIgnoreCase("deferrable");
        if (isDeferred) {
            rest.pop();
        }
        return isDeferred;
    }

    private ColumnSchema option(ColumnSchema column, ColumnOption option, String label, boolean isDeferred) {
        if (isDeferred && option.getKind() != ColumnOption.Kind.REFERENCE) {
            throw Unsupported.refuse("a deferred constraint that is no foreign key: " + option);
        }
        return switch (option.getKind()) {
            case DEFAULT -> column.withDefault(defaultOf(column, option.getDefaultExpression()));
            case IDENTITY -> identity(column, option.getIdentityDefinition());
            case REFERENCE -> {
                var reference = option.getForeignKeyReference();
                declared.add(table -> constraints.foreignKey(
                        table, label, List.of(table.require(column.name())), reference, isDeferred));
                yield column;
            }
            case CONSTRAINT -> {
                Index constraint = option.getConstraint();
                if (constraint.getColumns() == null || constraint.getColumns().isEmpty()) {
                    Constraints.requireImmediate(constraint);
                    key(label, column.name(), "primary key".equalsIgnoreCase(constraint.getType()));
                } else {
                    declared.add(table -> constraints.add(table, constraint));
                }
                yield column;
            }
            case SERIAL_DEFAULT_VALUE, OTHER -> throw Unsupported.refuse(option);
        };
    }

    private ColumnSchema words(ColumnSchema column, String first, Deque<Object> rest, String label) {
        return switch (first) {
            case "null" -> column.withNotNull(false);
            case "not" -> {
                expect(rest, "null", column);
                yield column.withNotNull(true);
            }
            case "primary" -> {
                expect(rest, "key", column);
                key(label, column.name(), true);
                yield column;
            }
            case "unique" -> {
                key(label, column.name(), false);
                yield column;
            }
            case "check" -> {
                Expression condition = Parser.expression(word(rest, column));
                declared.add(table -> constraints.check(table, label, condition));
                yield column;
            }
            case "generated" -> {
                expect(rest, "always", column);
                expect(rest, "as", column);
                declare(column, word(rest, column), rest);
                yield column;
            }
            default -> throw Unsupported.refuse(first + " of column \"" + column.name() + "\"");
        };
    }

    /** Declares that the value of a column follows from others. */
    private void declare(ColumnSchema column, String written, Deque<Object> rest) {
        boolean isStored = !rest.isEmpty() && rest.peek().toString().equalsIgnoreCase("stored");
        if (isStored || (!rest.isEmpty() && rest.peek().toString().equalsIgnoreCase("virtual"))) {
            rest.pop();
        }
        declared.addFirst(table -> generation.generated(table, table.require(column.name()), written, !isStored));
    }

    private void key(String label, String columnName, boolean primary) {
        declared.add(table -> constraints.key(table, label, List.of(table.require(columnName)), primary));
    }

    private static String word(Deque<Object> rest, ColumnSchema column) {
        if (rest.isEmpty()) {
            throw new StoreException("42601", "syntax error at the end of column \"" + column.name() + "\"");
        }
        return rest.pop().toString();
    }

    private static void expect(Deque<Object> rest, String expected, ColumnSchema column) {
        String word = word(rest, column);
        if (!word.equalsIgnoreCase(expected)) {
            throw Unsupported.refuse(word + " of column \"" + column.name() + "\"");
        }
    }

    ColumnDefault defaultOf(ColumnSchema column, Expression expression) {
        Environment environment = context.environment();
        SqlExpression compiled =
                TargetQuery.without(environment).constant(ChangeCompiler.withoutCast(column, expression));
        environment.notes().requirePossible();
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

    private String freeSequence(String column) {
        String sequence = sequenceName(column, "seq");
        for (int number = 1; catalog.has(sequence); number++) {
            sequence = sequenceName(column, "seq" + number);
        }
        return sequence;
    }

    private String sequenceName(String column, String label) {
        return Identifiers.inSchema(
                Identifiers.schema(name), Identifiers.generated(Identifiers.bare(name), column, label));
    }

    private ColumnDefault generated(
            String column,
            ColumnType type,
            List<net.sf.jsqlparser.schema.Sequence.Parameter> parameters,
            Generation generation) {
        if (!INTEGERS.contains(type.type())) {
            throw new StoreException(
                    "22023", "identity column type must be smallint, integer, or bigint, not " + type.describe());
        }
        String sequence = freeSequence(column);
        String options = parameters.stream()
                .map(net.sf.jsqlparser.schema.Sequence.Parameter::formatParameter)
                .collect(Collectors.joining(" "));
        sequences.add(new Sequence(
                sequence, SequenceOptions.parse(Words.of(options)).numbers(type.type()), Optional.empty()));
        return new ColumnDefault.Generated(sequence, generation == Generation.ALWAYS, generation != Generation.SERIAL);
    }
}
