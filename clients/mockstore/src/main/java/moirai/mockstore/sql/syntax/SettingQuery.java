package moirai.mockstore.sql.syntax;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import moirai.mockstore.StoreException;
import net.sf.jsqlparser.expression.Alias;
import net.sf.jsqlparser.expression.Expression;
import net.sf.jsqlparser.expression.Function;
import net.sf.jsqlparser.statement.select.PlainSelect;
import net.sf.jsqlparser.statement.select.SelectItem;

/**
 * A query that only calls set_config, with the arguments that another query finds.
 *
 * @param arguments a query that finds name, value and whether it ends with the transaction, one call a row
 * @param answer a query that finds the values that the settings have then
 */
public record SettingQuery(String arguments, String answer) {

    /** The name of the function. */
    public static final String NAME = "set_config";

    /** Returns the parts of a query that only calls set_config; empty if it does anything else. */
    public static Optional<SettingQuery> of(String sql) {
        if (!sql.contains(NAME)) {
            return Optional.empty();
        }
        try {
            if (Parser.statement(sql) instanceof PlainSelect select
                    && select.getSelectItems().size() == 1
                    && select.getSelectItem(0).getExpression() instanceof Function call
                    && call.getName().equalsIgnoreCase(NAME)
                    && call.getParameters() != null
                    && call.getParameters().size() == 3) {
                String arguments = selecting(
                        select,
                        call.getParameters().stream()
                                .<SelectItem<?>>map(SelectItem::from)
                                .toList());
                var value = new SelectItem<Expression>(
                        new Function("current_setting", call.getParameters().getFirst()), new Alias(NAME));
                return Optional.of(new SettingQuery(arguments, selecting(select, List.of(value))));
            }
        } catch (StoreException notUnderstood) {
            // Then it stays what it is.
        }
        return Optional.empty();
    }

    /** Returns the functions and relations of the server that a query may name because it only calls set_config. */
    public static Set<String> allowedIn(String sql) {
        return of(sql).isPresent() ? Set.of(NAME, "pg_settings") : Set.of();
    }

    private static String selecting(PlainSelect select, List<SelectItem<?>> items) {
        return select.withSelectItems(items).toString();
    }
}
