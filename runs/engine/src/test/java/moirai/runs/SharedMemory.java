package moirai.runs;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntPredicate;
import java.util.function.LongSupplier;
import moirai.clients.Client;
import moirai.clients.ClientException;
import moirai.clients.ClientFactory;
import moirai.clients.memory.MemoryDatabase;
import moirai.clients.memory.MemoryIsolation;
import moirai.clients.memory.MemoryTxn;
import moirai.history.Op;
import moirai.history.Outcome;
import moirai.history.Txn;
import moirai.history.TxnPlan;

/**
 * A database for real threads: the simulated one behind a lock that is taken for each step. Tests can make sessions
 * lose their answers and refuse new ones.
 */
final class SharedMemory implements ClientFactory {

    private final MemoryDatabase database = MemoryDatabase.honest(MemoryIsolation.STRICT_SERIALIZABLE);
    private final IntPredicate losesAnswers;
    private final AtomicInteger refusals;
    private long openNanos;
    private Refusing refusing = Refusing.NOTHING;
    private final AtomicInteger closedSessions = new AtomicInteger();

    /**
     * Creates an empty database.
     *
     * @param losesAnswers the sessions whose first commit is not answered
     * @param refusals how many attempts to reopen a session fail at first
     */
    SharedMemory(IntPredicate losesAnswers, int refusals) {
        this.losesAnswers = losesAnswers;
        this.refusals = new AtomicInteger(refusals);
    }

    /** Makes each opening of a session take a while. */
    SharedMemory opensAfter(Duration duration) {
        openNanos = duration.toNanos();
        return this;
    }

    /** The answer of the database instead of a commit. */
    enum Refusing {
        /** The database commits. */
        NOTHING,
        /** The database can do nothing at all, which ends the session. */
        ALL,
        /** The database reports a conflict with other sessions, and the session goes on. */
        CONFLICTS
    }

    /** Makes the database commit nothing. */
    SharedMemory refusing(Refusing what) {
        refusing = what;
        return this;
    }

    int closedSessions() {
        return closedSessions.get();
    }

    @Override
    public void prepare() {}

    @Override
    public String databaseVersion() {
        return "memory behind a lock";
    }

    @Override
    public Client open(int session, LongSupplier clock) {
        if (session >= 4 && refusals.getAndDecrement() > 0) {
            throw new ClientException("nobody at home");
        }
        long from = System.nanoTime();
        while (System.nanoTime() - from < openNanos) {
            Thread.onSpinWait();
        }
        return new Session(session, clock);
    }

    @Override
    public void close() {}

    private final class Session implements Client {

        private final int number;
        private final LongSupplier clock;
        private boolean isOpen = true;

        Session(int number, LongSupplier clock) {
            this.number = number;
            this.clock = clock;
        }

        @Override
        @SuppressWarnings("ThreadPriorityCheck") // Nothing depends on it; it only makes sessions meet more often.
        public Txn run(TxnPlan plan) {
            long start = clock.getAsLong();
            if (refusing != Refusing.NOTHING) {
                isOpen = refusing == Refusing.CONFLICTS;
                return new Txn(number, plan.ops(), new Outcome.Aborted("refused"), start, clock.getAsLong());
            }
            MemoryTxn txn;
            synchronized (database) {
                txn = database.begin();
            }
            List<Op> seen = new ArrayList<>();
            for (Op op : plan.ops()) {
                synchronized (database) {
                    seen.add(step(txn, op));
                }
                Thread.yield();
            }
            Outcome outcome;
            synchronized (database) {
                outcome = txn.commit();
            }
            if (losesAnswers.test(number)) {
                isOpen = false;
                outcome = new Outcome.Indeterminate("lost");
            }
            return new Txn(number, seen, outcome, start, clock.getAsLong());
        }

        private static Op step(MemoryTxn txn, Op op) {
            return switch (op) {
                case Op.Append append -> {
                    txn.append(Math.toIntExact(append.key()), append.element());
                    yield append;
                }
                case Op.Read read -> new Op.Read(read.key(), txn.read(Math.toIntExact(read.key())));
                case Op.Scan refused -> throw new IllegalArgumentException(refused + " is not an op on one list");
                case Op.OffList refused -> throw new IllegalArgumentException(refused + " is not an op on a list");
            };
        }

        @Override
        public boolean isOpen() {
            return isOpen;
        }

        @Override
        public boolean isRefused() {
            return !isOpen && refusing == Refusing.ALL;
        }

        @Override
        public void close() {
            closedSessions.incrementAndGet();
        }
    }
}
