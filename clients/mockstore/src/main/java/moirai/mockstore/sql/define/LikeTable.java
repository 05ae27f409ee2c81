package moirai.mockstore.sql.define;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import moirai.mockstore.StoreException;
import moirai.mockstore.sql.expression.Coercion;
import moirai.mockstore.sql.expression.Computed;
import moirai.mockstore.sql.schema.CheckSchema;
import moirai.mockstore.sql.schema.ColumnDefault;
import moirai.mockstore.sql.schema.ColumnSchema;
import moirai.mockstore.sql.schema.IndexSchema;
import moirai.mockstore.sql.schema.KeySchema;
import moirai.mockstore.sql.schema.TableSchema;
import moirai.mockstore.sql.syntax.Identifiers;
import moirai.mockstore.sql.syntax.Parser;
import moirai.mockstore.sql.syntax.Unsupported;
import moirai.mockstore.sql.types.SqlType;
import net.sf.jsqlparser.statement.LikeClause;
import net.sf.jsqlparser.statement.LikeClause.OptionKind;

/** What {@code LIKE other INCLUDING …} copies of another table besides names, types and NOT NULL. */
record LikeTable(DefinitionContext context, TableSchema original, LikeClause like) {

    boolean has(OptionKind kind) {
        return like.isIncluding(kind);
    }

    private Constraints copies() {
        return new Constraints(context.catalog(), context.withoutText());
    }

    /** Returns the constraints that are copied. */
    List<TableCompiler.Declared> constraints() {
        var copied = new ArrayList<TableCompiler.Declared>();
        if (has(OptionKind.CONSTRAINTS)) {
            original.checks().forEach(check -> copied.add(table -> with(table, check)));
        }
        if (has(OptionKind.INDEXES)) {
            for (KeySchema key : original.keys()) {
                boolean isIndex = context.catalog()
                        .findIndex(Identifiers.inSchema(Identifiers.schema(original.name()), key.name()))
                        .isPresent();
                if (!isIndex) {
                    copied.add(table -> copies().key(table, "", places(table, key.columns()), key.primary()));
                }
            }
        }
        return copied;
    }

    /** Returns a table with the same condition, whose columns may have other numbers. */
    private TableSchema with(TableSchema table, CheckSchema check) {
        TableSchema with;
        try {
            with = copies().check(table, check.name(), Parser.expression(check.text()));
        } catch (StoreException failure) {
            if (failure.sqlState().equals("42710")) {
                throw failure;
            }
            throw Unsupported.refuse("LIKE a table with the condition " + check.name() + ", of renamed columns,");
        }
        if (!with.checks().getLast().columns().equals(places(table, check.columns()))) {
            throw Unsupported.refuse("LIKE a table with the condition " + check.name() + ", of renamed columns,");
        }
        return with;
    }

    private List<Integer> places(TableSchema table, List<Integer> columns) {
        return columns.stream()
                .map(column -> table.require(original.column(column).name()))
                .toList();
    }

    /** Returns the indexes that are copied, under names of their own. */
    List<Function<TableSchema, IndexSchema>> indexes() {
        if (!has(OptionKind.INDEXES)) {
            return List.of();
        }
        return context.catalog().indexes().stream()
                .filter(index -> index.table().equals(original.name()))
                .<Function<TableSchema, IndexSchema>>map(index -> table -> copy(table, index))
                .toList();
    }

    private IndexSchema copy(TableSchema table, IndexSchema index) {
        if (index.columns().isEmpty()) {
            throw Unsupported.refuse("LIKE a table with the index " + index.name() + ", of more than columns,");
        }
        List<Integer> columns = places(table, index.columns());
        String name = Constraints.freeName(context.catalog(), table, columns, "idx");
        return new IndexSchema(
                Identifiers.inSchema(Identifiers.schema(table.name()), name), table.name(), columns, index.unique());
    }

    /** Returns a default that takes numbers of the sequence of another column. */
    ColumnDefault shared(ColumnDefault.Generated generated, ColumnSchema column) {
        String sequence = generated.sequence();
        return new ColumnDefault.Computed(
                Coercion.assignment(
                        new Computed(SqlType.BIGINT, frame -> frame.nextValue(sequence)), column.type(), column.name()),
                "nextval('" + Identifiers.quoted(sequence) + "')");
    }
}
