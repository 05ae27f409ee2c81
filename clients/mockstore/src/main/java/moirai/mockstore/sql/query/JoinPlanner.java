package moirai.mockstore.sql.query;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;
import moirai.mockstore.sql.plan.AccessPath;
import moirai.mockstore.sql.plan.Conditions;
import moirai.mockstore.sql.plan.QueryStep;
import moirai.mockstore.sql.plan.Scan;
import moirai.mockstore.sql.plan.Step;
import moirai.mockstore.sql.plan.Waiting;
import moirai.mockstore.sql.plan.joins.HashedStep;
import moirai.mockstore.sql.plan.joins.Joins;
import moirai.mockstore.sql.rows.Table;
import moirai.mockstore.sql.schema.KeySchema;

/**
 * Decides in which order sources are visited, how the rows of each are found, and where each condition is evaluated: as
 * soon as its values are available, so that as few cells as possible are read.
 *
 * <p>Sources of inner joins may be visited in any order. The next source is always the one whose rows are determined
 * best by the values at hand: by the whole primary key, by a unique constraint, by a prefix of the key or an index, and
 * by an equality with what was visited before, by any other condition on it, and only then the others; among equals the
 * first in the text. Rows that no key and no index finds by an equality are found by {@linkplain HashedStep hash}.
 */
final class JoinPlanner {

    private final QueryScope scope;
    /** The sources whose rows are locked. */
    private final Set<Integer> locked;

    private final Waiting waiting;

    JoinPlanner(QueryScope scope, Set<Integer> locked, Waiting waiting) {
        this.scope = scope;
        this.locked = locked;
        this.waiting = waiting;
    }

    Step plan(JoinTree tree, List<Conjunct> where) {
        var rest = new ArrayList<>(where);
        var bound = new BitSet();
        Conditions last = takeVarying(rest);
        Conditions first = take(rest, conjunct -> conjunct.usage().sources().isEmpty());
        Step step = member(tree, bound, rest);
        if (!rest.isEmpty()) {
            throw new IllegalStateException("conditions without a place");
        }
        return Joins.guard(Joins.filter(step, last), first);
    }

    /**
     * Returns the step for a tree of joins.
     *
     * @param conjuncts the method removes those that are evaluated inside the step
     */
    private Step plan(JoinTree tree, BitSet bound, List<Conjunct> conjuncts) {
        return switch (tree) {
            case JoinTree.Leaf leaf -> leaf(leaf.source(), bound, conjuncts);
            case JoinTree.Join join ->
                switch (join.kind()) {
                    case INNER -> inner(join, bound, conjuncts);
                    case LEFT_OUTER -> leftOuter(join, bound, conjuncts);
                    case FULL_OUTER -> fullOuter(join, bound, conjuncts);
                };
        };
    }

    private Step inner(JoinTree.Join tree, BitSet bound, List<Conjunct> conjuncts) {
        var members = new ArrayList<JoinTree>();
        flatten(tree, members, conjuncts);
        Conditions last = takeVarying(conjuncts);
        var here = (BitSet) bound.clone();
        JoinTree first = next(members, here, conjuncts);
        Step step = member(first, here, conjuncts);
        here.or(first.sources());
        while (!members.isEmpty()) {
            JoinTree member = next(members, here, conjuncts);
            Step right = member(member, here, conjuncts);
            here.or(member.sources());
            step = Joins.filter(
                    Joins.inner(step, right),
                    take(conjuncts, conjunct -> conjunct.usage().isWithin(here)));
        }
        return Joins.filter(step, last);
    }

    private static void flatten(JoinTree tree, List<JoinTree> members, List<Conjunct> conjuncts) {
        if (tree instanceof JoinTree.Join join && join.kind() == JoinTree.Kind.INNER) {
            conjuncts.addAll(join.on());
            flatten(join.left(), members, conjuncts);
            flatten(join.right(), members, conjuncts);
        } else {
            members.add(tree);
        }
    }

