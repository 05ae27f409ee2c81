package moirai.runs.replay;

import java.time.Duration;
import java.util.List;
import moirai.runs.cases.Control;

/**
 * The limits of a replay.
 *
 * @param times how many attempts measure a schedule that shows the case each time; a schedule that rarely does is given
 *    as many times more as were needed until it first did
 * @param controls the controls to try, in this order, until one shows the case
 * @param budget the time after which no further schedule is begun; a whole run is not cut short
 */
public record ReplayOptions(int times, List<Control> controls, Duration budget) {

    /** All controls, from full control to none. */
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
