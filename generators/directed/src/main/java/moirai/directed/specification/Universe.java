package moirai.directed.specification;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import moirai.directed.solving.Circuit;
import moirai.directed.solving.Solver;

/**
 * All executions of a few transactions, or statements, of any programs, of which only the relations are known.
 *
 * <p>The order is total, and what is seen comes before who sees it. A write that is overwritten comes first; one that
 * is read is seen; one that is overlooked is not. Apart from that every pair may depend on each other or not, as
 * programs with a field for each pair can.
 *
 * <p>Cost: cubic in the number of things.
 */
public final class Universe implements Rule.Relations {

    private final Circuit circuit = new Circuit(Solver.usual());
    private final Map<Relation, int[][]> relations = new EnumMap<>(Relation.class);
    private final Map<Whole, Integer> wholes = new HashMap<>();
    private final Unit unit;
    private final int count;

    private record Whole(Relation relation, int from, int to) {}

    /** Creates all executions of so many transactions or statements. */
    public Universe(Unit unit, int count) {
        this.unit = unit;
        this.count = count;
        for (Relation relation : Relation.values()) {
            int[][] matrix = new int[count][count];
            for (int[] row : matrix) {
                Arrays.fill(row, Circuit.FALSE);
            }
            relations.put(relation, matrix);
        }
        for (int i = 0; i < count; i++) {
            for (int j = i + 1; j < count; j++) {
                pair(i, j);
            }
        }
        for (int i = 0; i < count; i++) {
            for (int j = 0; j < count; j++) {
                for (int k = 0; k < count; k++) {
                    if (i != j && j != k && i != k) {
                        circuit.implies(at(Relation.SAME, i, k), at(Relation.SAME, i, j), at(Relation.SAME, j, k));
                        circuit.implies(at(Relation.ORDER, i, k), at(Relation.ORDER, i, j), at(Relation.ORDER, j, k));
                    }
                }
            }
        }
    }

    private void pair(int i, int j) {
        int same = unit == Unit.STATEMENTS ? circuit.variable() : Circuit.FALSE;
        int before = circuit.variable();
        set(Relation.SAME, i, j, same);
        set(Relation.SAME, j, i, same);
        set(Relation.ORDER, i, j, before);
        set(Relation.ORDER, j, i, Circuit.not(before));
        for (List<Integer> ends : List.of(List.of(i, j), List.of(j, i))) {
            int from = ends.get(0);
            int to = ends.get(1);
            int order = at(Relation.ORDER, from, to);
            int visible = circuit.variable();
            set(Relation.VISIBLE, from, to, visible);
            set(Relation.PROGRAM_ORDER, from, to, circuit.and(same, order));
            circuit.implies(order, visible);
            conflict(Relation.WRITE_WRITE, from, to, order);
            conflict(Relation.WRITE_READ, from, to, visible);
        }
        conflict(Relation.READ_WRITE, i, j, Circuit.not(at(Relation.VISIBLE, j, i)));
        conflict(Relation.READ_WRITE, j, i, Circuit.not(at(Relation.VISIBLE, i, j)));
    }

    private void conflict(Relation relation, int from, int to, int need) {
        int literal = circuit.variable();
        set(relation, from, to, literal);
        circuit.implies(need, literal);
        circuit.implies(Circuit.not(at(Relation.SAME, from, to)), literal);
    }

    private int at(Relation relation, int from, int to) {
        return matrix(relation)[from][to];
    }

    private void set(Relation relation, int from, int to, int literal) {
        matrix(relation)[from][to] = literal;
    }

    private int[][] matrix(Relation relation) {
        return relations.getOrDefault(relation, new int[0][0]);
    }

    @Override
    public int holds(Relation relation, int from, int to, boolean isBound) {
        return at(relation, from, to);
    }

    /** Returns the relations of whole transactions among statements, each by any statement of its transaction. */
    private int ofWholes(Relation relation, int from, int to, boolean isBound) {
        return relation.isConflict()
                ? wholes.computeIfAbsent(new Whole(relation, from, to), key -> ofWholes(relation, from, to))
                : at(relation, from, to);
    }

    private int ofWholes(Relation relation, int from, int to) {
        int[] cases = new int[count * count];
        for (int x = 0; x < count; x++) {
            for (int y = 0; y < count; y++) {
                cases[x * count + y] = circuit.and(isOf(x, from), isOf(y, to), at(relation, x, y));
            }
        }
        return circuit.or(cases);
    }

