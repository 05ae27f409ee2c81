package moirai.clients.memory;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import moirai.history.Seed;
import moirai.history.Txn;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

class HonestDatabaseProperties {

    /** Six transactions of up to four ops on two keys, interleaved op by op, with many troubles. */
    private static List<Txn> smallRun(MemoryDatabase database, long seed) {
        var history = new ArrayList<Txn>();
        new Simulation(new Seed(seed), 3, 1, 0.1, 0.1)
                .run(database, new TestPlans(seed, 2, 4, 100), 6, new Recorder(history));
        return history;
    }

    private static List<Txn> run(MemoryDatabase database, long seed, int sessions, int txns) {
        var history = new ArrayList<Txn>();
        double switchProbability = new SplittableRandom(seed).nextDouble();
        new Simulation(new Seed(seed), sessions, switchProbability, 0.02, 0.02)
                .run(database, new TestPlans(seed, 4, 6, 20), txns, new Recorder(history));
        return history;
    }

    @Property(tries = 2000)
    void strictlySerializableRunHasAnOrderThatExplainsAllReadsAndRespectsRealTime(@ForAll long seed) {
        var history = smallRun(MemoryDatabase.honest(MemoryIsolation.STRICT_SERIALIZABLE), seed);

        assertThat(SerialOrder.existsStrictlySerial(history)).isTrue();
    }

    @Property(tries = 20)
    void strictlySerializableRunShowsNothing(@ForAll long seed, @ForAll @IntRange(min = 1, max = 30) int sessions) {
        var history = run(MemoryDatabase.honest(MemoryIsolation.STRICT_SERIALIZABLE), seed, sessions, 1000);

        assertThat(SymptomFinder.find(history)).isEmpty();
    }

    @Property(tries = 20)
    void snapshotIsolatedRunShowsNothingButAdjacentAntiDependencies(@ForAll long seed) {
        var history = run(MemoryDatabase.honest(MemoryIsolation.SNAPSHOT_ISOLATION), seed, 20, 1000);

        assertThat(SymptomFinder.find(history)).isSubsetOf(Symptom.G2, Symptom.REALTIME_CYCLE);
    }
}