    private JoinTree next(List<JoinTree> members, BitSet bound, List<Conjunct> conjuncts) {
        int best = 0;
        int bestRank = -1;
        for (int index = 0; index < members.size(); index++) {
            int rank = rank(members.get(index), bound, conjuncts);
            if (rank > bestRank) {
                best = index;
                bestRank = rank;
            }
        }
        return members.remove(best);
    }

    /** Returns a rank for how well the bound sources determine the rows of a member. */
    private int rank(JoinTree member, BitSet bound, List<Conjunct> conjuncts) {
        int found = member instanceof JoinTree.Leaf leaf
                ? switch (scope.sources().get(leaf.source())) {
                    case Source.OfTable table ->
                        rank(path(leaf.source(), table.table(), new Known(bound, true, conjuncts)), table.table());
                    case Source.OfQuery query -> 1;
                    case Source.Given given -> 9;
                }
                : 0;
        if (found > 1) {
            return found;
        }
        if (!equations(member, bound, conjuncts).isEmpty()) {
            return 4;
        }
        var both = (BitSet) bound.clone();
        both.or(member.sources());
        boolean isConnected = conjuncts.stream()
                .map(conjunct -> conjunct.usage())
                .anyMatch(usage -> usage.isWithin(both)
                        && usage.sources().intersects(bound)
                        && usage.sources().intersects(member.sources()));
        return isConnected ? 3 : found;
    }

    private static int rank(AccessPath path, Table table) {
        return switch (path) {
            case AccessPath.Prefix prefix when prefix.columns().isEmpty() -> 1;
            case AccessPath.Prefix prefix ->
                prefix.columns().size() == table.schema().primaryKey().size() ? 8 : 5;
            case AccessPath.Indexed indexed -> 5;
            case AccessPath.Unique unique -> 7;
        };
    }

    /**
     * Returns the step for a member of a join, which is opened for each combination of the bound sources or of the
     * query around. Rows are found by hash where that is better.
     */
    private Step member(JoinTree member, BitSet bound, List<Conjunct> conjuncts) {
        List<HashedStep.Equation> equations = equations(member, bound, conjuncts);
        if (equations.isEmpty() || !locked.isEmpty() || isFoundByPath(member, bound, conjuncts)) {
            return plan(member, bound, conjuncts);
        }
        List<Conjunct> own = conjuncts.stream()
                .filter(conjunct -> conjunct.usage().isWithin(member.sources())
                        && !conjunct.usage().isCorrelated())
                .toList();
        if (own.stream().anyMatch(conjunct -> conjunct.usage().isVolatile())) {
            return plan(member, bound, conjuncts);
        }
        conjuncts.removeAll(own);
        var rest = new ArrayList<>(own);
        boolean isOnce = isOnce(member);
        Step hashed = new HashedStep(plan(member, new BitSet(), rest), list(member.sources()), equations, isOnce);
        var here = (BitSet) bound.clone();
        here.or(member.sources());
        return Joins.filter(hashed, take(conjuncts, conjunct -> conjunct.usage().isWithin(here)));
    }

    /** Returns the equalities of values of a member with values at hand. */
    private static List<HashedStep.Equation> equations(JoinTree member, BitSet bound, List<Conjunct> conjuncts) {
        BitSet own = member.sources();
        return conjuncts.stream()
                .flatMap(conjunct -> conjunct.equations().stream())
                .flatMap(equation -> Stream.of(equation, equation.turned()))
                .filter(equation -> equation.ofLeft().isWithin(bound)
                        && (equation.ofLeft().isCorrelated()
                                || !equation.ofLeft().sources().isEmpty()))
                .filter(equation -> equation.ofRight().isWithin(own)
                        && !equation.ofRight().isCorrelated()
                        && !equation.ofRight().sources().isEmpty())
                .map(Conjunct.Equation::operands)
                .map(operands -> new HashedStep.Equation(operands.left(), operands.right(), operands.type()))
                .toList();
    }

    /** Returns whether a key or an index finds the rows by values at hand. */
    private boolean isFoundByPath(JoinTree member, BitSet bound, List<Conjunct> conjuncts) {
        if (!(member instanceof JoinTree.Leaf leaf)) {
            return false;
        }
        return switch (scope.sources().get(leaf.source())) {
            case Source.OfTable table -> {
                AccessPath alone = path(leaf.source(), table.table(), new Known(new BitSet(), false, conjuncts));
                AccessPath joined = path(leaf.source(), table.table(), new Known(bound, true, conjuncts));
                yield joined.columnCount() > alone.columnCount();
            }
            case Source.OfQuery query -> false;
            case Source.Given given -> true;
        };
    }

