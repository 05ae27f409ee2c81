package moirai.mockstore.sql.query;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import moirai.mockstore.StoreException;
import moirai.mockstore.sql.expression.Coercion;
import moirai.mockstore.sql.expression.SqlExpression;
import moirai.mockstore.sql.plan.Output;
import moirai.mockstore.sql.plan.QueryPlan;
import moirai.mockstore.sql.plan.queries.ArrangedPlan;
import moirai.mockstore.sql.plan.queries.SetOperationPlan;
import moirai.mockstore.sql.plan.queries.ValuesPlan;
import moirai.mockstore.sql.syntax.Identifiers;
import moirai.mockstore.sql.syntax.Unsupported;
import moirai.mockstore.sql.types.SqlType;
import net.sf.jsqlparser.expression.Expression;
import net.sf.jsqlparser.expression.operators.relational.ExpressionList;
import net.sf.jsqlparser.expression.operators.relational.ParenthesedExpressionList;
import net.sf.jsqlparser.statement.select.ExceptOp;
import net.sf.jsqlparser.statement.select.IntersectOp;
import net.sf.jsqlparser.statement.select.ParenthesedSelect;
import net.sf.jsqlparser.statement.select.PlainSelect;
import net.sf.jsqlparser.statement.select.Select;
import net.sf.jsqlparser.statement.select.SetOperation;
import net.sf.jsqlparser.statement.select.SetOperationList;
import net.sf.jsqlparser.statement.select.UnionOp;
import net.sf.jsqlparser.statement.select.Values;
import net.sf.jsqlparser.statement.select.WithItem;
import org.jspecify.annotations.Nullable;

/** Compiles queries of all kinds. */
public final class QueryCompiler {

    private final Environment environment;
    private final @Nullable QueryScope outer;

    /**
     * Creates a compiler.
     *
     * @param outer the query around it, whose columns it may name
     */
    QueryCompiler(Environment environment, @Nullable QueryScope outer) {
        this.environment = environment;
        this.outer = outer;
    }

    /** Creates a compiler for queries that are not inside another. */
    public QueryCompiler(Environment environment) {
        this(environment, null);
    }

    /**
     * Returns the plan of a query; a column of unknown type becomes text.
     *
     * @throws StoreException if it refers to something that does not exist, or needs an unsupported construct (SQLSTATE
     *    0A000)
     */
    public QueryPlan compile(Select select) {
        QueryPlan plan = compileUntyped(select);
        List<SqlType> types = plan.types().stream()
                .map(type -> type == SqlType.UNKNOWN ? SqlType.TEXT : type)
                .toList();
        return Retyping.of(plan, types);
    }

    /** Returns the plan of a query, whose columns may be of unknown type. */
    public QueryPlan compileUntyped(Select select) {
        QueryCompiler inner = withCommonTables(environment, select.getWithItemsList());
        return switch (select) {
            case PlainSelect plain -> new SelectCompiler(inner.environment, outer, plain).compile();
            case SetOperationList list -> inner.setOperations(list);
            case Values values -> inner.values(values);
            case ParenthesedSelect parenthesed -> inner.parenthesed(parenthesed);
            default -> throw Unsupported.refuse(select.getClass().getSimpleName() + ": " + select);
        };
    }

    /**
     * Returns an environment with additional common table expressions, of which a later one may name an earlier one.
     */
    public static Environment commonTables(Environment environment, @Nullable List<WithItem<?>> items) {
        return new QueryCompiler(environment).withCommonTables(environment, items).environment;
    }

    private QueryCompiler withCommonTables(Environment start, @Nullable List<WithItem<?>> items) {
        Environment inside = start;
        for (WithItem<?> item : items == null ? List.<WithItem<?>>of() : items) {
            Unsupported.besides(
                    item,
                    "alias aliasName unquotedAliasName parenthesedStatement statement select materialized "
                            + "usingNot withItemList update insert delete");
            QueryPlan plan = item.getParenthesedStatement() instanceof ParenthesedSelect select
                    ? new QueryCompiler(inside, null).compile(select)
                    : inside.changes().compile(inside, item, item.getParenthesedStatement());
            if (plan.outputs().isEmpty()) {
                continue;
            }
            String name = Identifiers.of(item.getAlias().getName());
            List<Output> outputs = FromClause.renamed(plan.outputs(), item.getAlias());
            if (item.getWithItemList() != null && !item.getWithItemList().isEmpty()) {
                List<String> names =
                        item.getWithItemList().stream().map(Object::toString).toList();
                outputs = FromClause.renamed(
                        plan.outputs(), names, "WITH query \"" + item.getAlias().getName() + "\"");
            }
            inside = inside.with(name, Retyping.relabelled(plan, outputs));
        }
        return new QueryCompiler(inside, outer);
    }

