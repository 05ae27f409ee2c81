package moirai.runs.replay;

import java.time.Duration;
import java.util.List;
import moirai.runs.cases.Control;

/**
 * How much is done to show a case.
 *
 * @param times how many attempts measure a schedule that shows it each time; of one that rarely does, as many times
 *     more as were needed until it first did
 * @param controls what is tried, in this order, until one shows it
 * @param budget when no further schedule is begun; a whole run is not cut short
 */
public record ReplayOptions(int times, List<Control> controls, Duration budget) {

    /** From all control to none. */
    public static final List<Control> ALL = List.of(Control.values());

    public static final int TIMES_MAX = 100_000;

    public ReplayOptions {
        controls = List.copyOf(controls);
        if (times < 1 || times > TIMES_MAX) {
            throw new IllegalArgumentException("--times: '" + times + "' is out of range: expected 1 to " + TIMES_MAX);
        }
        if (budget.isNegative() || budget.isZero()) {
            throw new IllegalArgumentException("the budget of " + budget + " is not positive");
        }
    }
}
