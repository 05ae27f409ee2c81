package moirai.mockstore.sql.query;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import moirai.mockstore.StoreException;
import moirai.mockstore.locks.LockMode;
import moirai.mockstore.sql.expression.Coercion;
import moirai.mockstore.sql.expression.SqlExpression;
import moirai.mockstore.sql.plan.LockRows;
import moirai.mockstore.sql.plan.LockedUnlessSorted;
import moirai.mockstore.sql.plan.Output;
import moirai.mockstore.sql.plan.QueryPlan;
import moirai.mockstore.sql.plan.Step;
import moirai.mockstore.sql.plan.Waiting;
import moirai.mockstore.sql.plan.joins.Joins;
import moirai.mockstore.sql.plan.queries.Ordering;
import moirai.mockstore.sql.plan.queries.SelectPlan;
import moirai.mockstore.sql.syntax.Identifiers;
import moirai.mockstore.sql.syntax.Unsupported;
import net.sf.jsqlparser.expression.Expression;
import net.sf.jsqlparser.schema.Table;
import net.sf.jsqlparser.statement.select.ForMode;
import net.sf.jsqlparser.statement.select.ForUpdateClause;
import net.sf.jsqlparser.statement.select.OrderByElement;
import net.sf.jsqlparser.statement.select.PlainSelect;
import org.jspecify.annotations.Nullable;

/** Compiles a single SELECT. */
final class SelectCompiler {

    private final PlainSelect select;
    private final QueryScope scope;
    private final Arranging arranging;
    /** The locks that are taken after the rows are sorted, as far as LIMIT wants rows; null if there are none. */
    private @Nullable LockRows sortedFirst;

    SelectCompiler(Environment environment, @Nullable QueryScope outer, PlainSelect select) {
        this.select = select;
        this.scope = new QueryScope(environment, outer);
        this.arranging = new Arranging(environment, outer);
    }

    QueryPlan compile() {
        Unsupported.besides(
                select,
                "distinct fetch forClause forMode forUpdate forUpdateBeforeOrderBy forUpdateTable forUpdateTables "
                        + "fromItem groupBy having joins limit noWait offset orderByElements selectItems skipLocked "
                        + "wait where withItemsList");
        JoinTree tree =
                select.getFromItem() == null ? null : new FromClause(scope).of(select.getFromItem(), select.getJoins());
        var where = new ArrayList<Conjunct>();
        if (select.getWhere() != null) {
            where.addAll(Conjunct.of(select.getWhere(), scope));
        }
        Step found = tree == null ? Joins.guard(Joins.nothing(), Conjunct.conditions(where)) : find(tree, where);
        scope.allowAggregates(true);
        List<SelectList.Item> items = new SelectList(scope).of(select.getSelectItems());
        var grouping = new GroupCompiler(scope, select, items);
        Step rows = grouping.group(found, having());
        return plan(rows, items, grouping);
    }

    private Step find(JoinTree tree, List<Conjunct> where) {
        Map<Integer, moirai.mockstore.sql.rows.Table> locked = locked(tree);
        var again = new ArrayList<>(where);
        Step found = new JoinPlanner(scope, locked.keySet(), waiting()).plan(tree, where);
        if (locked.isEmpty()) {
            return found;
        }
        var sources = new ArrayList<LockRows.Locked>();
        locked.forEach((source, table) -> sources.add(new LockRows.Locked(source, table)));
        again.addAll(tree.conditions());
        var lock = new LockRows(
                found, sources, Conjunct.recheck(again, uncheckable(tree)), waiting(), mode(), unexplored(tree));
        if (Arranging.elements(select).isEmpty()) {
            return lock;
        }
        sortedFirst = lock;
        return waiting() == Waiting.WAIT ? new LockedUnlessSorted(lock) : found;
    }

    private Waiting waiting() {
        ForUpdateClause clause = select.getForUpdate();
        if (clause != null && clause.isSkipLocked()) {
            return Waiting.SKIP_LOCKED;
        }
        return clause != null && clause.isNoWait() ? Waiting.NO_WAIT : Waiting.WAIT;
    }

    private LockMode mode() {
        return switch (select.getForUpdate().getMode()) {
            case SHARE -> LockMode.SHARE;
            case KEY_SHARE -> LockMode.KEY_SHARE;
            case NO_KEY_UPDATE -> LockMode.NO_KEY_UPDATE;
            default -> LockMode.UPDATE;
        };
    }

    /** Returns the reason why conditions cannot be checked again on a row that was changed; empty if they can. */
    private String uncheckable(JoinTree tree) {
        return tree.nullable().isEmpty()
                ? ""
                : "FOR UPDATE in an outer join, of a row that another transaction has changed meanwhile: " + select;
    }

    /** Returns the reason why a store with a guide cannot lock the rows; empty if it can. */
    private String unexplored(JoinTree tree) {
        ForMode mode = select.getForUpdate().getMode();
        String what = "";
        if (mode == ForMode.SHARE || mode == ForMode.KEY_SHARE) {
            what = "FOR " + mode.getValue() + " (FOR UPDATE can)";
        } else if (waiting() != Waiting.WAIT) {
            what = "NOWAIT or SKIP LOCKED";
        } else if (!tree.nullable().isEmpty()) {
            what = "FOR UPDATE in an outer join";
        } else if (!Arranging.elements(select).isEmpty()
                && !arranging.window(select).isAll()) {
            what = "FOR UPDATE with ORDER BY and LIMIT";
        }
        return what.isEmpty() ? "" : what + " cannot be explored: " + select;
    }