    private QueryPlan parenthesed(ParenthesedSelect select) {
        Unsupported.besides(select, "alias select withItemsList orderByElements limit offset fetch");
        QueryPlan plan = compileUntyped(select.getSelect());
        return new Arranging(this.environment, outer).arrange(plan, select);
    }

    private QueryPlan values(Values values) {
        Unsupported.besides(values, "expressions alias withItemsList orderByElements limit offset fetch");
        var scope = new QueryScope(environment, outer);
        List<List<SqlExpression>> rows = rows(values).stream()
                .map(row -> row.stream()
                        .map(cell -> scope.compile(cell).expression())
                        .toList())
                .toList();
        int width = rows.getFirst().size();
        if (rows.stream().anyMatch(row -> row.size() != width)) {
            throw new StoreException("42601", "VALUES lists must all be the same length: " + values);
        }
        List<SqlType> types = IntStream.range(0, width)
                .mapToObj(column -> Retyping.common(
                        rows.stream().map(row -> row.get(column).type()).toList(), "VALUES"))
                .toList();
        List<Output> outputs = IntStream.range(0, width)
                .mapToObj(column -> Output.computed("column" + (column + 1), types.get(column)))
                .toList();
        List<List<SqlExpression>> typed = rows.stream()
                .map(row -> IntStream.range(0, width)
                        .mapToObj(column -> Coercion.to(row.get(column), types.get(column)))
                        .toList())
                .toList();
        return new Arranging(environment, outer).arrange(new ValuesPlan(typed, outputs), values);
    }

    /**
     * Returns the rows of VALUES. The parser gives a single row as a list in parentheses, and its values may be in
     * parentheses as well.
     */
    public static List<List<? extends Expression>> rows(Values values) {
        ExpressionList<?> list = values.getExpressions();
        if (!(list instanceof ParenthesedExpressionList<?>)
                && list.stream().allMatch(row -> row instanceof ExpressionList<?>)) {
            return list.stream()
                    .<List<? extends Expression>>map(row -> List.copyOf((ExpressionList<?>) row))
                    .toList();
        }
        return List.of(List.copyOf(list));
    }

    private QueryPlan setOperations(SetOperationList list) {
        Unsupported.besides(list, "selects operations withItemsList orderByElements limit offset fetch");
        var plans = new ArrayList<QueryPlan>();
        list.getSelects().forEach(select -> {
            if (select.getForUpdate() != null) {
                throw new StoreException("0A000", "FOR UPDATE is not allowed with UNION, INTERSECT or EXCEPT: " + list);
            }
            plans.add(compileUntyped(select));
        });
        var operations = new ArrayList<>(list.getOperations());
        // INTERSECT binds more tightly than the others, which are read from left to right.
        for (int index = 0; index < operations.size(); ) {
            if (operations.get(index) instanceof IntersectOp operation) {
                plans.set(index, combine(operation, plans.get(index), plans.remove(index + 1)));
                operations.remove(index);
            } else {
                index++;
            }
        }
        QueryPlan plan = plans.getFirst();
        for (int index = 0; index < operations.size(); index++) {
            plan = combine(operations.get(index), plan, plans.get(index + 1));
        }
        return new Arranging(environment, outer).arrange(plan, list);
    }

    private static QueryPlan combine(SetOperation operation, QueryPlan left, QueryPlan right) {
        SetOperationPlan.Kind kind = switch (operation) {
            case UnionOp union -> SetOperationPlan.Kind.UNION;
            case IntersectOp intersect -> SetOperationPlan.Kind.INTERSECT;
            case ExceptOp except -> SetOperationPlan.Kind.EXCEPT;
            default -> throw Unsupported.refuse(operation);
        };
        if (left.outputs().size() != right.outputs().size()) {
            throw new StoreException("42601", "each " + kind + " query must have the same number of columns");
        }
        QueryScope.requireOwnTypes(left.outputs(), kind.toString());
        QueryScope.requireOwnTypes(right.outputs(), kind.toString());
        List<SqlType> types = IntStream.range(0, left.outputs().size())
                .mapToObj(column -> Retyping.common(
                        List.of(left.types().get(column), right.types().get(column)), kind.toString()))
                .toList();
        return new SetOperationPlan(kind, operation.isAll(), Retyping.of(left, types), Retyping.of(right, types));
    }

    static QueryPlan arranged(ArrangedPlan plan) {
        return plan.columns().isEmpty() && plan.window().isAll() ? plan.input() : plan;
    }
}
