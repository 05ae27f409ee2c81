package moirai.runs.replay;

import moirai.runs.cases.Control;
import moirai.runs.cases.StatementOrder;

/**
 * What came of one schedule.
 *
 * @param name for people: where the schedule comes from, and where the sessions were
 * @param order in which all statements went in an attempt that showed it; free if there was none that is known
 * @param search attempts until it was shown for the first time, or was given up: their number follows from what they
 *     showed, so they give no rate
 * @param measured attempts that were made afresh then, as many as were decided before; none if it was not shown, or
 *     if fewer were made than decided
 */
public record Tried(Control control, String name, StatementOrder order, Outcomes search, Outcomes measured) {

    /** Whether any attempt showed it. */
    public boolean isShown() {
        return search.shown() + measured.shown() > 0;
    }

    /** Whether its rate is known and not none: what a search has found says nothing of a rate. */
    public boolean isMeasured() {
        return measured.shown() > 0;
    }

    /** All attempts, for what they say when none of them showed it. */
    Outcomes all() {
        return search.with(measured);
    }

    /** Whether at least half of the attempts showed it. */
    boolean isReliable() {
        return 2L * measured.shown() >= measured.attempts() && measured.shown() > 0;
    }

    /** The one of two that showed it more often. */
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
