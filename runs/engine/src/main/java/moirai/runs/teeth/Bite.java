package moirai.runs.teeth;

import moirai.runs.scenarios.statistics.Proportions;
import moirai.runs.scenarios.statistics.Tally;

/**
 * How often a check noticed a bug that was planted into copies of a history.
 *
 * @param opportunities of the transactions that were looked at, those in which it could be planted
 * @param noticed of the copies, those that break the level or lose what was acknowledged
 */
public record Bite(Tally opportunities, Tally noticed) {

    /** Returns whether it is not shown that this share of the bugs would have been noticed, or more. */
    public boolean isDull(double shareMin) {
        return noticed.judged() == 0 || Proportions.range(noticed).low() < shareMin;
    }
}
