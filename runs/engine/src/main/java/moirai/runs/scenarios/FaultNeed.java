package moirai.runs.scenarios;

import moirai.runs.scenarios.statistics.Proportions;
import moirai.runs.scenarios.statistics.Tally;

/**
 * What becomes of the failure without a fault of the smallest scenario. Both counts are fresh: neither had a part in
 * the choice of the scenario.
 *
 * @param fault its name, such as {@code failover#1}
 * @param without attempts at the same scenario without this fault
 * @param with attempts at it
 * @param chance Fisher's exact test, one-sided: how likely such a difference is if the fault does not matter
 * @param isNeeded whether that is unlikely enough, of all such questions together
 */
public record FaultNeed(String fault, Tally without, Tally with, double chance, boolean isNeeded) {

    /**
     * What two measures say. If one was cut short, its count is not of a number fixed beforehand, and nothing is called
     * needed for it.
     *
     * @param claims how many such questions are asked; by so much each has to be less likely (Bonferroni)
     */
    static FaultNeed of(String fault, Shrinking.Final without, Shrinking.Final with, int claims) {
        double chance = Proportions.moreOften(with.tally(), without.tally());
        boolean isFixed = without.isWhole() && with.isWhole();
        return new FaultNeed(
                fault,
                without.tally(),
                with.tally(),
                chance,
                isFixed && chance <= ShrinkingRules.SIGNIFICANCE / claims);
    }
}
