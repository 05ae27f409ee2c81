package moirai.studies;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.stream.Stream;
import moirai.clients.memory.MemoryDatabase;
import moirai.clients.memory.Simulation;
import moirai.clients.memory.TxnSink;
import moirai.generators.TxnGenerator;
import moirai.generators.Workload;
import moirai.history.History;
import moirai.history.HistoryBuilder;
import moirai.history.RunHeader;
import moirai.history.Seed;
import moirai.history.Txn;
import moirai.history.TxnPlan;

/**
 * Simulated histories of the usual size: 20 sessions, 1 to 5 ops, 10 live keys with an exponential distribution, and 32
 * appends to each key. The client aborts 1 %, and 0.5 % are indeterminate.
 */
final class Histories {

    static final Seed SEED = new Seed(42);
    static final Workload WORKLOAD = Workload.append().withMaxTxnLength(5);
    private static final int SESSIONS = 20;

    private Histories() {}

    /** Returns {@code txnCount} transactions as their sessions saw them, in the order of their starts. */
    static List<Txn> txns(MemoryDatabase database, int txnCount) {
        var txns = new ArrayList<Txn>(txnCount);
        var plans = new TxnGenerator(WORKLOAD, SEED);
        Iterator<TxnPlan> stream = Stream.generate(plans::next).iterator();
        Simulation.of(SEED, SESSIONS).run(database, stream, txnCount, new TxnSink() {
            @Override
            public void begin(int session, TxnPlan plan, long nanos) {}

            @Override
            public void end(Txn txn) {
                txns.add(txn);
            }
        });
        txns.sort(Comparator.comparingLong(Txn::startNanos));
        return txns;
    }

    static History history(MemoryDatabase database, int txnCount) {
        var history = new HistoryBuilder(RunHeader.NONE);
        txns(database, txnCount).forEach(history::add);
        return history.build();
    }
}
