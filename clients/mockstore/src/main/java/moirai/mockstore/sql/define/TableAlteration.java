package moirai.mockstore.sql.define;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import moirai.mockstore.StoreException;
import moirai.mockstore.sql.expression.SqlExpression;
import moirai.mockstore.sql.rows.Storage;
import moirai.mockstore.sql.schema.Catalog;
import moirai.mockstore.sql.schema.CheckSchema;
import moirai.mockstore.sql.schema.ColumnDefault;
import moirai.mockstore.sql.schema.ColumnSchema;
import moirai.mockstore.sql.schema.ForeignKeySchema;
import moirai.mockstore.sql.schema.KeySchema;
import moirai.mockstore.sql.schema.Sequence;
import moirai.mockstore.sql.schema.TableSchema;
import moirai.mockstore.sql.syntax.Identifiers;
import moirai.mockstore.sql.syntax.Parser;
import moirai.mockstore.sql.syntax.Unsupported;
import moirai.mockstore.sql.types.SqlNull;
import net.sf.jsqlparser.statement.alter.Alter;
import net.sf.jsqlparser.statement.alter.AlterExpression;
import net.sf.jsqlparser.statement.alter.AlterOperation;

/** Executes ALTER TABLE. */
record TableAlteration(Catalog catalog, Storage storage, DefinitionContext context) {

    private static final Pattern RENAME_CONSTRAINT =
            Pattern.compile("RENAME CONSTRAINT (?<old>\"[^\"]+\"|\\w+) TO (?<new>\"[^\"]+\"|\\w+)");

    String execute(Alter alter, Consumer<String> notices) {
        Unsupported.besides(alter, "table useOnly useTableIfExists alterExpressions");
        String name = catalog.names()
                .resolve(alter.getTable().getSchemaName(), alter.getTable().getName());
        if (alter.isUseTableIfExists() && catalog.find(name).isEmpty()) {
            notices.accept("relation \"" + name + "\" does not exist, skipping");
            return "ALTER TABLE";
        }
        if (catalog.findSequence(name).isPresent()) {
            return renameSequence(catalog.sequence(name), alter);
        }
        for (AlterExpression expression : alter.getAlterExpressions()) {
            alter(catalog.table(name), expression);
        }
        return "ALTER TABLE";
    }

    /** Returns a written name in the schema of a relation. */
    private static String sibling(String relation, String written) {
        return Identifiers.inSchema(Identifiers.schema(relation), Identifiers.of(written));
    }

    /** Gives a sequence another name, which ALTER TABLE does as well. */
    private String renameSequence(Sequence sequence, Alter alter) {
        AlterExpression expression = alter.getAlterExpressions().getFirst();
        if (expression.getOperation() != AlterOperation.RENAME_TABLE) {
            throw new StoreException("42809", "\"" + sequence.name() + "\" is not a table");
        }
        catalog.rename(sequence, sibling(sequence.name(), expression.getNewTableName()));
        return "ALTER SEQUENCE";
    }

    private void alter(TableSchema table, AlterExpression expression) {
        switch (expression.getOperation()) {
            case ADD -> add(table, expression);
            case DROP -> {
                if (expression.getColumnName() == null) {
                    dropConstraint(table, expression);
                } else {
                    dropColumn(table, expression);
                }
            }
            case RENAME -> renameColumn(table, expression);
            case RENAME_TABLE -> {
                String name = sibling(table.name(), expression.getNewTableName());
                catalog.rename(table, name);
                storage.rename(table.name(), name);
            }
            case RENAME_CONSTRAINT -> renameConstraint(table, expression.toString());
            case ALTER -> alterColumns(table, expression);
            default -> throw Unsupported.refuse("ALTER TABLE ... " + expression.getOperation() + ": " + expression);
        }
    }

    private void add(TableSchema table, AlterExpression expression) {
        Unsupported.besides(
                expression,
                "operation index pkColumns ukColumns ukName uk ukTypeSpecified fkColumns fkSourceTable "
                        + "fkSourceSchema fkSourceColumns onDeleteCascade onDeleteRestrict onDeleteSetNull "
                        + "constraintName colDataTypeList useIfNotExists constraints");
        if (expression.getIndex() != null) {
            Constraints.requireUntouched(storage, table, "a constraint");
            // The only word behind a constraint that the parser passes on; see Parser.
            boolean isDeferred =
                    !TableCompiler.orEmpty(expression.getConstraints()).isEmpty();
            catalog.replace(new Constraints(catalog, context).add(table, expression.getIndex(), isDeferred));
            return;
        }
        if (TableCompiler.orEmpty(expression.getColDataTypeList()).isEmpty()) {
            throw Unsupported.refuse("ALTER TABLE ... " + expression);
        }
        TableSchema longer = table;
        for (AlterExpression.ColumnDataType definition : expression.getColDataTypeList()) {
            String column = Identifiers.of(definition.getColumnName());
            if (table.find(column).isPresent()) {
                if (expression.isUseIfNotExists()) {
                    continue;
                }
                throw new StoreException(
                        "42701", "column \"%s\" of relation \"%s\" already exists".formatted(column, table.name()));
            }
            var compiler = new TableCompiler(context, table.name());
            ColumnSchema added = withMissing(table, compiler.column(definition)).apartFrom(longer.columns());
            TableSchema before = longer;
            longer = compiler.add(longer, added).withKeysApart(before.columns().size());
            boolean isConstrained = longer.constraintCount() > before.constraintCount();
            if ((isConstrained && added.missing() != SqlNull.NULL) || refusesNull(before, longer)) {
                Constraints.requireUntouched(storage, table, "a constraint and a default of a new column");
            }
            if (!(longer.columns().getLast().defaultValue() instanceof ColumnDefault.Computed)
                    && !(longer.columns().getLast().defaultValue() instanceof ColumnDefault.None)) {
                Constraints.requireUntouched(storage, table, "a new column with a value for each row");
            }
            compiler.sequences().forEach(catalog::create);
        }
        catalog.replace(longer);
    }

