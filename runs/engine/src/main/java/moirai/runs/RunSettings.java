package moirai.runs;

import moirai.generators.TxnGenerator;
import moirai.generators.Workload;
import moirai.history.Seed;

/** What a run does, apart from where: with the same settings, sessions are asked the same transactions again. */
public record RunSettings(Seed seed, Workload workload, Levels levels, Load load, EvidenceRule evidence) {

    /** Parts of the seed have fixed numbers, so that a new user of one does not change the plans of old seeds. */
    private static final long PLANS = 0;

    private static final long SIMULATION = 1;
    private static final long PLANTED_BUG = 2;
    private static final long MOCK_STORE = 3;

    /** The plans, from their first. */
    public TxnGenerator plans() {
        return new TxnGenerator(workload, seed.part(PLANS));
    }

    /** Where the interleaving of simulated sessions comes from. */
    public Seed simulationSeed() {
        return seed.part(SIMULATION);
    }

    /** Where a mock store's choices come from. */
    public Seed mockStoreSeed() {
        return seed.part(MOCK_STORE);
    }

    /** Where a planted bug's draws come from. */
    public Seed plantedBugSeed() {
        return seed.part(PLANTED_BUG);
    }
}
