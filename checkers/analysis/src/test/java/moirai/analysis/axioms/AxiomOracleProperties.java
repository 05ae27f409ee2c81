package moirai.analysis.axioms;

import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.GenerationMode;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/**
 * The deciders of all 45 levels against brute force: the same decision, and evidence for it. {@link
 * AxiomLatticeProperties} shows that the histories satisfy and violate every level.
 */
class AxiomOracleProperties {

    @Provide
    Arbitrary<KeyValueHistory> histories() {
        return Arbitraries.randomValue(RandomHistories::next);
    }

    /** 45 decisions a try. */
    @Property(tries = 2500, edgeCases = EdgeCasesMode.NONE, generation = GenerationMode.RANDOMIZED)
    void decidersAgreeWithBruteForce(@ForAll("histories") KeyValueHistory history) {
        var force = new BruteForce(history);
        for (AxiomaticLevel level : Levels.ALL) {
            Judgement.requireAgreement(history, level, force.satisfies(level));
        }
    }
}
