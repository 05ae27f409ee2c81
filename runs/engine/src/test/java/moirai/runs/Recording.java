package moirai.runs;

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

/** Histories of the simulated database that are not stored, for tests. */
public final class Recording {

    private Recording() {}

    public static History of(
            Workload workload, Seed plans, MemoryDatabase database, Simulation simulation, int txnCount) {
        List<Integer> balances = workload.balances();
        for (int account = 0; account < balances.size(); account++) {
            database.load(account, balances.get(account));
        }
        var builder = new HistoryBuilder(RunHeader.NONE);
        simulation.run(
                database,
                Stream.generate(new TxnGenerator(workload, plans)::next).iterator(),
                txnCount,
                new TxnSink() {
                    @Override
                    public void begin(int session, TxnPlan plan, long nanos) {}

                    @Override
                    public void end(Txn txn) {
                        builder.add(txn);
                    }
                });
        return builder.build();
    }
}
