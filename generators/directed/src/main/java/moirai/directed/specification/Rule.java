package moirai.directed.specification;

import java.util.List;
import java.util.function.IntPredicate;
import moirai.directed.solving.Circuit;

/**
 * An axiom: for all choices of different things for its variables, the premise gives the conclusion.
 *
 * @param variables their names, 2 to 4
 * @param owner the variable to whose transaction this is promised; it holds if that one is at the level, whatever the
 *     levels of the others are
 * @param text as the user wrote it
 */
public record Rule(List<String> variables, Formula premise, Formula.Atom conclusion, int owner, String text, int line) {

    public Rule {
        variables = List.copyOf(variables);
    }

    /** The relations of an execution, as literals of a circuit. */
    public interface Relations {

        /**
         * Returns the literal that the relation holds between two different things.
         *
         * @param isBound whether a literal that holds too often is wanted if there is no exact one; otherwise one that
         *     holds too seldom is
         */
        int holds(Relation relation, int from, int to, boolean isBound);
    }

    /** Requires the axiom of these things, one for each variable. */
    public void require(Circuit circuit, Relations relations, int... things) {
        require(circuit, Circuit.TRUE, relations, things);
    }

    /** Requires the axiom of these things if the condition holds. */
    void require(Circuit circuit, int condition, Relations relations, int... things) {
        circuit.implies(
                literal(circuit, conclusion, relations, true, things),
                condition,
                literal(circuit, premise, relations, false, things));
    }

    /** Returns the literal that these things break the axiom. */
    int broken(Circuit circuit, Relations relations, int... things) {
        return circuit.and(
                literal(circuit, premise, relations, false, things),
                Circuit.not(literal(circuit, conclusion, relations, true, things)));
    }

    private static int literal(Circuit circuit, Formula formula, Relations relations, boolean isBound, int... things) {
        return switch (formula) {
            case Formula.Atom(var relation, var from, var to) ->
                relations.holds(relation, things[from], things[to], isBound);
            case Formula.And(var parts) ->
                circuit.and(parts.stream()
                        .mapToInt(part -> literal(circuit, part, relations, isBound, things))
                        .toArray());
            case Formula.Or(var parts) ->
                circuit.or(parts.stream()
                        .mapToInt(part -> literal(circuit, part, relations, isBound, things))
                        .toArray());
            case Formula.Not(var part) -> Circuit.not(literal(circuit, part, relations, !isBound, things));
        };
    }

    /** A use of an axiom for one choice of things. */
    public interface Use {

        /** Uses the axiom of these things, one for each variable. */
        void of(Rule rule, int[] things);
    }

    /**
     * Visits all choices of different things from 0 to count - 1 whose owner is accepted. Cost: count to the power of
     * variables.
     */
    public void choose(int count, IntPredicate isOwner, Use use) {
        choose(new int[variables.size()], 0, count, isOwner, use);
    }

    private void choose(int[] things, int chosen, int count, IntPredicate isOwner, Use use) {
        if (chosen == things.length) {
            use.of(this, things.clone());
            return;
        }
        for (int thing = 0; thing < count; thing++) {
            if (isNew(things, chosen, thing) && (chosen != owner || isOwner.test(thing))) {
                things[chosen] = thing;
                choose(things, chosen + 1, count, isOwner, use);
            }
        }
    }

    private static boolean isNew(int[] things, int chosen, int thing) {
        for (int i = 0; i < chosen; i++) {
            if (things[i] == thing) {
                return false;
            }
        }
        return true;
    }
}
