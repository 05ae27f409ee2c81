package moirai.runs.scenarios;

import moirai.runs.scenarios.statistics.Proportions;
import moirai.runs.scenarios.statistics.Tally;

/**
 * The comparison of the smallest scenario with and without one of its faults. Both counts are fresh: neither had a part
 * in the choice of the scenario.
 *
 * @param fault its name, such as {@code failover#1}
 * @param without attempts at the same scenario without this fault
 * @param with attempts at the scenario with it
 * @param chance the probability of such a difference if the fault does not matter, by Fisher's exact test, one-sided
 * @param isNeeded whether that is unlikely enough, over all such comparisons together
 */
public record FaultNeed(String fault, Tally without, Tally with, double chance, boolean isNeeded) {

    /**
     * Returns the conclusion of two measures. If one was cut short, its count is not of a number fixed beforehand, and
     * no fault is called needed because of it.
     *
     * @param claims the number of such comparisons, by which the significance of each is divided (Bonferroni)
     */
    static FaultNeed of(String fault, Shrinking.Final without, Shrinking.Final with, int claims) {
        double chance = Proportions.moreOften(with.tally(), without.tally());
        boolean isFixed = without.isWhole() && with.isWhole();
        return new FaultNeed(
                fault,
                without.tally(),
                with.tally(),
                chance,
                isFixed && chance <= ShrinkingRules.SIGNIFICANCE / claims + ShrinkingRules.ROUNDING);
    }
}
