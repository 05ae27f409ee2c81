package moirai.mockstore.sql.change;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import moirai.mockstore.StoreException;
import moirai.mockstore.sql.schema.KeyForm;
import moirai.mockstore.sql.schema.KeySchema;
import moirai.mockstore.sql.schema.TableSchema;
import moirai.mockstore.sql.syntax.Identifiers;
import moirai.mockstore.sql.syntax.Parser;
import moirai.mockstore.sql.syntax.Unsupported;
import net.sf.jsqlparser.expression.Expression;
import net.sf.jsqlparser.expression.operators.conditional.AndExpression;
import net.sf.jsqlparser.statement.create.table.Index;
import net.sf.jsqlparser.statement.insert.InsertConflictTarget;
import org.jspecify.annotations.Nullable;

/**
 * The keys whose conflicts an ON CONFLICT clause handles: those of the columns and expressions that it names. One of
 * some rows only is among them if the condition of the clause contains that of the key.
 */
record Arbiters(TableSchema table, InsertConflictTarget target) {

    Set<String> names() {
        Unsupported.besides(
                target,
                "constraintName indexColumnName indexColumnNames indexElements indexExpression whereExpression");
        List<KeySchema> chosen = new ArrayList<>();
        boolean isDoubtful = false;
        for (KeySchema key : table.allKeys()) {
            if (target.getConstraintName() != null) {
                if (key.name().equals(Identifiers.of(target.getConstraintName()))) {
                    chosen.add(key);
                }
            } else if (parts(key).equals(parts())) {
                if (isImplied(key)) {
                    chosen.add(key);
                } else {
                    isDoubtful |= target.getWhereExpression() != null;
                }
            } else {
                isDoubtful |= isOnExpressions() && key.form() != null;
            }
        }
        if (chosen.isEmpty() && isDoubtful) {
            throw Unsupported.refuse(
                    "an ON CONFLICT clause whose expressions are not those of an index, word by word,");
        }
        if (chosen.isEmpty()) {
            throw new StoreException(
                    "42P10",
                    "there is no unique or exclusion constraint matching the ON CONFLICT specification; there are "
                            + table.allKeys().stream().map(KeySchema::name).toList());
        }
        return chosen.stream().map(KeySchema::name).collect(Collectors.toUnmodifiableSet());
    }

    private boolean isOnExpressions() {
        return target.getIndexElements() != null
                && target.getIndexElements().stream().anyMatch(Index.ColumnParams::isExpression);
    }

    /** Returns the columns and expressions of the clause. */
    private Set<String> parts() {
        return target.getIndexElements().stream()
                .map(element -> element.isExpression()
                        ? normal(element.getExpression())
                        : table.column(table.require(Identifiers.of(element.getColumnName())))
                                .name())
                .collect(Collectors.toSet());
    }

    private Set<String> parts(KeySchema key) {
        KeyForm form = key.form();
        return form == null
                ? key.columns().stream()
                        .map(column -> table.column(column).name())
                        .collect(Collectors.toSet())
                : form.texts().stream()
                        .map(text -> table.find(text).isPresent() ? text : normal(Parser.expression(text)))
                        .collect(Collectors.toSet());
    }

    private static String normal(Expression expression) {
        return Parser.withoutParentheses(expression)
                .toString()
                .replaceAll("\\s+", "")
                .toLowerCase(Locale.ROOT);
    }

    private boolean isImplied(KeySchema key) {
        KeyForm form = key.form();
        return form == null
                || form.condition() == null
                || conditions(target.getWhereExpression())
                        .containsAll(conditions(Parser.expression(form.conditionText())));
    }

    /** Returns the conditions that AND connects. */
    private static Set<String> conditions(@Nullable Expression condition) {
        if (condition == null) {
            return Set.of();
        }
        Expression bare = Parser.withoutParentheses(condition);
        if (bare instanceof AndExpression and) {
            var all = new ArrayList<>(conditions(and.getLeftExpression()));
            all.addAll(conditions(and.getRightExpression()));
            return Set.copyOf(all);
        }
        return Set.of(normal(bare));
    }
}