    private Optional<QueryScope.Compiled> having() {
        return Optional.ofNullable(select.getHaving()).map(condition -> {
            QueryScope.Compiled compiled = scope.compile(condition);
            return new QueryScope.Compiled(Coercion.condition(compiled.expression(), "HAVING"), compiled.usage());
        });
    }

    private QueryPlan plan(Step rows, List<SelectList.Item> items, GroupCompiler grouping) {
        List<Output> outputs = items.stream().map(SelectList.Item::output).toList();
        List<SqlExpression> projection =
                items.stream().map(SelectList.Item::expression).toList();
        SelectPlan.Arrangement arrangement = arrangement(items, outputs, grouping);
        Step grouped = grouping.finish(rows);
        return new SelectPlan(
                grouped,
                scope.sources().size() + 1,
                projection,
                outputs,
                arrangement,
                new SelectPlan.Cut(sortedFirst, arranging.window(select)));
    }

    private SelectPlan.Arrangement arrangement(
            List<SelectList.Item> items, List<Output> outputs, GroupCompiler grouping) {
        boolean distinct = select.getDistinct() != null;
        if (distinct) {
            Unsupported.besides(select.getDistinct());
        }
        if (distinct || select.getGroupBy() != null) {
            QueryScope.requireOwnTypes(outputs, "DISTINCT or GROUP BY");
        }
        var keys = new ArrayList<SqlExpression>();
        var columns = new ArrayList<Integer>();
        var terms = new ArrayList<Ordering.Term>();
        for (OrderByElement element : Arranging.elements(select)) {
            terms.add(Arranging.term(element));
            Optional<Integer> named = Arranging.named(element.getExpression(), outputs)
                    .or(() -> sameText(element.getExpression(), items));
            if (named.isPresent()) {
                QueryScope.requireOwnTypes(List.of(outputs.get(named.get())), "ORDER BY");
                columns.add(named.get());
                keys.add(items.get(named.get()).expression());
            } else if (distinct) {
                throw new StoreException(
                        "42P10", "for SELECT DISTINCT, ORDER BY expressions must appear in select list: " + element);
            } else {
                QueryScope.Compiled compiled = scope.compile(element.getExpression());
                grouping.check(element.getExpression(), compiled.usage());
                keys.add(compiled.expression());
            }
        }
        return new SelectPlan.Arrangement(distinct, keys, distinct ? columns : List.of(), new Ordering(terms));
    }

    private static Optional<Integer> sameText(Expression expression, List<SelectList.Item> items) {
        for (int index = 0; index < items.size(); index++) {
            if (items.get(index).text().equals(expression.toString())) {
                return Optional.of(index);
            }
        }
        return Optional.empty();
    }

    /** Returns the sources that FOR UPDATE or FOR SHARE locks; a shared lock is as strong as the other. */
    private Map<Integer, moirai.mockstore.sql.rows.Table> locked(JoinTree tree) {
        ForUpdateClause clause = select.getForUpdate();
        var locked = new TreeMap<Integer, moirai.mockstore.sql.rows.Table>();
        if (clause == null) {
            return locked;
        }
        if (clause.getMode() == ForMode.READ_ONLY || clause.getMode() == ForMode.FETCH_ONLY) {
            throw Unsupported.refuse("FOR " + clause.getMode().getValue() + " in: " + select);
        }
        boolean isShared = clause.getMode() == ForMode.SHARE || clause.getMode() == ForMode.KEY_SHARE;
        if (clause.getWait() != null || (isShared && waiting() != Waiting.WAIT)) {
            throw Unsupported.refuse("WAIT, or a shared lock with NOWAIT or SKIP LOCKED, in: " + select);
        }
        if (select.getGroupBy() != null || select.getDistinct() != null || select.getHaving() != null) {
            throw new StoreException("0A000", "FOR UPDATE is not allowed with GROUP BY, HAVING or DISTINCT: " + select);
        }
        requireSources(clause);
        for (int source = 0; source < scope.sources().size(); source++) {
            if (!isMeant(scope.sources().get(source), clause)) {
                continue;
            }
            switch (scope.sources().get(source)) {
                case Source.OfTable table -> locked.put(source, table.table());
                // Unless it is named, a common table expression is left alone.
                case Source.OfQuery query when query.isCommon() && isAll(clause) -> {}
                case Source.OfQuery query -> throw Unsupported.refuse("FOR UPDATE of a sub-query in: " + select);
                case Source.Given given -> throw new IllegalStateException("a given row in a query");
            }
        }
        if (locked.keySet().stream().anyMatch(tree.nullable()::get)) {
            throw new StoreException(
                    "0A000", "FOR UPDATE cannot be applied to the nullable side of an outer join: " + select);
        }
        return locked;
    }

    private static boolean isAll(ForUpdateClause clause) {
        return clause.getTables() == null || clause.getTables().isEmpty();
    }

    private void requireSources(ForUpdateClause clause) {
        for (Table name : isAll(clause) ? List.<Table>of() : clause.getTables()) {
            if (scope.sources().stream().noneMatch(source -> source.alias().equals(Identifiers.of(name.getName())))) {
                throw new StoreException(
                        "42P01", "relation \"" + name + "\" in FOR UPDATE clause not found in FROM clause");
            }
        }
    }

    private static boolean isMeant(Source source, ForUpdateClause clause) {
        return isAll(clause)
                || clause.getTables().stream()
                        .anyMatch(name -> Identifiers.of(name.getName()).equals(source.alias()));
    }
}
