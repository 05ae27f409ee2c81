package moirai.clients.memory;

import java.util.SplittableRandom;
import moirai.clients.memory.SimulatedSession.Ending;
import moirai.history.Outcome;
import moirai.history.Txn;
import moirai.history.TxnPlan;

/**
 * One run of a {@link Simulation}: the scheduler, the clock and the totals.
 *
 * <p>Idle sessions begin the next plan when they are chosen. When the plans are used up a session that ended its
 * transaction leaves, until none is left.
 */
final class SimulationRun {

    /** The longest step in nanoseconds, from 1; a power of two, so that a draw is one mask. */
    private static final int STEP_NANOS_MAX = 1 << 11;

    private final Simulation settings;
    private final MemoryDatabase database;
    private final PlanSource plans;
    private final TxnSink sink;
    private final SplittableRandom random;
    /** The sessions, of which the first {@code activeCount} are active. */
    private final SimulatedSession[] sessions;

    private int activeCount;
    private int nextSession;
    /** The number of plans that may still be begun. No further plan is drawn: the source may be endless or shared. */
    private long plansLeft;

    private long nanos;
    private long committed;
    private long aborted;
    private long indeterminate;

    SimulationRun(Simulation settings, MemoryDatabase database, PlanSource plans, TxnSink sink) {
        this.settings = settings;
        this.database = database;
        this.plans = plans;
        this.sink = sink;
        this.random = settings.seed().generator();
        this.sessions = new SimulatedSession[settings.sessions()];
        this.activeCount = settings.sessions();
        for (int i = 0; i < activeCount; i++) {
            sessions[i] = new SimulatedSession(nextSession++);
        }
    }

    SimulationTotals run(long txnCountMax) {
        plansLeft = txnCountMax;
        int current = random.nextInt(activeCount);
        while (activeCount > 0) {
            boolean workIsLeft = move(current);
            if (activeCount > 0 && (!workIsLeft || random.nextDouble() < settings.switchProbability())) {
                current = random.nextInt(activeCount);
            }
        }
        return new SimulationTotals(committed, aborted, indeterminate, nextSession);
    }

    /** Makes one step of a session; returns whether the database could go on with this session at once. */
    private boolean move(int index) {
        nanos += 1 + (random.nextInt() & (STEP_NANOS_MAX - 1));
        SimulatedSession session = sessions[index];
        if (session.isIdle()) {
            if (plansLeft > 0 && plans.hasNext()) {
                plansLeft--;
                TxnPlan plan = plans.next(index);
                send(session, plan);
                sink.begin(session.number(), plan, nanos);
            } else {
                activeCount--;
                sessions[index] = sessions[activeCount];
            }
            return false;
        }
        if (session.isAnswered()) {
            receive(index);
            return false;
        }
        session.step(database);
        return !session.isAnswered();
    }

    /** Draws how the client will end this transaction, and sends it. */
    private void send(SimulatedSession session, TxnPlan plan) {
        double abort = settings.clientAbortProbability();
        double draw = random.nextDouble();
        if (draw < abort) {
            session.send(plan, Ending.ROLLBACK, random.nextInt(plan.opCount() + 1), nanos);
        } else if (plan.isRolledBack()) {
            session.send(plan, Ending.ROLLBACK_AS_PLANNED, plan.opCount(), nanos);
        } else if (draw < abort + settings.indeterminateProbability()) {
            var ending = random.nextBoolean() ? Ending.COMMIT_UNANSWERED : Ending.COMMIT_LOST;
            session.send(plan, ending, plan.opCount(), nanos);
        } else {
            session.send(plan, Ending.COMMIT, plan.opCount(), nanos);
        }
    }

    private void receive(int index) {
        Txn txn = sessions[index].receive(nanos);
        sink.end(txn);
        switch (txn.outcome()) {
            case Outcome.Committed ok -> committed++;
            case Outcome.Aborted refused -> aborted++;
            case Outcome.Indeterminate lost -> {
                indeterminate++;
                sessions[index] = new SimulatedSession(nextSession++);
            }
        }
    }
}
