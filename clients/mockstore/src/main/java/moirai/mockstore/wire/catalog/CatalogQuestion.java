package moirai.mockstore.wire.catalog;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import moirai.mockstore.StoreException;
import moirai.mockstore.sql.SqlSession;
import moirai.mockstore.sql.syntax.Parser;
import net.sf.jsqlparser.expression.Alias;
import net.sf.jsqlparser.expression.Expression;
import net.sf.jsqlparser.expression.Function;
import net.sf.jsqlparser.statement.select.PlainSelect;
import net.sf.jsqlparser.statement.select.SelectItem;

/**
 * A query that PostgreSQL answers, or a change of rows that it computes.
 *
 * @param types of its first parameters, as the client declares them; 0 leaves one open
 */
public record CatalogQuestion(String sql, List<Integer> types, boolean isChange, List<BackendMessage> description)
        implements RelayedSql {

    /** Returns the number of its columns. */
    public int columnCount() {
        return description.stream()
                .filter(message -> message.type() == 'T')
                .mapToInt(message -> ByteBuffer.wrap(message.body()).getShort())
                .sum();
    }

    public CatalogQuestion {
        types = List.copyOf(types);
        description = List.copyOf(description);
    }

    /** Returns this question in other words for the same. */
    CatalogQuestion named(String other) {
        return new CatalogQuestion(other, types, isChange, description);
    }

    /**
     * A query that only calls set_config, with the arguments that another query finds.
     *
     * @param arguments finds name, value and whether it ends with the transaction, one call a row
     * @param answer finds the values that the settings have then
     */
    record Setting(CatalogQuestion arguments, CatalogQuestion answer) {

        private static final String NAME = "set_config";

        /** Returns the functions and relations of the server that a query may name because it only calls set_config. */
        static Set<String> allowedIn(String sql) {
            return new CatalogQuestion(sql, List.of(), false, List.of())
                            .setting()
                            .isPresent()
                    ? Set.of(NAME, "pg_settings")
                    : Set.of();
        }

        /** Sets what one row of the arguments says. */
        static void set(SqlSession session, List<Object> row) {
            session.execute(session.prepare("SELECT set_config($1, $2, $3)"), row);
        }
    }

    /** Returns its parts if it only calls set_config; empty if it does anything else. */
    Optional<Setting> setting() {
        if (!sql.contains(Setting.NAME)) {
            return Optional.empty();
        }
        try {
            if (Parser.statement(sql) instanceof PlainSelect select
                    && select.getSelectItems().size() == 1
                    && select.getSelectItem(0).getExpression() instanceof Function call
                    && call.getName().equalsIgnoreCase(Setting.NAME)
                    && call.getParameters() != null
                    && call.getParameters().size() == 3) {
                var value = new SelectItem<Expression>(
                        new Function("current_setting", call.getParameters().getFirst()), new Alias(Setting.NAME));
                return Optional.of(new Setting(
                        selecting(
                                select,
                                call.getParameters().stream()
                                        .<SelectItem<?>>map(SelectItem::from)
                                        .toList()),
                        selecting(select, List.of(value))));
            }
        } catch (StoreException notUnderstood) {
            // Then it stays what it is.
        }
        return Optional.empty();
    }

    private CatalogQuestion selecting(PlainSelect select, List<SelectItem<?>> items) {
        return new CatalogQuestion(select.withSelectItems(items).toString(), types, false, List.of());
    }
}