    /** Returns whether the combinations of a member depend on nothing outside it. */
    private boolean isOnce(JoinTree member) {
        return switch (member) {
            case JoinTree.Leaf leaf ->
                !(scope.sources().get(leaf.source()) instanceof Source.OfQuery query && query.isVarying());
            case JoinTree.Join join ->
                isOnce(join.left())
                        && isOnce(join.right())
                        && join.on().stream()
                                .noneMatch(conjunct -> conjunct.usage().isCorrelated());
        };
    }

    private Step leftOuter(JoinTree.Join join, BitSet bound, List<Conjunct> conjuncts) {
        Step left = plan(join.left(), bound, conjuncts);
        var here = (BitSet) bound.clone();
        here.or(join.left().sources());
        var on = new ArrayList<>(join.on());
        Conditions last = takeVarying(on);
        Conditions before = take(on, conjunct -> conjunct.usage().isWithin(here));
        Step right = Joins.guard(member(join.right(), here, on), before);
        here.or(join.right().sources());
        Step outer = Joins.leftOuter(
                left,
                Joins.filter(Joins.filter(right, take(on, conjunct -> true)), last),
                list(join.right().sources()));
        return Joins.filter(outer, take(conjuncts, conjunct -> conjunct.usage().isWithin(here)));
    }

    private Step fullOuter(JoinTree.Join join, BitSet bound, List<Conjunct> conjuncts) {
        var left = new Joins.Side(
                plan(join.left(), bound, new ArrayList<>()), list(join.left().sources()));
        var right = new Joins.Side(
                plan(join.right(), bound, new ArrayList<>()), list(join.right().sources()));
        var on = new ArrayList<>(join.on());
        var here = (BitSet) bound.clone();
        here.or(join.sources());
        Step outer = Joins.fullOuter(left, right, take(on, conjunct -> true));
        return Joins.filter(outer, take(conjuncts, conjunct -> conjunct.usage().isWithin(here)));
    }

    private Step leaf(int source, BitSet bound, List<Conjunct> conjuncts) {
        var here = (BitSet) bound.clone();
        here.set(source);
        return switch (scope.sources().get(source)) {
            case Source.OfTable table -> {
                AccessPath path = path(source, table.table(), new Known(bound, true, conjuncts));
                Conditions onKey = take(
                        conjuncts,
                        conjunct -> conjunct.usage().isWithin(here) && isOnKey(conjunct, source, table.table()));
                Conditions onRow = take(conjuncts, conjunct -> conjunct.usage().isWithin(here));
                yield new Scan(source, table.table(), path, new Scan.Filter(onKey, onRow), locking(source));
            }
            case Source.OfQuery query ->
                new QueryStep(
                        source,
                        query.plan(),
                        take(conjuncts, conjunct -> conjunct.usage().isWithin(here)),
                        !query.isVarying());
            case Source.Given given ->
                Joins.filter(
                        Joins.nothing(),
                        take(conjuncts, conjunct -> conjunct.usage().isWithin(here)));
        };
    }

    private Scan.Locking locking(int source) {
        if (!locked.contains(source)) {
            return Scan.Locking.NONE;
        }
        return waiting == Waiting.WAIT ? Scan.Locking.EACH : Scan.Locking.FOUND;
    }

    private static boolean isOnKey(Conjunct conjunct, int source, Table table) {
        return !conjunct.usage().hasQuery()
                && conjunct.usage().columns(source).stream()
                        .allMatch(column -> table.schema().keyPosition(column) >= 0);
    }