    private ColumnSchema withMissing(TableSchema table, ColumnSchema column) {
        if (storage.of(table.name()).isUntouched()) {
            return column;
        }
        Object missing = missing(table, column.defaultValue());
        if (missing == SqlNull.NULL && column.notNull()) {
            // There may be no rows any more.
            Constraints.requireUntouched(storage, table, "a new column that may not be null");
        }
        return column.withMissing(missing);
    }

    /** Returns the value that rows have in a new column, unless each has one of its own. */
    private Object missing(TableSchema table, ColumnDefault added) {
        try {
            return added instanceof ColumnDefault.Computed computed
                    ? computed.expression().evaluate(new NoFrame(context.now()))
                    : SqlNull.NULL;
        } catch (NoFrame.EachItsOwn differs) {
            Constraints.requireUntouched(storage, table, "a default that differs from row to row");
            return SqlNull.NULL;
        }
    }

    /** Returns whether a new condition may be false in old rows, in which the new column, the last one, is null. */
    private boolean refusesNull(TableSchema before, TableSchema longer) {
        int added = longer.columns().size() - 1;
        return longer.checks().stream()
                .filter(check -> !before.hasConstraint(check.name()))
                .anyMatch(check ->
                        check.columns().stream().anyMatch(column -> column != added) || mayBeFalse(check.condition()));
    }

    private boolean mayBeFalse(SqlExpression condition) {
        try {
            return condition.evaluate(new NoFrame(context.now())).equals(false);
        } catch (NoFrame.EachItsOwn unknown) {
            return true;
        }
    }

    private void dropConstraint(TableSchema table, AlterExpression expression) {
        Unsupported.besides(expression, "operation constraintName usingIfExists parameters");
        if (expression.getConstraintName() == null) {
            throw Unsupported.refuse("ALTER TABLE ... " + expression);
        }
        String name = Identifiers.of(expression.getConstraintName());
        TableSchema without = table.without(name);
        boolean found = without.allKeys().size() < table.allKeys().size()
                || without.foreignKeys().size() < table.foreignKeys().size()
                || without.checks().size() < table.checks().size();
        if (table.keys().stream().anyMatch(key -> key.primary() && key.name().equals(name))) {
            throw Unsupported.refuse("dropping the primary key \"" + name + "\"");
        }
        Constraints.requireUnreferenced(catalog, table, without);
        if (!found && !expression.isUsingIfExists()) {
            throw new StoreException(
                    "42704", "constraint \"%s\" of relation \"%s\" does not exist".formatted(name, table.name()));
        }
        catalog.replace(without);
    }

    private void renameColumn(TableSchema table, AlterExpression expression) {
        int column = table.require(Identifiers.of(expression.getColumnOldName()));
        String name = Identifiers.of(expression.getColumnName());
        if (table.find(name).isPresent()) {
            throw new StoreException(
                    "42701", "column \"%s\" of relation \"%s\" already exists".formatted(name, table.name()));
        }
        var columns = new ArrayList<>(table.columns());
        columns.set(column, columns.get(column).named(name));
        catalog.replace(
                table.withColumns(columns).withColumnInKeys(table.column(column).name(), name));
    }

    private void renameConstraint(TableSchema table, String written) {
        var names = RENAME_CONSTRAINT.matcher(written);
        if (!names.matches()) {
            throw Unsupported.refuse("ALTER TABLE ... " + written);
        }
        String name = Identifiers.of(names.group("old"));
        if (!table.hasConstraint(name)) {
            throw new StoreException(
                    "42704", "constraint \"%s\" for table \"%s\" does not exist".formatted(name, table.name()));
        }
        catalog.replace(table.withConstraint(name, Identifiers.of(names.group("new"))));
    }

