package moirai.runs;

import moirai.generators.TxnGenerator;
import moirai.generators.Workload;
import moirai.history.Seed;
import moirai.nemesis.faults.FaultMix;

/** What a run does, apart from where: with the same settings, sessions are asked the same transactions again. */
public record RunSettings(
        Seed seed, Workload workload, Levels levels, Load load, EvidenceRule evidence, FaultMix faults) {

    /** Parts of the seed have fixed numbers, so that a new user of one does not change the plans of old seeds. */
    private static final long PLANS = 0;

    private static final long SIMULATION = 1;
    private static final long PLANTED_BUG = 2;
    private static final long MOCK_STORE = 3;
    private static final long FAULTS = 4;

    /** A run without faults. */
    public RunSettings(Seed seed, Workload workload, Levels levels, Load load, EvidenceRule evidence) {
        this(seed, workload, levels, load, evidence, FaultMix.NONE);
    }

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

    /** Where the schedule of faults comes from. */
    public Seed faultSeed() {
        return faultSeed(seed);
    }

    /** Where the schedule of faults of a run with this seed comes from. */
    public static Seed faultSeed(Seed ofRun) {
        return ofRun.part(FAULTS);
    }

    /** Where a planted bug's draws come from. */
    public Seed plantedBugSeed() {
        return seed.part(PLANTED_BUG);
    }
}
