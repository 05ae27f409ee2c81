package moirai.mockstore.sql.define;

import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import moirai.mockstore.StoreException;
import moirai.mockstore.sql.query.TargetQuery;
import moirai.mockstore.sql.rows.Storage;
import moirai.mockstore.sql.schema.Catalog;
import moirai.mockstore.sql.schema.CheckSchema;
import moirai.mockstore.sql.schema.ColumnSchema;
import moirai.mockstore.sql.schema.ForeignKeySchema;
import moirai.mockstore.sql.schema.KeySchema;
import moirai.mockstore.sql.schema.SearchPath;
import moirai.mockstore.sql.schema.TableSchema;
import moirai.mockstore.sql.syntax.Identifiers;
import moirai.mockstore.sql.syntax.Unsupported;
import moirai.mockstore.sql.types.Casts;
import moirai.mockstore.sql.types.ColumnType;
import moirai.mockstore.sql.types.ForeignType;
import moirai.mockstore.sql.types.SqlType;
import net.sf.jsqlparser.expression.Expression;
import net.sf.jsqlparser.statement.ReferentialAction;
import net.sf.jsqlparser.statement.create.table.CheckConstraint;
import net.sf.jsqlparser.statement.create.table.ConstraintAttributes;
import net.sf.jsqlparser.statement.create.table.ForeignKeyIndex;
import net.sf.jsqlparser.statement.create.table.ForeignKeyReference;
import net.sf.jsqlparser.statement.create.table.Index;
import org.jspecify.annotations.Nullable;

/** Compiles constraints, and gives those without a name the name that PostgreSQL would. */
record Constraints(Catalog catalog, DefinitionContext context) {

    private static final String PRIMARY_KEY = "pkey";

    private static final Set<SqlType> TIMES = EnumSet.of(SqlType.DATE, SqlType.TIMESTAMP, SqlType.TIMESTAMPTZ);

    /** Returns the table with an additional constraint. */
    TableSchema add(TableSchema table, Index constraint) {
        return add(table, constraint, isDeferred(constraint.getConstraintAttributes()));
    }

    /** Returns the table with an additional constraint, which may be one that waits for the commit. */
    TableSchema add(TableSchema table, Index constraint, boolean isDeferred) {
        requirePlain(constraint);
        if (isDeferred && !(constraint instanceof ForeignKeyIndex)) {
            throw Unsupported.refuse("a deferred constraint that is no foreign key: " + constraint);
        }
        String name = constraint.getName() == null ? "" : Identifiers.of(constraint.getName());
        return switch (constraint) {
            case CheckConstraint check -> check(table, name, check.getExpression());
            case ForeignKeyIndex key ->
                foreignKey(table, name, columns(table, key.getColumnsNames()), key.getReference(), isDeferred);
            default -> {
                String type = String.valueOf(constraint.getType()).toLowerCase(Locale.ROOT);
                List<Integer> columns = indexColumns(table, constraint);
                yield switch (type) {
                    case "primary key" -> key(table, name, columns, true);
                    case "unique" -> key(table, name, columns, false);
                    default -> throw Unsupported.refuse(type + " in: " + constraint);
                };
            }
        };
    }

    static void requireImmediate(Index constraint) {
        if (isDeferred(constraint.getConstraintAttributes())) {
            throw Unsupported.refuse("a deferred constraint that is no foreign key: " + constraint);
        }
        requirePlain(constraint);
    }

    private static boolean isDeferred(@Nullable ConstraintAttributes attributes) {
        return attributes != null && Boolean.TRUE.equals(attributes.getDeferrable());
    }

    private static void requirePlain(Index constraint) {
        boolean includes = constraint.getIncludeColumns() != null
                && !constraint.getIncludeColumns().isEmpty();
        if (includes || Boolean.FALSE.equals(constraint.getNullsDistinct())) {
            throw Unsupported.refuse("INCLUDE or NULLS NOT DISTINCT in: " + constraint);
        }
        if (constraint instanceof CheckConstraint check && Boolean.FALSE.equals(check.getEnforced())) {
            throw Unsupported.refuse("NOT ENFORCED in: " + constraint);
        }
    }

    TableSchema key(TableSchema table, String name, List<Integer> columns, boolean primary) {
        if (primary && !table.primaryKey().isEmpty()) {
            throw new StoreException(
                    "42P16", "multiple primary keys for table \"" + table.name() + "\" are not allowed");
        }
        String label = name.isEmpty() ? freeName(catalog, table, columns, primary ? PRIMARY_KEY : "key") : name;
        requireFree(table, label);
        requireComparable(table, columns);
        TableSchema with = table.with(new KeySchema(label, columns, primary));
        if (!primary) {
            return with;
        }
        return with.withColumns(IntStream.range(0, table.columns().size())
                .mapToObj(column ->
                        columns.contains(column) ? table.column(column).withNotNull(true) : table.column(column))
                .toList());
    }

