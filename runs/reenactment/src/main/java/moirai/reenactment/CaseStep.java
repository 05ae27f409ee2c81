package moirai.reenactment;

import java.util.List;
import moirai.scheduling.Step;

/**
 * What one call does next.
 *
 * @param step whose session is the number of the call, and whose index is the place among the statements that run
 * @param label of the statement; {@code commit} for the end
 * @param missed the other calls whose earlier writes it must not have heard of
 */
public record CaseStep(Step step, String label, List<Integer> missed) {

    /** Copies the list. */
    public CaseStep {
        missed = List.copyOf(missed);
    }

    /** The end of a call. */
    static CaseStep commit(int call) {
        return new CaseStep(Step.commit(call, 0), "commit", List.of());
    }

    /** The number of the call. */
    public int call() {
        return step.session();
    }

    /** Whether it is the end of a call. */
    public boolean isEnd() {
        return step.isCommit();
    }

    /** As in {@code T0.q1} and {@code T0.commit}. */
    @Override
    public String toString() {
        return "T" + step.session() + "." + label;
    }
}
