package moirai.runs.replay;

import moirai.runs.cases.Control;
import moirai.runs.cases.StatementOrder;

/**
 * The results of one schedule.
 *
 * @param name the origin of the schedule and the places of the sessions, for people
 * @param order the order of all statements in an attempt that showed the case; free if none is known
 * @param search attempts until the case was shown for the first time, or was given up: their number depends on their
 *    results, so they give no rate
 * @param measured further attempts, whose number was fixed beforehand; none if the case was not shown, or if fewer were
 *    made than planned
 */
public record Tried(Control control, String name, StatementOrder order, Outcomes search, Outcomes measured) {

    /** Returns whether any attempt showed the case. */
    public boolean isShown() {
        return search.shown() + measured.shown() > 0;
    }

    /** Returns whether the rate is known and above zero; a search alone gives no rate. */
    public boolean isMeasured() {
        return measured.shown() > 0;
    }

    /** Returns all attempts together, which are meaningful when none of them showed the case. */
    Outcomes all() {
        return search.with(measured);
    }

    /** Returns whether at least half of the attempts showed the case. */
    boolean isReliable() {
        return 2L * measured.shown() >= measured.attempts() && measured.shown() > 0;
    }

    /** Returns whichever of two schedules showed the case more often. */
    static Tried better(Tried one, Tried other) {
        double first =
                (double) one.measured().shown() * Math.max(1, other.measured().attempts());
        double second =
                (double) other.measured().shown() * Math.max(1, one.measured().attempts());
        if (first == second) {
            return other.isShown() && !one.isShown() ? other : one;
        }
        return first > second ? one : other;
    }
}
