package moirai.runs;

import java.time.Instant;
import moirai.generators.TxnGenerator;
import moirai.generators.Workload;
import moirai.history.RunHeader;
import moirai.history.Seed;
import moirai.nemesis.faults.FaultMix;

/**
 * The settings of a run, apart from the database: with the same settings, sessions are asked to run the same
 * transactions again.
 */
public record RunSettings(
        Seed seed, Workload workload, Levels levels, Load load, EvidenceRule evidence, FaultMix faults) {

    /**
     * The number of the part of the seed for plans. Parts of the seed have fixed numbers, so that a new user of one
     * does not change the plans of old seeds.
     */
    private static final long PLANS = 0;

    private static final long SIMULATION = 1;
    private static final long PLANTED_BUG = 2;
    private static final long MOCK_STORE = 3;
    private static final long FAULTS = 4;

    /** Creates the settings of a run without faults. */
    public RunSettings(Seed seed, Workload workload, Levels levels, Load load, EvidenceRule evidence) {
        this(seed, workload, levels, load, evidence, FaultMix.NONE);
    }

    /** Returns the same settings with another load. */
    public RunSettings with(Load other) {
        return new RunSettings(seed, workload, levels, other, evidence, faults);
    }

    /** Returns the same settings with other faults. */
    public RunSettings with(FaultMix others) {
        return new RunSettings(seed, workload, levels, load, evidence, others);
    }

    /** Returns the same settings with another seed. */
    public RunSettings with(Seed other) {
        return new RunSettings(other, workload, levels, load, evidence, faults);
    }

    /** Returns what a history of a run with these settings says of its origin. */
    public RunHeader header(String database, Instant started) {
        return new RunHeader(
                seed, workload.toString(), levels.isolation(), levels.expect().label(), database, started);
    }

    /** Returns a generator of the run's plans, from the first. */
    public TxnGenerator plans() {
        return plans(0);
    }

    /** Returns a generator of plans, from the first, whose keys are numbered from this one. */
    public TxnGenerator plans(int firstKey) {
        return new TxnGenerator(workload, seed.part(PLANS), firstKey);
    }

    /** Returns the seed of the interleaving of simulated sessions. */
    public Seed simulationSeed() {
        return seed.part(SIMULATION);
    }

    /** Returns the seed of a mock store's choices. */
    public Seed mockStoreSeed() {
        return seed.part(MOCK_STORE);
    }

    /** Returns the seed of the schedule of faults. */
    public Seed faultSeed() {
        return faultSeed(seed);
    }

    /** Returns the seed of the schedule of faults for a run with this seed. */
    public static Seed faultSeed(Seed ofRun) {
        return ofRun.part(FAULTS);
    }

    /** Returns the seed of a planted bug's draws. */
    public Seed plantedBugSeed() {
        return seed.part(PLANTED_BUG);
    }
}
