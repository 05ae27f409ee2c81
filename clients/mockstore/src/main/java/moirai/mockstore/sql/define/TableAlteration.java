package moirai.mockstore.sql.define;

import java.util.ArrayList;
import moirai.mockstore.StoreException;
import moirai.mockstore.sql.rows.Storage;
import moirai.mockstore.sql.schema.Catalog;
import moirai.mockstore.sql.schema.ColumnDefault;
import moirai.mockstore.sql.schema.ColumnSchema;
import moirai.mockstore.sql.schema.TableSchema;
import moirai.mockstore.sql.syntax.Identifiers;
import moirai.mockstore.sql.syntax.Unsupported;
import moirai.mockstore.sql.types.SqlNull;
import net.sf.jsqlparser.statement.alter.Alter;
import net.sf.jsqlparser.statement.alter.AlterExpression;

/** Executes ALTER TABLE. */
record TableAlteration(Catalog catalog, Storage storage) {

    String execute(Alter alter) {
        Unsupported.besides(alter, "table useOnly useTableIfExists alterExpressions");
        String name = Definitions.name(alter.getTable());
        if (alter.isUseTableIfExists() && catalog.find(name).isEmpty()) {
            return "ALTER TABLE";
        }
        for (AlterExpression expression : alter.getAlterExpressions()) {
            alter(catalog.table(name), expression);
        }
        return "ALTER TABLE";
    }

    private void alter(TableSchema table, AlterExpression expression) {
        switch (expression.getOperation()) {
            case ADD -> add(table, expression);
            case DROP -> dropConstraint(table, expression);
            case ALTER -> alterColumns(table, expression);
            default -> throw Unsupported.refuse("ALTER TABLE ... " + expression.getOperation() + ": " + expression);
        }
    }

    private void add(TableSchema table, AlterExpression expression) {
        Unsupported.besides(
                expression,
                "operation index pkColumns ukColumns ukName uk ukTypeSpecified fkColumns fkSourceTable "
                        + "fkSourceSchema fkSourceColumns onDeleteCascade onDeleteRestrict onDeleteSetNull "
                        + "constraintName colDataTypeList useIfNotExists");
        if (expression.getIndex() != null) {
            Constraints.requireUntouched(storage, table, "a constraint");
            catalog.replace(new Constraints(catalog, storage).add(table, expression.getIndex()));
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
            var compiler = new TableCompiler(catalog, storage, table.name());
            ColumnSchema added = withMissing(table, compiler.column(definition));
            TableSchema before = longer;
            longer = compiler.add(longer, added);
            if (longer.constraintCount() > before.constraintCount() && added.missing() != SqlNull.NULL) {
                Constraints.requireUntouched(storage, table, "a constraint and a default of a new column");
            }
            compiler.sequences().forEach(catalog::create);
        }
        catalog.replace(longer);
    }

    private ColumnSchema withMissing(TableSchema table, ColumnSchema column) {
        if (storage.of(table.name()).isUntouched()) {
            return column;
        }
        Object missing = switch (column.defaultValue()) {
            case ColumnDefault.None none -> SqlNull.NULL;
            case ColumnDefault.Computed computed -> computed.expression().evaluate(new NoFrame());
            case ColumnDefault.Generated generated ->
                throw Unsupported.refuse("adding a generated column to a table that had rows");
        };
        if (missing == SqlNull.NULL && column.notNull()) {
            throw new StoreException(
                    "23502",
                    "column \"%s\" of relation \"%s\" contains null values".formatted(column.name(), table.name()));
        }
        return column.withMissing(missing);
    }

    private void dropConstraint(TableSchema table, AlterExpression expression) {
        Unsupported.besides(expression, "operation constraintName usingIfExists parameters");
        if (expression.getConstraintName() == null) {
            throw Unsupported.refuse("ALTER TABLE ... " + expression);
        }
        String name = Identifiers.of(expression.getConstraintName());
        TableSchema without = table.without(name);
        boolean found = without.keys().size() < table.keys().size()
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

    private void alterColumns(TableSchema table, AlterExpression expression) {
        Unsupported.besides(
                expression,
                "operation columnSetDefaultList columnDropDefaultList columnSetNotNullList columnDropNotNullList");
        var compiler = new TableCompiler(catalog, storage, table.name());
        var columns = new ArrayList<>(table.columns());
        for (var change : TableCompiler.orEmpty(expression.getColumnSetDefaultList())) {
            int column = table.require(Identifiers.of(change.getColumnName()));
            columns.set(
                    column,
                    columns.get(column)
                            .withDefault(compiler.defaultOf(columns.get(column), change.getDefaultExpression())));
        }
        for (var change : TableCompiler.orEmpty(expression.getColumnDropDefaultList())) {
            int column = table.require(Identifiers.of(change.getColumnName()));
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
        catalog.replace(table.withColumns(columns));
    }
}
