package moirai.junit.recording;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import moirai.history.DataModel;
import moirai.history.History;
import moirai.history.HistoryBuilder;
import moirai.history.Labels;
import moirai.history.Outcome;
import moirai.history.RunHeader;

/**
 * Records transactions as they run, for a history of lists or of registers.
 *
 * <pre>{@code
 * try (RecordedTxn txn = recorder.begin()) {
 *     txn.append("orders", element);          // before the statement is sent
 *     …
 *     txn.read("stock", elements);            // when the answer is there
 *     …
 *     txn.committed();                        // or aborted(), or indeterminate()
 * }
 * }</pre>
 *
 * <p>Each thread is a session, whose transactions follow each other. After an indeterminate transaction the thread has
 * a new session, as the old one may still be at work. Thread-safe.
 */
public final class HistoryRecorder {

    private final DataModel model;
    private final long began = System.nanoTime();
    private final AtomicInteger lastElement = new AtomicInteger();
    private final AtomicLong lastKey = new AtomicLong();
    private final Map<String, Long> keys = new ConcurrentHashMap<>();

    /** The number of each session that goes on. Guarded by this. */
    private final Map<Object, Integer> sessions = new HashMap<>();

    /** The transaction that each session has begun last. Guarded by this. */
    private final Map<Object, RecordedTxn> latest = new HashMap<>();

    /** Guarded by this. */
    private final List<RecordedTxn> txns = new ArrayList<>();

    /** Guarded by this. */
    private int sessionCount;

    private HistoryRecorder(DataModel model) {
        this.model = model;
    }

    /**
     * Returns a recorder for keys that hold lists: writes append an element, and reads return all elements. Each
     * element of a key has to be another integer, such as one of {@link #element}.
     */
    public static HistoryRecorder lists() {
        return new HistoryRecorder(DataModel.LIST_APPEND);
    }

    /**
     * Returns a recorder for keys that hold single values. Each value written to a key should be another, or it is not
     * known whose value a read has returned.
     */
    public static HistoryRecorder registers() {
        return new HistoryRecorder(DataModel.REGISTER);
    }

    /** Returns a number that this recorder has not given before, for elements and values that have to differ. */
    public int element() {
        return lastElement.incrementAndGet();
    }

    /**
     * Begins a transaction of this thread's session; to be called before the database is told.
     *
     * @throws IllegalStateException if the thread's last transaction has not ended
     */
    public RecordedTxn begin() {
        return begin(Thread.currentThread());
    }

    /**
     * Begins a transaction of a session that is no thread.
     *
     * @param session identifies the session by its {@code equals}, as a client's name does
     * @throws IllegalStateException if the session's last transaction has not ended
     */
    public synchronized RecordedTxn begin(Object session) {
        if (isOpen(session)) {
            throw new IllegalStateException("the last transaction of session " + session
                    + " has not ended: expected committed(), aborted() or indeterminate() of it before the"
                    + " next begins");
        }
        int number = sessions.computeIfAbsent(session, first -> sessionCount++);
        var txn = new RecordedTxn(this, session, number);
        latest.put(session, txn);
        txns.add(txn);
        return txn;
    }

    /** Returns whether a transaction of this session has begun and not ended. */
    synchronized boolean isOpen(Object session) {
        return latest.containsKey(session) && latest.get(session).isOpen();
    }

    /** Ends the session of a transaction whose fate is not known. */
    synchronized void ended(RecordedTxn txn, Outcome outcome) {
        latest.remove(txn.session(), txn);
        if (outcome.isIndeterminate()) {
            sessions.remove(txn.session());
        }
    }

    DataModel model() {
        return model;
    }

    long nanos() {
        return System.nanoTime() - began;
    }

    /** Returns the number that stands for a key. */
    long key(Object key) {
        return keys.computeIfAbsent(String.valueOf(key), first -> lastKey.getAndIncrement());
    }

    /**
     * Returns the history so far, for {@code assertThat} of {@link moirai.junit.assertions.MoiraiAssertions}.
     * Transactions that have not ended are indeterminate; those without reads and writes are left out.
     */
    public synchronized History history() {
        var builder = new HistoryBuilder(RunHeader.NONE);
        txns.stream()
                .filter(txn -> !txn.isEmpty())
                .sorted(Comparator.comparingLong(RecordedTxn::startNanos))
                .forEach(txn -> txn.addTo(builder));
        var names = new TreeMap<Long, String>();
        keys.forEach((name, number) -> names.put(number, name));
        return builder.labels(Labels.of(names, Map.of())).build();
    }
}
