package moirai.analysis.axioms.proof;

import java.util.List;

/**
 * Precedences that hold in every commit order and yet contradict each other.
 *
 * @param steps each follows from the history and from steps before it (also from those around this contradiction, if it
 *     is nested in another one); each is needed; the last one closes the circle
 * @param circle the transactions from {@code after} to {@code before} of the last step; each precedes the next one by a
 *     step. If the last step asks a transaction to precede the initial state, then the initial
 *     state and that transaction
 */
public record Contradiction(List<Precedence> steps, List<Integer> circle) {

    public Contradiction {
        steps = List.copyOf(steps);
        circle = List.copyOf(circle);
        if (steps.isEmpty()
                || circle.size() < 2
                || circle.getFirst() != steps.getLast().after()
                || circle.getLast() != steps.getLast().before()) {
            throw new IllegalArgumentException("the circle " + circle + " is not closed by the last of " + steps);
        }
    }
}
