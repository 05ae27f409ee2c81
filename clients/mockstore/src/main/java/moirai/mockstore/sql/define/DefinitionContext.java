package moirai.mockstore.sql.define;

import java.time.OffsetDateTime;
import java.util.List;
import moirai.mockstore.sql.query.Environment;
import moirai.mockstore.sql.query.TargetQuery;
import moirai.mockstore.sql.rows.Storage;
import moirai.mockstore.sql.rows.Table;
import moirai.mockstore.sql.schema.Catalog;
import moirai.mockstore.sql.schema.TableSchema;
import moirai.mockstore.sql.syntax.Identifiers;
import moirai.mockstore.sql.syntax.Unsupported;
import net.sf.jsqlparser.expression.Expression;

/**
 * What a definition is executed with.
 *
 * @param sql its text; empty if only parts of it are at hand
 * @param now the time at which its transaction began
 */
public record DefinitionContext(Catalog catalog, Storage storage, String sql, OffsetDateTime now) {

    /** Returns this context for parts of earlier definitions, of which PostgreSQL does not evaluate any. */
    DefinitionContext withoutText() {
        return new DefinitionContext(catalog, storage, "", now);
    }

    Environment environment() {
        return new Environment(sql, List.of(), catalog, storage, (environment, change) -> {
            throw Unsupported.refuse("a statement that changes data here: " + change);
        });
    }

    /** Compiles an expression about rows of any table of a shape; none of the table's own rows is read. */
    TargetQuery.RowCondition ofRow(TableSchema table, Expression expression) {
        Environment environment = environment();
        TargetQuery.RowCondition compiled = TargetQuery.given(
                        environment, new Table(table, storage.unborn()), Identifiers.bare(table.name()))
                .condition(expression);
        environment.notes().requirePossible();
        return compiled;
    }
}