    /** Fails if keys would be of columns whose values may be equal though their texts differ. */
    static void requireComparable(TableSchema table, List<Integer> columns) {
        columns.forEach(column -> requireComparable(table.column(column).type()));
    }

    static void requireComparable(ColumnType type) {
        ForeignType foreign = type.foreign();
        if (foreign != null && !foreign.isEnum()) {
            throw Unsupported.refuse("a key of type " + foreign.name());
        }
    }

    TableSchema check(TableSchema table, String name, Expression condition) {
        TargetQuery.RowCondition compiled = context.ofRow(table, condition);
        String label = name.isEmpty() ? freeName(catalog, table, compiled.columns(), "check") : name;
        requireFree(table, label);
        return table.with(new CheckSchema(label, compiled.expression(), compiled.columns(), condition.toString()));
    }

    TableSchema foreignKey(
            TableSchema table, String name, List<Integer> columns, ForeignKeyReference reference, boolean isDeferred) {
        Unsupported.besides(reference, "table referencedColumnNames referentialActions");
        String targetName = target(table, reference.getTable());
        TableSchema target = targetName.equals(table.name()) ? table : catalog.table(targetName);
        requireSameKind(table.name(), targetName);
        List<String> names = reference.getReferencedColumnNames();
        List<Integer> targetColumns = names == null || names.isEmpty() ? target.primaryKey() : columns(target, names);
        boolean isKey =
                target.keys().stream().anyMatch(key -> Set.copyOf(key.columns()).equals(Set.copyOf(targetColumns)));
        if (!isKey || targetColumns.isEmpty()) {
            throw new StoreException(
                    "42830",
                    "there is no unique constraint matching given keys for referenced table \"" + targetName + "\"");
        }
        if (targetColumns.size() != columns.size()) {
            throw new StoreException(
                    "42830", "number of referencing and referenced columns for foreign key disagree: " + reference);
        }
        for (int index = 0; index < columns.size(); index++) {
            ColumnSchema from = table.column(columns.get(index));
            ColumnSchema to = target.column(targetColumns.get(index));
            if (!isComparable(from.type().type(), to.type().type())) {
                throw new StoreException(
                        "42804",
                        "foreign key of column \"%s\" cannot be implemented: %s and %s are of incompatible types"
                                .formatted(
                                        from.name(),
                                        from.type().describe(),
                                        to.type().describe()));
            }
        }
        String label = name.isEmpty() ? freeName(catalog, table, columns, "fkey") : name;
        requireFree(table, label);
        return table.with(new ForeignKeySchema(
                label,
                columns,
                targetName,
                targetColumns,
                action(reference.getReferentialAction(ReferentialAction.Type.DELETE)),
                action(reference.getReferentialAction(ReferentialAction.Type.UPDATE)),
                isDeferred));
    }

    private static void requireSameKind(String table, String target) {
        boolean isTemporary = SearchPath.isTemporary(Identifiers.schema(table));
        if (isTemporary != SearchPath.isTemporary(Identifiers.schema(target))) {
            String kind = isTemporary ? "temporary" : "permanent";
            throw new StoreException(
                    "42P16", "constraints on " + kind + " tables may reference only " + kind + " tables");
        }
    }

    /** Returns the table that a foreign key names, which may be the one that is being defined. */
    private String target(TableSchema table, net.sf.jsqlparser.schema.Table reference) {
        String found = catalog.names().resolve(reference.getSchemaName(), reference.getName());
        boolean isItself = reference.getSchemaName() == null
                && Identifiers.of(reference.getName()).equals(bare(table))
                && !catalog.has(found);
        return isItself ? table.name() : found;
    }

    private static boolean isComparable(SqlType one, SqlType other) {
        return one == other
                || (Casts.isNumeric(one) && Casts.isNumeric(other))
                || (Casts.isString(one) && Casts.isString(other))
                || (TIMES.contains(one) && TIMES.contains(other));
    }