    private static AccessPath path(int source, Table table, Known known) {
        List<Integer> primary = table.schema().primaryKey();
        List<AccessPath.Wanted> prefix = wanted(source, table, primary, known);
        if (!primary.isEmpty() && prefix.size() == primary.size()) {
            return new AccessPath.Prefix(prefix, List.of());
        }
        for (KeySchema key : table.schema().keys()) {
            List<AccessPath.Wanted> columns = wanted(source, table, key.columns(), known);
            if (columns.size() == key.columns().size()) {
                return new AccessPath.Unique(key.stored(), columns);
            }
        }
        var range = new AccessPath.Prefix(prefix, limits(source, table, prefix.size(), known));
        List<AccessPath.Indexed.Column> indexed = indexed(source, table, prefix.size(), known);
        return indexed.isEmpty() ? range : new AccessPath.Indexed(range, indexed);
    }

    /** Returns the columns by whose values indexes find rows. */
    private static List<AccessPath.Indexed.Column> indexed(int source, Table table, int prefix, Known known) {
        List<Integer> columns = table.schema().columnNumbers().stream()
                .filter(column -> known.equality(source, column).isPresent())
                .toList();
        return table.indexed(columns, prefix).stream()
                .map(column -> new AccessPath.Indexed.Column(
                        table.schema().column(column).stored(),
                        wanted(source, table, List.of(column), known).getFirst()))
                .toList();
    }

    /** Returns the limits of the first column of the key after the prefix. */
    private static List<AccessPath.Limit> limits(int source, Table table, int prefix, Known known) {
        if (prefix >= table.schema().primaryKey().size()) {
            return List.of();
        }
        int column = table.schema().primaryKey().get(prefix);
        return known.conjuncts().stream()
                .flatMap(conjunct -> conjunct.inequalities().stream())
                .filter(limit -> limit.source() == source && limit.column() == column)
                .filter(limit -> known.isAtHand(limit.needs()))
                .map(limit -> new AccessPath.Limit(
                        table.schema().column(column).type(), limit.value(), limit.lower(), limit.inclusive()))
                .toList();
    }

    /**
     * What is known when the rows of a source are to be found.
     *
     * @param isInside whether the rows of the queries around are known
     */
    private record Known(BitSet bound, boolean isInside, List<Conjunct> conjuncts) {

        Optional<Conjunct.Equality> equality(int source, int column) {
            return conjuncts.stream()
                    .flatMap(conjunct -> conjunct.equalities().stream())
                    .filter(equality -> equality.source() == source && equality.column() == column)
                    .filter(equality -> isAtHand(equality.needs()))
                    .findFirst();
        }

        boolean isAtHand(Usage needs) {
            return needs.isWithin(bound) && !needs.isVolatile() && (isInside || !needs.isCorrelated());
        }
    }

    /** Returns the known values of the first columns of a key, up to the first column without any. */
    private static List<AccessPath.Wanted> wanted(int source, Table table, List<Integer> columns, Known known) {
        var wanted = new ArrayList<AccessPath.Wanted>();
        for (int column : columns) {
            Optional<Conjunct.Equality> equality = known.equality(source, column);
            if (equality.isEmpty()) {
                break;
            }
            wanted.add(new AccessPath.Wanted(
                    table.schema().column(column).type(), equality.get().values()));
        }
        return wanted;
    }

    /**
     * Removes the chosen conjuncts from the list and returns them, those that execute queries last: PostgreSQL
     * evaluates the conditions of a row by their cost.
     */
    private static Conditions take(List<Conjunct> conjuncts, Predicate<Conjunct> chosen) {
        List<Conjunct> taken = conjuncts.stream().filter(chosen).toList();
        conjuncts.removeAll(taken);
        return new Conditions(taken.stream()
                .sorted(Comparator.comparing(conjunct -> conjunct.usage().hasQuery()))
                .map(Conjunct::condition)
                .toList());
    }

    /**
     * Removes the conditions on no source whose values vary and returns them. PostgreSQL evaluates them for each
     * combination of the sources in the clause where they stand.
     */
    private static Conditions takeVarying(List<Conjunct> conjuncts) {
        return take(
                conjuncts,
                conjunct -> conjunct.usage().isVolatile()
                        && conjunct.usage().sources().isEmpty());
    }

    private static List<Integer> list(BitSet sources) {
        return sources.stream().boxed().toList();
    }
}
