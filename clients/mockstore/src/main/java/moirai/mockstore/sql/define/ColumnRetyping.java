package moirai.mockstore.sql.define;

import java.util.EnumSet;
import java.util.Set;
import java.util.regex.Pattern;
import moirai.mockstore.StoreException;
import moirai.mockstore.sql.expression.Coercion;
import moirai.mockstore.sql.expression.SqlExpression;
import moirai.mockstore.sql.rows.Storage;
import moirai.mockstore.sql.schema.Catalog;
import moirai.mockstore.sql.schema.ColumnDefault;
import moirai.mockstore.sql.schema.ColumnSchema;
import moirai.mockstore.sql.schema.TableSchema;
import moirai.mockstore.sql.syntax.Identifiers;
import moirai.mockstore.sql.syntax.TypeNames;
import moirai.mockstore.sql.syntax.Unsupported;
import moirai.mockstore.sql.time.IntervalStyle;
import moirai.mockstore.sql.types.Casts;
import moirai.mockstore.sql.types.ColumnType;
import moirai.mockstore.sql.types.ForeignType;
import moirai.mockstore.sql.types.SqlType;
import net.sf.jsqlparser.statement.alter.AlterExpression;

/** Another type of a column: ALTER COLUMN … TYPE. */
record ColumnRetyping(Catalog catalog, Storage storage) {

    /** The part of a change of a type that says how values are computed; the group is a column that is only cast. */
    private static final Pattern USING = Pattern.compile(
            "\\bUSING\\b(?:\\s+\\(?(?<column>\"[^\"]+\"|\\w+)\\s*::"
                    + "[\\w\\s\\[\\].\"]+(?:\\([\\d\\s,]+\\))?[\\w\\s\\[\\]]*\\)?$)?",
            Pattern.CASE_INSENSITIVE);

    /** Returns whether values of one type are stored as those of another without USING. */
    private static boolean isAssignable(ColumnType from, ColumnType to) {
        boolean isStructured = to.foreign() != null
                && from.foreign() == null
                && (to.foreign().name().endsWith("[]") || to.foreign().name().startsWith("json"));
        boolean isTaken = from.foreign() == null || to.foreign() != null || Casts.isString(to.type());
        return !isStructured && isTaken && Casts.isAssignable(from.type(), to.type());
    }

    /**
     * Gives a column another type. Values are kept as they are and converted when they are read, so rows may have only
     * those that each have a counterpart.
     */
    ColumnSchema retyped(TableSchema table, AlterExpression.ColumnDataType change) {
        ColumnSchema column = table.column(table.require(Identifiers.of(change.getColumnName())));
        ColumnType type = TypeNames.of(change.getColDataType(), catalog.foreignTypes());
        int number = table.require(column.name());
        if (column.isGenerated() || !table.generatedFrom(number).isEmpty()) {
            throw new StoreException("0A000", "cannot alter type of a column used by a generated column");
        }
        if (column.defaultValue() instanceof ColumnDefault.Generated generated
                && generated.identity()
                && !Set.of(SqlType.SMALLINT, SqlType.INTEGER, SqlType.BIGINT).contains(type.type())) {
            throw new StoreException("22023", "identity column type must be smallint, integer, or bigint");
        }
        if (!isAssignable(column.type(), type) && !change.toString().contains("USING")) {
            throw new StoreException(
                    "42804",
                    "column \"" + column.name() + "\" cannot be cast automatically to type " + type.describe()
                            + "; accepted is USING with a cast");
        }
        boolean isKey = table.allKeys().stream().anyMatch(key -> key.columns().contains(number))
                || table.foreignKeys().stream().anyMatch(key -> key.columns().contains(number))
                || catalog.references(table.name()).stream()
                        .anyMatch(other -> other.foreignKey().targetColumns().contains(number));
        if (isKey) {
            Constraints.requireComparable(type);
        }
        if (!isCast(change.toString(), column.name())) {
            throw Unsupported.refuse("USING with more than a cast of the column: " + change);
        }
        ForeignType former = column.type().foreign();
        if (former != null && former.name().startsWith("interval") && type.foreign() == null && IntervalStyle.isIso()) {
            // What is stored is a text in PostgreSQL's own style.
            throw Unsupported.refuse(
                    "another type of a column of type " + former.name() + " in this style of intervals");
        }
        if (isKey ? !isSame(column.type(), type) : !isWider(column.type(), type)) {
            Constraints.requireUntouched(storage, table, "another type of a column");
        }
        if (column.defaultValue() instanceof ColumnDefault.Computed computed) {
            SqlExpression value = computed.expression();
            return column.typed(type)
                    .withDefault(new ColumnDefault.Computed(
                            Coercion.assignment(value, type, column.name()), computed.text()));
        }
        return column.typed(type);
    }

    /** Returns whether the new values are casts of the old ones: without USING, or with no more in it. */
    private static boolean isCast(String change, String column) {
        var using = USING.matcher(change);
        return !using.find()
                || (using.group("column") != null
                        && Identifiers.of(using.group("column")).equals(column));
    }

    /** Returns whether each value of a type is one of another, in the same representation. */
    private static boolean isSame(ColumnType from, ColumnType to) {
        Set<SqlType> texts = EnumSet.of(SqlType.TEXT, SqlType.VARCHAR);
        return from.equals(to)
                || (from.foreign() == null
                        && to.foreign() == null
                        && texts.contains(from.type())
                        && texts.contains(to.type())
                        && (to.precision() == ColumnType.NONE
                                || (from.precision() != ColumnType.NONE && from.precision() <= to.precision())));
    }

    /** Returns whether each value of a type has its counterpart in another. */
    private static boolean isWider(ColumnType from, ColumnType to) {
        return isSame(from, to)
                || (Casts.isNumeric(from.type())
                        && Casts.isNumeric(to.type())
                        && Casts.isImplicit(from.type(), to.type())
                        && !to.hasModifiers()
                        && to.type() != SqlType.REAL);
    }
}