    private static ForeignKeySchema.Action action(@Nullable ReferentialAction action) {
        if (action == null) {
            return ForeignKeySchema.Action.NO_ACTION;
        }
        return switch (action.getAction()) {
            case CASCADE -> ForeignKeySchema.Action.CASCADE;
            case RESTRICT -> ForeignKeySchema.Action.RESTRICT;
            case NO_ACTION -> ForeignKeySchema.Action.NO_ACTION;
            case SET_NULL -> ForeignKeySchema.Action.SET_NULL;
            case SET_DEFAULT -> throw Unsupported.refuse("SET DEFAULT of a foreign key");
        };
    }

    static List<Integer> columns(TableSchema table, List<String> names) {
        return names.stream().map(name -> table.require(Identifiers.of(name))).toList();
    }

    /** Returns the columns of an index or key, which must not contain expressions. */
    static List<Integer> indexColumns(TableSchema table, Index index) {
        if (!isOnColumns(index)) {
            throw Unsupported.refuse("an index on anything but columns: " + index);
        }
        return index.getColumns().stream()
                .map(column -> table.require(Identifiers.of(column.getColumnName())))
                .toList();
    }

    /** Returns whether an index is on columns as they are. */
    static boolean isOnColumns(Index index) {
        return index.getColumns().stream().allMatch(Constraints::isPlain);
    }

    private static boolean isPlain(Index.ColumnParams column) {
        boolean hasPlainWords = column.getParams() == null
                || column.getParams().stream()
                        .allMatch(word -> Set.of("asc", "desc", "nulls", "first", "last")
                                .contains(word.toLowerCase(Locale.ROOT)));
        return hasPlainWords
                && !column.isExpression()
                && column.getCollation() == null
                && column.getOperatorClass() == null;
    }

    /** Fails if a key that foreign keys refer to is missing after the change. */
    static void requireUnreferenced(Catalog catalog, TableSchema before, TableSchema after) {
        for (Catalog.Reference reference : catalog.references(before.name())) {
            Set<Integer> columns = Set.copyOf(reference.foreignKey().targetColumns());
            boolean self = reference.table().name().equals(before.name());
            boolean stays = !self
                    || after.foreignKeys().stream()
                            .anyMatch(key ->
                                    key.name().equals(reference.foreignKey().name()));
            if (stays
                    && after.keys().stream()
                            .noneMatch(key -> Set.copyOf(key.columns()).equals(columns))) {
                throw new StoreException(
                        "2BP01",
                        "cannot drop a key of table %s because constraint %s on table %s depends on it"
                                .formatted(
                                        before.name(),
                                        reference.foreignKey().name(),
                                        reference.table().name()));
            }
        }
    }

    /**
     * Requires that a table never had rows.
     *
     * @throws TouchedTable if it had
     */
    static void requireUntouched(Storage storage, TableSchema table, String what) {
        if (!storage.of(table.name()).isUntouched()) {
            throw new TouchedTable(
                    table.name(),
                    Unsupported.refuse(what + " on table \"" + table.name()
                            + "\", which had rows already, while a transaction is pending"));
        }
    }

    private void requireFree(TableSchema table, String name) {
        if (names(table).contains(name)) {
            throw new StoreException(
                    "42710", "constraint \"" + name + "\" for relation \"" + table.name() + "\" already exists");
        }
    }

    private static Set<String> names(TableSchema table) {
        var names = table.keys().stream().map(KeySchema::name).collect(Collectors.toSet());
        table.foreignKeys().forEach(key -> names.add(key.name()));
        table.checks().forEach(check -> names.add(check.name()));
        return names;
    }

    /** Returns an unused name, such as {@code account_owner_key}; of a primary key, without the columns. */
    static String freeName(Catalog catalog, TableSchema table, List<Integer> columns, String label) {
        String joined =
                columns.stream().map(column -> table.column(column).name()).collect(Collectors.joining("_"));
        return freeName(catalog, table, label.equals(PRIMARY_KEY) ? "" : joined, label);
    }

    /** Returns an unused name, such as {@code account_lower_idx}. */
    static String freeName(Catalog catalog, TableSchema table, String second, String label) {
        String name = Identifiers.generated(bare(table), second, label);
        for (int number = 1; isTaken(catalog, table, name); number++) {
            name = Identifiers.generated(bare(table), second, label + number);
        }
        return name;
    }

    private static boolean isTaken(Catalog catalog, TableSchema table, String name) {
        String qualified = Identifiers.inSchema(Identifiers.schema(table.name()), name);
        return names(table).contains(name)
                || catalog.findIndex(qualified).isPresent()
                || catalog.find(qualified).isPresent()
                || catalog.findSequence(qualified).isPresent();
    }

    /** Returns the table's name without its schema. */
    private static String bare(TableSchema table) {
        return Identifiers.bare(table.name());
    }
}
