package moirai.reenactment;

import java.util.List;
import moirai.scheduling.Step;

/**
 * The next step of one call.
 *
 * @param step whose session is the number of the call, and whose index is the place among the statements that run
 * @param label of the statement; {@code commit} for the end
 * @param missed the other calls whose earlier writes this step must not see
 */
public record CaseStep(Step step, String label, List<Integer> missed) {

    public CaseStep {
        missed = List.copyOf(missed);
    }

    /** Returns the step that ends a call. */
    static CaseStep commit(int call) {
        return new CaseStep(Step.commit(call, 0), "commit", List.of());
    }

    /** Returns the number of the call. */
    public int call() {
        return step.session();
    }

    /** Returns whether this step is the end of a call. */
    public boolean isEnd() {
        return step.isCommit();
    }

    /** Returns a text such as {@code T0.q1} or {@code T0.commit}. */
    @Override
    public String toString() {
        return "T" + step.session() + "." + label;
    }
}
