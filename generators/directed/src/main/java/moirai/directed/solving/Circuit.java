package moirai.directed.solving;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/**
 * A growing formula in a solver that keeps what it learnt between questions.
 *
 * <p>A literal is an int: {@link #TRUE}, {@link #FALSE}, a variable, a gate, or the opposite of one. Gates of the same
 * inputs are made once, and constants are folded; therefore something impossible, for example a dependency between
 * statements on different tables, is {@link #FALSE} without a question. Single-threaded. The same calls in the same
 * order give the same answers and the same models.
 */
public final class Circuit {

    /** The literal that always holds. */
    public static final int TRUE = 0;

    /** The literal that never holds. */
    public static final int FALSE = 1;

    private final Solver solver;
    private final Map<List<Integer>, Integer> gates = new HashMap<>();
    private boolean[] model = new boolean[0];
    private long questions;

    /** Creates a formula that holds, in a solver that knows no variable yet. */
    public Circuit(Solver solver) {
        this.solver = solver;
        int constant = variable();
        assert constant == TRUE;
        require(TRUE);
    }

    /** Returns the opposite literal. */
    public static int not(int literal) {
        return literal ^ 1;
    }

    /** Returns a new variable. */
    public int variable() {
        return solver.newVariable() << 1;
    }

    /** Requires that at least one of the literals holds from now on. */
    public void require(int... literals) {
        for (int literal : literals) {
            if (literal == TRUE && literals.length > 1) {
                return;
            }
        }
        // A clause without literals cannot be given to the solver; one with a false literal means the same.
        solver.clause(literals.length == 0 ? new int[] {FALSE} : literals);
    }

    /** Requires that the consequence holds from now on whenever all conditions hold. */
    public void implies(int consequence, int... conditions) {
        int[] clause = new int[conditions.length + 1];
        for (int i = 0; i < conditions.length; i++) {
            clause[i] = not(conditions[i]);
        }
        clause[conditions.length] = consequence;
        require(clause);
    }

    /** Returns the literal that all of these hold; true if there are none. */
    public int and(int... literals) {
        var inputs = new TreeSet<Integer>();
        for (int literal : literals) {
            if (literal == FALSE || inputs.contains(not(literal))) {
                return FALSE;
            }
            if (literal != TRUE) {
                inputs.add(literal);
            }
        }
        if (inputs.isEmpty()) {
            return TRUE;
        }
        return inputs.size() == 1 ? inputs.first() : gates.computeIfAbsent(List.copyOf(inputs), this::conjunction);
    }

    private int conjunction(List<Integer> inputs) {
        int gate = variable();
        int[] back = new int[inputs.size() + 1];
        for (int i = 0; i < inputs.size(); i++) {
            require(not(gate), inputs.get(i));
            back[i] = not(inputs.get(i));
        }
        back[inputs.size()] = gate;
        require(back);
        return gate;
    }

    /** Returns the literal that at least one of these holds; false if there are none. */
    public int or(int... literals) {
        return not(and(Arrays.stream(literals).map(Circuit::not).toArray()));
    }

    /** Returns the literal that both hold or neither. */
    public int iff(int left, int right) {
        return and(not(and(left, not(right))), not(and(not(left), right)));
    }

    /** Decides whether all requirements can hold together with the assumptions. Keeps the model if so. */
    public boolean isSatisfiable(int... assumptions) {
        questions++;
        for (int assumption : assumptions) {
            if (assumption == FALSE) {
                return false;
            }
        }
        boolean holds = solver.isSatisfiable(assumptions);
        if (holds) {
            model = solver.model();
        }
        return holds;
    }

    /** Returns whether the literal holds in the newest model. */
    public boolean holds(int literal) {
        return model[literal >> 1] ^ ((literal & 1) == 1);
    }

    /** Returns how often {@link #isSatisfiable} was asked. */
    public long questions() {
        return questions;
    }

    /**
     * Makes the newest model one that fulfils the assumptions and as many of the wishes as possible, earlier ones
     * first.
     *
     * <p>See {@link Solver#isSatisfiable(int[], int[])}: as each wish is granted or not in its turn, the granted wishes
     * hardly depend on the solver.
     *
     * <p>Throws IllegalStateException if the assumptions cannot hold at all.
     */
    public void grant(int[] assumptions, List<Integer> wishes) {
        questions++;
        if (!solver.isSatisfiable(
                assumptions, wishes.stream().mapToInt(Integer::intValue).toArray())) {
            throw new IllegalStateException("the assumptions cannot hold: " + Arrays.toString(assumptions));
        }
        model = solver.model();
    }
}
