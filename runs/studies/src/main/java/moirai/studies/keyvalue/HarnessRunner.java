package moirai.studies.keyvalue;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import moirai.exploration.program.Body;
import moirai.exploration.program.Then;
import moirai.exploration.program.Txn;
import moirai.exploration.program.TxnAbortedError;
import moirai.history.Seed;
import moirai.history.level.IsolationLevel;
import moirai.mockstore.Choice;
import moirai.mockstore.Chooser;
import moirai.mockstore.MockStore;
import moirai.mockstore.StoreException;
import moirai.mockstore.StoreOptions;
import moirai.mockstore.StoreSession;
import moirai.mockstore.StoreTxn;
import moirai.mockstore.explain.ReadExplanation;

/**
 * A runner of harnesses in the thread of the caller: in each turn, one session runs one transaction from begin to end.
 *
 * <p>This loses no behaviour: if reads are free, a store shows every behaviour already under serial execution (paper,
 * theorem 4.1).
 *
 * @param level of the store
 * @param turns the rule by which the next session is chosen
 * @param retriesMax the maximal number of retries of an aborted transaction, each in a later turn of its session; after
 *    that the operation is given up and the session continues with the next one
 */
public record HarnessRunner(IsolationLevel level, Turns turns, int retriesMax) {

    /** The rule by which the next session is chosen. */
    public enum Turns {
        /** The chooser decides before each transaction, which is the paper's random delay. */
        CHOSEN,
        /**
         * The chooser decides before each operation, whose transactions then run one after another. That loses
         * behaviours of operations with several transactions, but random turns seldom leave a long operation alone.
         */
        CHOSEN_BY_OPERATION,
        /** One session runs after the other, like threads that are started one by one and end quickly. */
        IN_SEQUENCE
    }

    /** Creates a runner whose chooser decides before each transaction, with three retries. */
    public HarnessRunner(IsolationLevel level) {
        this(level, Turns.CHOSEN, 3);
    }

    /** Runs a harness with uniform random choices from this seed, which determines the execution. */
    public Execution run(Harness harness, Seed seed) {
        return run(harness, seed, Chooser.uniform(seed));
    }

    /** Runs a harness with the choices of a chooser. */
    public Execution run(Harness harness, Seed seed, Chooser chooser) {
        return run(harness, seed, chooser, session -> {});
    }

    /**
     * Runs a harness, and explains each read of the clients with the choice that was made. This is slow, for single
     * runs only.
     */
    public Execution runExplained(Harness harness, Seed seed, Chooser chooser, Consumer<ReadExplanation> log) {
        return run(harness, seed, chooser, session -> session.explainTo(log));
    }

    private Execution run(Harness harness, Seed seed, Chooser chooser, Consumer<StoreSession> opened) {
        var store = new MockStore(new StoreOptions(level, seed, chooser));
        var sessions = new ArrayList<RunningSession>();
        for (List<Operation> operations : harness.sessions()) {
            StoreSession session = store.session();
            opened.accept(session);
            sessions.add(new RunningSession(session, operations, retriesMax));
        }
        StoreSession loader = store.session();
        load(harness.program(), loader);
        store.checkpoint();
        var prologue = new RunningSession(loader, harness.prologue(), retriesMax);
        int turn = 0;
        while (prologue.isWaiting()) {
            prologue.runTxn(turn++);
        }
        IntArrayList waiting = waiting(sessions);
        while (!waiting.isEmpty()) {
            int next = switch (turns) {
                case CHOSEN, CHOSEN_BY_OPERATION -> chooser.choose(new Choice.Turn(waiting));
                case IN_SEQUENCE -> 0;
            };
            RunningSession session = sessions.get(waiting.getInt(next));
            session.runTxn(turn++);
            while (turns == Turns.CHOSEN_BY_OPERATION && session.isAmidOperation()) {
                session.runTxn(turn++);
            }
            waiting = waiting(sessions);
        }
        return new Execution(
                harness, sessions.stream().map(session -> session.calls).toList(), store);
    }

    private static void load(KeyValueProgram program, StoreSession loader) {
        StoreTxn txn = loader.begin();
        program.initial().forEach(txn::write);
        txn.commit();
    }

    private static IntArrayList waiting(List<RunningSession> sessions) {
        var waiting = new IntArrayList(sessions.size());
        for (int session = 0; session < sessions.size(); session++) {
            if (sessions.get(session).isWaiting()) {
                waiting.add(session);
            }
        }
        return waiting;
    }

    static Txn access(StoreTxn txn) {
        return new Txn() {
            @Override
            public Optional<Object> read(Object key) {
                return txn.read(key);
            }

            @Override
            public void write(Object key, Object value) {
                txn.write(key, value);
            }

            @Override
            public void delete(Object key) {
                txn.delete(key);
            }

            @Override
            public Optional<Object> readForUpdate(Object key) {
                return txn.readForUpdate(key);
            }

            @Override
            public TxnAbortedError abort() {
                throw new UnsupportedOperationException("no program aborts its transactions");
            }
        };
    }

    /** The place of one client in its list of operations. */
    private static final class RunningSession {

        final StoreSession store;
        final List<Call> calls = new ArrayList<>();
        private final List<Operation> operations;
        private final int retriesMax;
        /** The reply of the last transaction that committed. */
        private Object last = "";

        private IntArrayList txns = new IntArrayList();
        private int began;
        private int retries;

        RunningSession(StoreSession store, List<Operation> operations, int retriesMax) {
            this.store = store;
            this.operations = operations;
            this.retriesMax = retriesMax;
        }

        boolean isWaiting() {
            return calls.size() < operations.size();
        }

        boolean isAmidOperation() {
            return !txns.isEmpty();
        }

        void runTxn(int turn) {
            if (txns.isEmpty()) {
                began = turn;
            }
            Body body = last instanceof Then(String name, Body then)
                    ? then
                    : operations.get(calls.size()).body();
            StoreTxn txn = store.begin();
            txns.add(txn.number());
            try {
                Object reply = body.run(access(txn));
                txn.commit();
                last = reply;
                retries = 0;
                if (!(reply instanceof Then)) {
                    end(reply, turn);
                }
            } catch (StoreException failure) {
                if (!failure.isConflict()) {
                    throw failure;
                }
                if (retries++ == retriesMax) {
                    end(GaveUp.GAVE_UP, turn);
                }
            }
        }

        private void end(Object reply, int turn) {
            Object request = operations.get(calls.size()).request();
            calls.add(new Call(store.number(), request, reply, txns, began, turn));
            last = reply;
            txns = new IntArrayList();
            retries = 0;
        }
    }
}
