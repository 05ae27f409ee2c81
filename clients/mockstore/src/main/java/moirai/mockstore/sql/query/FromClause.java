package moirai.mockstore.sql.query;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import moirai.mockstore.StoreException;
import moirai.mockstore.sql.plan.ColumnReference;
import moirai.mockstore.sql.plan.Output;
import moirai.mockstore.sql.plan.QueryPlan;
import moirai.mockstore.sql.syntax.Identifiers;
import moirai.mockstore.sql.syntax.Unsupported;
import moirai.mockstore.sql.types.ForeignType;
import net.sf.jsqlparser.expression.Alias;
import net.sf.jsqlparser.expression.Expression;
import net.sf.jsqlparser.expression.operators.relational.EqualsTo;
import net.sf.jsqlparser.schema.Column;
import net.sf.jsqlparser.schema.Table;
import net.sf.jsqlparser.statement.select.FromItem;
import net.sf.jsqlparser.statement.select.Join;
import net.sf.jsqlparser.statement.select.LateralSubSelect;
import net.sf.jsqlparser.statement.select.ParenthesedFromItem;
import net.sf.jsqlparser.statement.select.ParenthesedSelect;
import net.sf.jsqlparser.statement.select.Select;
import net.sf.jsqlparser.statement.select.Values;
import org.jspecify.annotations.Nullable;

/** Compiles FROM: adds sources to a query's scope, and determines how they are joined. */
record FromClause(QueryScope scope) {

    JoinTree of(FromItem first, @Nullable List<Join> joins) {
        JoinTree tree = item(first);
        for (Join join : joins == null ? List.<Join>of() : joins) {
            tree = join(tree, join);
        }
        return tree;
    }

    private JoinTree item(FromItem item) {
        return switch (item) {
            case Table table -> new JoinTree.Leaf(scope.add(table(table)));
            case ParenthesedFromItem inner -> {
                // Only a list of VALUES in parentheses may have a name.
                if (inner.getFromItem() instanceof Values values && inner.getAlias() != null) {
                    Unsupported.besides(inner, "fromItem alias");
                    yield new JoinTree.Leaf(scope.add(derived(values, inner.getAlias())));
                }
                Unsupported.besides(inner, "fromItem joins");
                yield of(inner.getFromItem(), inner.getJoins());
            }
            case LateralSubSelect lateral -> throw Unsupported.refuse("LATERAL in: " + lateral);
            case ParenthesedSelect select -> new JoinTree.Leaf(scope.add(derived(select, select.getAlias())));
            case Values values -> new JoinTree.Leaf(scope.add(derived(values, values.getAlias())));
            default -> throw Unsupported.refuse(item.getClass().getSimpleName() + " in FROM: " + item);
        };
    }

    private Source table(Table name) {
        Unsupported.besides(
                name,
                "alias name schemaName database fullyQualifiedName nameParts namePartDelimiters DBLinkName "
                        + "unquotedName unquotedSchemaName");
        String bare = Identifiers.of(name.getName());
        Alias alias = name.getAlias();
        String label = alias == null ? bare : Identifiers.of(alias.getName());
        Optional<QueryPlan> common =
                name.getSchemaName() == null ? scope.environment().commonTable(bare) : Optional.empty();
        if (common.isPresent()) {
            return new Source.OfQuery(label, common.get(), renamed(common.get().outputs(), alias), true, false);
        }
        // PostgreSQL knows more of it, where it is there.
        boolean isAlone = scope.environment().catalog().foreignTypes().equals(ForeignType.Source.NONE);
        Optional<QueryPlan> view =
                isAlone && name.getSchemaName() != null && InformationSchema.isNamed(name.getSchemaName())
                        ? InformationSchema.find(bare, scope.environment().catalog())
                        : Optional.empty();
        if (view.isPresent()) {
            return new Source.OfQuery(label, view.get(), renamed(view.get().outputs(), alias), false, false);
        }
        Source source = Source.of(label, scope.environment().table(name));
        if (alias != null && alias.getAliasColumns() != null) {
            throw Unsupported.refuse("column aliases of a table in: " + name);
        }
        return source;
    }

    private Source derived(Select select, @Nullable Alias alias) {
        String label = alias == null ? "(query " + scope.sources().size() + ")" : Identifiers.of(alias.getName());
        if (select instanceof ParenthesedSelect parenthesed) {
            Unsupported.besides(parenthesed, "alias select withItemsList orderByElements limit offset fetch");
        }
        QueryScope.Inner inner = QueryScope.inside(scope.environment(), scope.outer(), select);
        List<Output> columns = renamed(inner.plan().outputs(), alias);
        return new Source.OfQuery(label, inner.plan(), columns, false, inner.isCorrelated() || inner.isVolatile());
    }

