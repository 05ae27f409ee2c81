package moirai.clients.memory;

import java.util.Iterator;
import moirai.history.Seed;
import moirai.history.TxnPlan;

/**
 * A simulation in which sessions run plans against a {@link MemoryDatabase}: interleaved step by step, on a virtual
 * clock.
 *
 * <p>The steps of a transaction are: the client sends; begin; each op; commit or rollback; the client receives. Every
 * step advances the clock, so every op and the commit happen strictly inside the transaction's interval. After sending
 * and after the commit another session always moves, so that the intervals of all sessions overlap; while the database
 * works, another session moves with {@code switchProbability}. The same seed, settings, database and plans give the
 * same events.
 *
 * @param seed of the schedule, the clock and the clients' troubles
 * @param sessions how many run at the same time; one that ends is replaced by one with the next free number
 * @param switchProbability that another session moves after a step inside the database: 1 interleaves op by op, less
 *    makes conflicts and thus aborts rarer
 * @param clientAbortProbability that the client rolls back, after some of the ops
 * @param indeterminateProbability that the client gets no answer to its commit, which took effect or not with equal
 *    probability unless the database refused; the session then ends
 */
public record Simulation(
        Seed seed,
        int sessions,
        double switchProbability,
        double clientAbortProbability,
        double indeterminateProbability) {

    private static final double SWITCH_PROBABILITY = 0.1;
    private static final double CLIENT_ABORT_PROBABILITY = 0.01;
    private static final double INDETERMINATE_PROBABILITY = 0.005;

    public Simulation {
        if (sessions < 1) {
            throw new IllegalArgumentException("sessions: " + sessions + " is not positive");
        }
        requireProbability("switchProbability", switchProbability);
        requireProbability("clientAbortProbability", clientAbortProbability);
        requireProbability("indeterminateProbability", indeterminateProbability);
    }

    /** Returns a simulation with the usual probabilities: 0.1 to switch, 1 % client aborts, 0.5 % indeterminate. */
    public static Simulation of(Seed seed, int sessions) {
        return new Simulation(seed, sessions, SWITCH_PROBABILITY, CLIENT_ABORT_PROBABILITY, INDETERMINATE_PROBABILITY);
    }

    /**
     * Runs plans until there are no more, or {@code txnCountMax} have begun, and all have ended.
     *
     * @param sink gets every begin and end; not called by other threads than this one
     */
    public SimulationTotals run(MemoryDatabase database, Iterator<TxnPlan> plans, long txnCountMax, TxnSink sink) {
        return run(database, PlanSource.of(plans), txnCountMax, sink);
    }

    /**
     * Runs plans, some of which are for a certain session, until there are no more, or {@code txnCountMax} have begun,
     * and all have ended.
     *
     * @param sink gets every begin and end; not called by other threads than this one
     */
    public SimulationTotals run(MemoryDatabase database, PlanSource plans, long txnCountMax, TxnSink sink) {
        return new SimulationRun(this, database, plans, sink).run(txnCountMax);
    }

    private static void requireProbability(String name, double probability) {
        if (!(probability >= 0 && probability <= 1)) {
            throw new IllegalArgumentException(name + ": " + probability + " is not between 0 and 1");
        }
    }
}
