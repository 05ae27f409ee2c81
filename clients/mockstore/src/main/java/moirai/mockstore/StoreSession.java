package moirai.mockstore;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import moirai.mockstore.explain.ReadExplanation;

/** A client's sequence of transactions; has at most one pending. */
public final class StoreSession implements AutoCloseable {

    private static final int NONE = -1;

    private final MockStore store;
    private final int number;
    private final SplittableRandom delays;
    private Chooser chooser;
    /** One at most. */
    private final List<Consumer<ReadExplanation>> explanations = new ArrayList<>(1);

    private int last = NONE;
    private int begun;
    private boolean isClosed;

    StoreSession(MockStore store, int number) {
        this.store = store;
        this.number = number;
        this.delays = store.options().seed().part(number).generator();
        this.chooser = store.options().chooser();
    }

    /** From 0 for the store's first session. */
    public int number() {
        return number;
    }

    /** From now on, this chooser decides for this session's reads. */
    public void use(Chooser own) {
        chooser = own;
    }

    /** From now on, the store's chooser decides again. */
    public void useStoreChooser() {
        chooser = store.options().chooser();
    }

    Chooser chooser() {
        return chooser;
    }

    /**
     * From now on, each read of this session is explained, with what was chosen. For tests and demonstrations: a
     * read may take long in long histories.
     *
     * @param log called during the read, by its thread; must not use the store
     */
    public void explainTo(Consumer<ReadExplanation> log) {
        explanations.clear();
        explanations.add(log);
    }

    /** From now on, reads are not explained. */
    public void explainNothing() {
        explanations.clear();
    }

    boolean isExplaining() {
        return !explanations.isEmpty();
    }

    void explain(ReadExplanation read) {
        explanations.forEach(log -> log.accept(read));
    }

    /**
     * Begins the session's next transaction, when the store's {@link Schedule} allows it.
     *
     * @throws StoreException if one is pending (SQLSTATE 25001), if the session is closed (08003), or if its turn
     *     does not come in time (55P03)
     */
    public StoreTxn begin() {
        if (isClosed) {
            throw new StoreException("08003", "session " + number + " is closed; open another");
        }
        if (isPending()) {
            throw new StoreException(
                    "25001", "T" + last + " of session " + number + " is pending; commit or abort it first");
        }
        int delayMillisMax = store.options().schedule().delayMillisMax();
        if (delayMillisMax > 0) {
            sleep(delays.nextInt(delayMillisMax + 1));
        }
        last = store.begin(number);
        return new StoreTxn(store, this, last, begun++);
    }

    /** Tells who drives the store, if anybody does, that a statement of this session was refused. */
    public void refused(String sql, StoreException refusal) {
        store.told(by -> by.refused(number, sql, refusal));
    }

    private static void sleep(long millis) {
        try {
            Thread.sleep(millis);
        } catch (InterruptedException interruption) {
            Thread.currentThread().interrupt();
            throw new StoreException("57014", "interrupted during the delay before a transaction");
        }
    }

    private boolean isPending() {
        return last != NONE && store.isPending(last, number);
    }

    /** Aborts what is pending; the session cannot be used again. A second time does nothing. */
    @Override
    public void close() {
        if (!isClosed) {
            isClosed = true;
            if (isPending()) {
                store.abort(last);
            }
            store.closed();
        }
    }
}