    static List<Output> renamed(List<Output> outputs, @Nullable Alias alias) {
        if (alias == null || alias.getAliasColumns() == null) {
            return outputs;
        }
        List<Alias.AliasColumn> columns = alias.getAliasColumns();
        List<Output> renamed = renamed(
                outputs, columns.stream().map(column -> column.name).toList(), "table \"" + alias.getName() + "\"");
        if (columns.stream().anyMatch(column -> column.colDataType != null)) {
            throw Unsupported.refuse("a column alias with a type: " + alias);
        }
        return renamed;
    }

    /** Returns the columns with new names for the first of them. */
    static List<Output> renamed(List<Output> outputs, List<String> names, String what) {
        if (names.size() > outputs.size()) {
            throw new StoreException(
                    "42P10",
                    what + " has " + outputs.size() + " columns available but " + names.size() + " columns specified");
        }
        var renamed = new ArrayList<>(outputs);
        for (int column = 0; column < names.size(); column++) {
            renamed.set(column, outputs.get(column).labelled(Identifiers.of(names.get(column))));
        }
        return renamed;
    }

    private JoinTree join(JoinTree left, Join join) {
        Unsupported.besides(
                join,
                "simple innerJoin inner outer left right full cross rightItem fromItem onExpression onExpressions "
                        + "usingColumns");
        int before = scope.sources().size();
        JoinTree right = item(join.getFromItem());
        Collection<Expression> on = join.getOnExpressions();
        List<Column> using = join.getUsingColumns();
        boolean conditional = (on != null && !on.isEmpty()) || (using != null && !using.isEmpty());
        boolean unconditional = join.isSimple() || join.isCross();
        if (conditional == unconditional) {
            throw new StoreException("42601", "syntax error: a join needs ON or USING, a cross join neither: " + join);
        }
        var conjuncts = new ArrayList<Conjunct>();
        if (on != null) {
            on.forEach(condition -> conjuncts.addAll(Conjunct.of(condition, scope)));
        }
        if (using != null) {
            using.forEach(column -> conjuncts.addAll(using(column, before, join)));
        }
        if (join.isFull()) {
            return new JoinTree.Join(JoinTree.Kind.FULL_OUTER, left, right, conjuncts);
        }
        if (join.isLeft()) {
            return new JoinTree.Join(JoinTree.Kind.LEFT_OUTER, left, right, conjuncts);
        }
        if (join.isRight()) {
            return new JoinTree.Join(JoinTree.Kind.LEFT_OUTER, right, left, conjuncts);
        }
        if (join.isOuter()) {
            throw Unsupported.refuse("OUTER JOIN without LEFT, RIGHT or FULL in: " + join);
        }
        return new JoinTree.Join(JoinTree.Kind.INNER, left, right, conjuncts);
    }

    /** Returns the condition that both sides are equal in a column; the unqualified name then means one of the two. */
    private List<Conjunct> using(Column column, int firstRight, Join join) {
        if (join.isFull()) {
            throw Unsupported.refuse("USING of a full join: " + join);
        }
        String name = Identifiers.of(column.getColumnName());
        ColumnReference left = scope.merged(name).orElseGet(() -> only(name, 0, firstRight, join));
        ColumnReference right = only(name, firstRight, scope.sources().size(), join);
        List<Conjunct> condition = Conjunct.of(new EqualsTo(qualified(left, name), qualified(right, name)), scope);
        scope.merge(name, join.isRight() ? right : left);
        return condition;
    }

    private Column qualified(ColumnReference reference, String name) {
        String alias = scope.sources().get(reference.source()).alias();
        return new Column(new Table(quoted(alias)), quoted(name));
    }

    private static String quoted(String name) {
        return Identifiers.literal(name);
    }

    private ColumnReference only(String name, int first, int end, Join join) {
        var found = new ArrayList<ColumnReference>();
        for (int source = first; source < end; source++) {
            for (int column : scope.sources().get(source).find(name)) {
                found.add(scope.reference(source, column));
            }
        }
        if (found.size() != 1) {
            throw new StoreException(
                    found.isEmpty() ? "42703" : "42702",
                    "column \"" + name + "\" of USING is " + found.size() + " times in one side of: " + join);
        }
        return found.getFirst();
    }
}
