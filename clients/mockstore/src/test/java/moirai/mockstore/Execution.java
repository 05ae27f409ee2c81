package moirai.mockstore;

import static moirai.analysis.axioms.KeyValueHistory.INITIAL;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/** Runs a small program on a store, in one thread; the chooser decides which session takes its next step. */
final class Execution {

    private final SmallProgram program;
    private final Chooser chooser;
    private final boolean isInterleaved;
    private final List<StoreSession> sessions = new ArrayList<>();
    /** The transaction of each body that has begun. */
    private final List<List<StoreTxn>> txns = new ArrayList<>();
    /** The number of finished steps of each body. */
    private final int[] done;

    private final List<List<Integer>> sources = new ArrayList<>();
    private final long[][] times;
    private long clock;
    /** Bodies that met a conflict. */
    private final List<Integer> aborted = new ArrayList<>();

    private boolean failsOnlyAtWrites = true;

    /**
     * Prepares a run.
     *
     * @param isInterleaved whether a session takes one step at a time, or else a transaction
     */
    Execution(SmallProgram program, MockStore store, Chooser chooser, boolean isInterleaved) {
        this.program = program;
        this.chooser = chooser;
        this.isInterleaved = isInterleaved;
        for (int session = 0; session < program.sessionCount(); session++) {
            sessions.add(store.session());
        }
        program.bodies().forEach(body -> {
            txns.add(new ArrayList<>());
            sources.add(new ArrayList<>());
        });
        done = new int[program.bodies().size()];
        times = new long[done.length][2];
    }

    Execution run() {
        for (IntArrayList ready = ready(); !ready.isEmpty(); ready = ready()) {
            int session = ready.getInt(chooser.choose(new Choice.Turn(ready)));
            int body = current(session);
            do {
                step(body);
            } while (!isInterleaved && current(session) == body);
        }
        return this;
    }

    private IntArrayList ready() {
        return new IntArrayList(IntStream.range(0, program.sessionCount())
                .filter(session -> current(session) >= 0)
                .toArray());
    }

    /** The first body of a session that has not ended; -1 if all have. */
    private int current(int session) {
        return program.ofSession(session).stream()
                .filter(body -> done[body] <= program.bodies().get(body).steps().size())
                .findFirst()
                .orElse(-1);
    }

    private void step(int body) {
        SmallProgram.Body steps = program.bodies().get(body);
        if (txns.get(body).isEmpty()) {
            times[body][0] = clock++;
            txns.get(body).add(sessions.get(steps.session()).begin());
        }
        StoreTxn txn = txns.get(body).getFirst();
        try {
            if (done[body] == steps.steps().size()) {
                if (steps.isRolledBack()) {
                    txn.abort();
                } else {
                    txn.commit();
                }
                times[body][1] = clock++;
            } else {
                step(body, txn, steps.steps().get(done[body]));
            }
            done[body]++;
        } catch (StoreException conflict) {
            if (!conflict.isConflict()) {
                throw conflict;
            }
            aborted.add(body);
            failsOnlyAtWrites &= done[body] < steps.steps().size()
                    && steps.steps().get(done[body]).isWrite();
            done[body] = steps.steps().size() + 1;
        }
    }

    private void step(int body, StoreTxn txn, SmallProgram.Step step) {
        if (step.isWrite()) {
            txn.write(step.key(), body);
            return;
        }
        int source = (int) txn.read(step.key()).orElse(INITIAL);
        if (source != body) {
            sources.get(body).add(source);
        }
    }

    boolean isAborted() {
        return !aborted.isEmpty();
    }

    /** Returns whether every conflict occurred at a write, and not at a read or a commit. */
    boolean failsOnlyAtWrites() {
        return failsOnlyAtWrites;
    }

    /** Returns whether every transaction that met a conflict writes. */
    boolean abortedOnlyWriters() {
        return aborted.stream()
                .allMatch(body -> program.bodies().get(body).steps().stream().anyMatch(SmallProgram.Step::isWrite));
    }

    /** The sources of all external reads, body by body. */
    List<Integer> assignment() {
        return sources.stream().flatMap(List::stream).toList();
    }

    long[][] times() {
        return times;
    }
}