    /** Drops a column with the constraints and indexes that name it; rows keep its values, which nobody sees. */
    private void dropColumn(TableSchema table, AlterExpression expression) {
        String name = Identifiers.of(expression.getColumnName());
        if (expression.isUsingIfExists() && table.find(name).isEmpty()) {
            return;
        }
        int column = table.require(name);
        if (table.primaryKey().contains(column)) {
            throw Unsupported.refuse("dropping column \"" + name + "\" of the primary key");
        }
        List<Integer> dependent = table.generatedFrom(column);
        if (!dependent.isEmpty()) {
            if (!expression.toString().toUpperCase(Locale.ROOT).contains("CASCADE")) {
                throw new StoreException(
                        "2BP01",
                        "cannot drop column %s of table %s because other objects depend on it"
                                .formatted(name, Identifiers.bare(table.name())));
            }
            throw Unsupported.refuse("DROP COLUMN ... CASCADE of a column that others are generated from");
        }
        TableSchema without = table;
        for (KeySchema key : table.allKeys()) {
            without = key.columns().contains(column) ? without.without(key.name()) : without;
        }
        for (ForeignKeySchema key : table.foreignKeys()) {
            without = key.columns().contains(column) ? without.without(key.name()) : without;
        }
        for (CheckSchema check : table.checks()) {
            without = check.columns().contains(column) ? without.without(check.name()) : without;
        }
        Constraints.requireUnreferenced(catalog, table, without);
        catalog.indexes().stream()
                .filter(index ->
                        index.table().equals(table.name()) && index.columns().contains(column))
                .forEach(index -> catalog.dropIndex(index.name()));
        catalog.sequencesOf(table, column).forEach(sequence -> catalog.dropSequence(sequence.name()));
        var columns = new ArrayList<>(without.columns());
        columns.set(column, columns.get(column).dropped(column));
        catalog.replace(without.withColumns(columns));
    }

    private void alterColumns(TableSchema table, AlterExpression expression) {
        Unsupported.besides(
                expression,
                "operation columnSetDefaultList columnDropDefaultList columnSetNotNullList columnDropNotNullList"
                        + " colDataTypeList");
        var compiler = new TableCompiler(context, table.name());
        var columns = new ArrayList<>(table.columns());
        var retyped = new ArrayList<Integer>();
        for (var change : TableCompiler.orEmpty(expression.getColDataTypeList())) {
            if (change.toString().matches("(?is).*\\b(SET|DROP)\\s+EXPRESSION\\b.*")) {
                int column = table.require(Identifiers.of(change.getColumnName()));
                columns.set(column, new GeneratedColumns(context).withExpression(table, column, change, storage));
                continue;
            }
            if (!change.toString().matches("(?is).*\\bTYPE\\b.*")) {
                throw Unsupported.refuse("ALTER TABLE ... " + expression);
            }
            int column = table.require(Identifiers.of(change.getColumnName()));
            columns.set(column, new ColumnRetyping(catalog, storage).retyped(table, change));
            retyped.add(column);
        }
        for (var change : TableCompiler.orEmpty(expression.getColumnSetDefaultList())) {
            int column = requireNotGenerated(table, change.getColumnName());
            columns.set(
                    column,
                    columns.get(column)
                            .withDefault(compiler.defaultOf(columns.get(column), change.getDefaultExpression())));
        }
        for (var change : TableCompiler.orEmpty(expression.getColumnDropDefaultList())) {
            int column = requireNotGenerated(table, change.getColumnName());
            columns.set(column, columns.get(column).withDefault(new ColumnDefault.None()));
        }
        for (var change : TableCompiler.orEmpty(expression.getColumnSetNotNullList())) {
            Constraints.requireUntouched(storage, table, "SET NOT NULL");
            int column = table.require(Identifiers.of(change.getColumnName()));
            columns.set(column, columns.get(column).withNotNull(true));
        }
        for (var change : TableCompiler.orEmpty(expression.getColumnDropNotNullList())) {
            int column = table.require(Identifiers.of(change.getColumnName()));
            columns.set(column, columns.get(column).withNotNull(false));
        }
        catalog.replace(withChecks(table.withColumns(columns), retyped));
    }

    private static int requireNotGenerated(TableSchema table, String written) {
        int column = table.require(Identifiers.of(written));
        if (table.column(column).isGenerated()) {
            throw new StoreException(
                    "42601",
                    "column \"%s\" of relation \"%s\" is a generated column"
                            .formatted(table.column(column).name(), Identifiers.bare(table.name())));
        }
        return column;
    }

    /** Returns a table with checks that are understood anew if they read columns that have another type now. */
    private TableSchema withChecks(TableSchema table, List<Integer> retyped) {
        TableSchema with = table;
        for (CheckSchema check : table.checks()) {
            if (!Collections.disjoint(check.columns(), retyped)) {
                with = new Constraints(catalog, context.withoutText())
                        .check(with.without(check.name()), check.name(), Parser.expression(check.text()));
                if (!with.checks().getLast().columns().equals(check.columns())) {
                    throw Unsupported.refuse("another type of a column that was renamed after check " + check.name());
                }
            }
        }
        return with;
    }
}
