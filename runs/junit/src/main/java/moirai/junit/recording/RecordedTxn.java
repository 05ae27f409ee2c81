package moirai.junit.recording;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import moirai.history.DataModel;
import moirai.history.Elements;
import moirai.history.HistoryBuilder;
import moirai.history.Op;
import moirai.history.Outcome;

/**
 * A transaction that is being recorded. Writes are recorded before they are sent, reads when they are answered, and the
 * outcome when it is known. A transaction that is closed without an outcome is indeterminate.
 */
public final class RecordedTxn implements Recording, AutoCloseable {

    private final HistoryRecorder recorder;
    private final Object session;
    private final int number;
    private final long startNanos;
    private final List<Op> ops = new ArrayList<>();
    private Optional<Outcome> outcome = Optional.empty();
    private long endNanos;

    RecordedTxn(HistoryRecorder recorder, Object session, int number) {
        this.recorder = recorder;
        this.session = session;
        this.number = number;
        this.startNanos = recorder.nanos();
    }

    @Override
    public void append(Object key, int element) {
        require(DataModel.LIST_APPEND, "append(key, element)");
        add(new Op.Append(recorder.key(key), element));
    }

    @Override
    public void read(Object key, List<Integer> elements) {
        require(DataModel.LIST_APPEND, "read(key, elements)");
        add(new Op.Read(
                recorder.key(key),
                Elements.of(elements.stream().mapToInt(Integer::intValue).toArray())));
    }

    @Override
    public void write(Object key, long value) {
        require(DataModel.REGISTER, "write(key, value)");
        add(new Op.Write(recorder.key(key), value));
    }

    @Override
    public void read(Object key, long value) {
        require(DataModel.REGISTER, "read(key, value)");
        add(new Op.ReadValue(recorder.key(key), value));
    }

    @Override
    public void readInitial(Object key) {
        require(DataModel.REGISTER, "readInitial(key)");
        add(new Op.ReadInitial(recorder.key(key)));
    }

    /** Ends the transaction: the database has acknowledged its commit. */
    public void committed() {
        end(new Outcome.Committed());
    }

    /** Ends the transaction: it was rolled back, or the database has refused it for certain. */
    public void aborted() {
        end(new Outcome.Aborted("aborted"));
    }

    /** Ends the transaction: its commit was sent, and whether it took effect is not known. */
    public void indeterminate() {
        end(new Outcome.Indeterminate("indeterminate"));
    }

    void end(Outcome how) {
        if (!isEndedBy(how)) {
            throw new IllegalStateException(
                    "the transaction has ended as " + outcome().orElseThrow());
        }
    }

    /**
     * Ends the transaction unless it has ended. The recorder is told without this transaction's lock: it takes its own
     * first and those of transactions second.
     */
    private boolean isEndedBy(Outcome how) {
        synchronized (this) {
            if (!isOpen()) {
                return false;
            }
            endNanos = recorder.nanos();
            outcome = Optional.of(how);
        }
        recorder.ended(this, how);
        return true;
    }

    private synchronized Optional<Outcome> outcome() {
        return outcome;
    }

    /** Ends the transaction as indeterminate, unless it has ended. */
    @Override
    public void close() {
        isEndedBy(new Outcome.Indeterminate("closed"));
    }

    private synchronized void add(Op op) {
        if (!isOpen()) {
            throw new IllegalStateException(op + " comes after the end of its transaction: expected it before");
        }
        ops.add(op);
    }

    /** Returns the number of ops so far: the place of a savepoint. */
    synchronized int opCount() {
        return ops.size();
    }

    /**
     * Forgets what was written since a savepoint, and that this transaction has read it: of a list, what stands before
     * it stays read. What the transaction has seen of others stays seen.
     *
     * @param place the number of ops at the savepoint
     */
    synchronized void undoSince(int place) {
        var kept = new ArrayList<Op>();
        var undone = new HashSet<Op>();
        for (Op op : ops.subList(place, ops.size())) {
            switch (op) {
                case Op.Append append -> undone.add(append);
                case Op.Write write -> undone.add(write);
                case Op.Read(long key, Elements elements) -> kept.add(new Op.Read(key, before(undone, key, elements)));
                case Op.ReadValue(long key, long value) -> {
                    if (!undone.contains(new Op.Write(key, value))) {
                        kept.add(op);
                    }
                }
                default -> kept.add(op);
            }
        }
        ops.subList(place, ops.size()).clear();
        ops.addAll(kept);
    }

    /** Returns the elements before the first whose append was undone. */
    private static Elements before(Set<Op> undone, long key, Elements elements) {
        return Elements.of(Arrays.stream(elements.toArray())
                .takeWhile(element -> !undone.contains(new Op.Append(key, element)))
                .toArray());
    }

    private void require(DataModel needed, String method) {
        if (recorder.model() != needed) {
            throw new IllegalStateException(method + " is of " + needed.plural() + ", and this recorder is of "
                    + recorder.model().plural());
        }
    }

    synchronized boolean isOpen() {
        return outcome.isEmpty();
    }

    synchronized boolean isEmpty() {
        return ops.isEmpty();
    }

    Object session() {
        return session;
    }

    long startNanos() {
        return startNanos;
    }

    synchronized void addTo(HistoryBuilder builder) {
        for (Op op : ops) {
            switch (op) {
                case Op.Append(long key, int element) -> builder.append(key, element);
                case Op.Read(long key, Elements elements) -> builder.read(key, elements.toArray(), elements.count());
                case Op.Write(long key, long value) -> builder.write(key, value);
                case Op.ReadValue(long key, long value) -> builder.readValue(key, value);
                case Op.ReadInitial(long key) -> builder.readInitial(key);
                case Op other -> throw new IllegalStateException(other + " is not recorded");
            }
        }
        if (outcome.isPresent()) {
            builder.end(number, outcome.orElseThrow(), startNanos, endNanos);
        } else {
            builder.endUnfinished(number, startNanos);
        }
    }
}
