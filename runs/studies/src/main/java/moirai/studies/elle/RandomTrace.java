package moirai.studies.elle;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import moirai.clients.memory.MemoryDatabase;
import moirai.clients.memory.PlantedBug;
import moirai.clients.memory.Simulation;
import moirai.clients.memory.TxnSink;
import moirai.generators.Structure;
import moirai.generators.TxnGenerator;
import moirai.generators.Workload;
import moirai.history.DataModel;
import moirai.history.Seed;
import moirai.history.Txn;
import moirai.history.TxnPlan;

/** A generator of small histories: of a simulated database with a planted bug, changed by some mutations. */
final class RandomTrace {

    private static final int TXNS_MIN = 3;
    private static final int MUTATIONS_MAX = 4;
    private static final double HALF = 0.5;
    private static final double SELDOM = 0.05;

    private RandomTrace() {}

    /** Returns the history that belongs to the seed. */
    static Trace of(long seed, Structure structure, int txnsMax) {
        var random = new SplittableRandom(seed);
        Trace trace = simulated(random, structure, TXNS_MIN + random.nextInt(txnsMax - TXNS_MIN + 1));
        for (int mutations = random.nextInt(MUTATIONS_MAX + 1); mutations > 0; mutations--) {
            Mutation[] all = Mutation.values();
            trace = all[random.nextInt(all.length)].apply(trace, random);
        }
        return trace;
    }

    private static Trace simulated(SplittableRandom random, Structure structure, int txnCount) {
        Workload workload =
                Workload.of(structure).withKeyCount(1 + random.nextInt(3)).withMaxTxnLength(1 + random.nextInt(4));
        PlantedBug[] bugs = PlantedBug.values();
        var database = MemoryDatabase.planted(bugs[random.nextInt(bugs.length)], HALF, new Seed(random.nextLong()));
        var plans = new TxnGenerator(workload, new Seed(random.nextLong()));
        Iterator<TxnPlan> stream = Stream.generate(plans::next).iterator();
        var txns = new ArrayList<Txn>();
        new Simulation(new Seed(random.nextLong()), 1 + random.nextInt(4), HALF, SELDOM, SELDOM)
                .run(database, stream, txnCount, endsTo(txns));
        return new Trace(
                structure == Structure.LISTS ? DataModel.LIST_APPEND : DataModel.REGISTER, List.copyOf(txns), 1);
    }

    private static TxnSink endsTo(List<Txn> txns) {
        return new TxnSink() {
            @Override
            public void begin(int session, TxnPlan plan, long nanos) {}

            @Override
            public void end(Txn txn) {
                txns.add(txn);
            }
        };
    }
}
