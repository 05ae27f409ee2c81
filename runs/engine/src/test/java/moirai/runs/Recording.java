package moirai.runs;

import java.util.List;
import java.util.stream.Stream;
import moirai.clients.memory.MemoryDatabase;
import moirai.clients.memory.PlanSource;
import moirai.clients.memory.Simulation;
import moirai.clients.memory.TxnSink;
import moirai.generators.SessionPlans;
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
        var stream = new TxnGenerator(workload, plans);
        List<SessionPlans> sessions =
                Stream.generate(stream::session).limit(simulation.sessions()).toList();
        simulation.run(
                database,
                new PlanSource() {
                    @Override
                    public boolean hasNext() {
                        return true;
                    }

                    @Override
                    public TxnPlan next(int slot) {
                        return sessions.get(slot).next();
                    }
                },
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