    private int isOf(int thing, int other) {
        return thing == other ? Circuit.TRUE : at(Relation.SAME, thing, other);
    }

    private boolean isOfWholes(Unit rules) {
        return rules == Unit.TRANSACTIONS && unit == Unit.STATEMENTS;
    }

    /** Requires that each transaction sees its own earlier statements. */
    public void requireOwnSeen() {
        for (int i = 0; i < count; i++) {
            requireOwnSeen(i);
        }
    }

    private void requireOwnSeen(int subject) {
        for (int i = 0; i < count; i++) {
            for (int j = 0; j < count; j++) {
                circuit.implies(at(Relation.VISIBLE, i, j), at(Relation.PROGRAM_ORDER, i, j), isOf(j, subject));
            }
        }
    }

    /** Requires that each transaction runs by itself and sees all before it. */
    void requireSerial() {
        for (int i = 0; i < count; i++) {
            for (int j = 0; j < count; j++) {
                for (int k = 0; k < count; k++) {
                    if (i != j && j != k && i != k) {
                        circuit.implies(
                                at(Relation.ORDER, j, k),
                                at(Relation.SAME, i, j),
                                Circuit.not(at(Relation.SAME, i, k)),
                                at(Relation.ORDER, i, k));
                    }
                }
                if (i != j) {
                    circuit.implies(at(Relation.VISIBLE, i, j), at(Relation.ORDER, i, j));
                }
            }
        }
    }

    /** Requires an axiom of a level that all transactions have. */
    public void require(Unit ofRule, Rule rule) {
        rule.choose(count, owner -> true, (axiom, things) -> {
            Rule.Relations seen = isOfWholes(ofRule) ? this::ofWholes : this;
            axiom.require(circuit, different(ofRule, things), seen, things);
        });
    }

    /** Requires an axiom of a level that one transaction has: that of this thing. */
    void requireOf(int subject, Rule rule) {
        rule.choose(
                count,
                owner -> true,
                (axiom, things) -> axiom.require(circuit, isOf(things[axiom.owner()], subject), this, things));
    }

    private int different(Unit ofRule, int... things) {
        if (!isOfWholes(ofRule)) {
            return Circuit.TRUE;
        }
        int different = Circuit.TRUE;
        for (int i = 0; i < things.length; i++) {
            for (int j = i + 1; j < things.length; j++) {
                different = circuit.and(different, Circuit.not(at(Relation.SAME, things[i], things[j])));
            }
        }
        return different;
    }

    /** Returns whether some execution breaks one of these axioms. */
    public boolean canBreak(Unit ofRules, List<Rule> rules) {
        return rules.stream().anyMatch(rule -> {
            var cases = new ArrayList<Integer>();
            rule.choose(count, owner -> true, (axiom, things) -> {
                Rule.Relations seen = isOfWholes(ofRules) ? this::ofWholes : this;
                cases.add(circuit.and(different(ofRules, things), axiom.broken(circuit, seen, things)));
            });
            return circuit.isSatisfiable(
                    circuit.or(cases.stream().mapToInt(Integer::intValue).toArray()));
        });
    }

    /** Returns whether the first things, one for each variable in turn, can break the axiom; keeps how. */
    boolean canBreakFirst(Rule rule) {
        return circuit.isSatisfiable(
                rule.broken(circuit, this, IntStream.range(0, count).toArray()));
    }

    /** Returns whether the relation holds in the execution that was found last. */
    boolean held(Relation relation, int from, int to) {
        return circuit.holds(at(relation, from, to));
    }

    /**
     * Returns whether a transaction at a level with some axioms is promised another one, whatever the levels of the
     * others are.
     *
     * <p>An execution that breaks it does so with one thing for each variable. These alone are an execution that keeps
     * the given axioms and breaks it. So it is enough to look at all executions of so many things.
     */
    public static boolean follows(Unit unit, Rule rule, List<Rule> given) {
        var universe = new Universe(unit, rule.variables().size());
        universe.requireOwnSeen(rule.owner());
        given.forEach(axiom -> universe.requireOf(rule.owner(), axiom));
        return !universe.canBreakFirst(rule);
    }
}
