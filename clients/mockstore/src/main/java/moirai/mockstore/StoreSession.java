package moirai.mockstore;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import moirai.mockstore.explain.ReadExplanation;

/** A client's sequence of transactions, of which at most one is pending. */
public final class StoreSession implements AutoCloseable {

    private static final int NONE = -1;

    private final MockStore store;
    private final int number;
    private final SplittableRandom delays;
    private Optional<Chooser> own = Optional.empty();
    /** The receiver of explanations; at most one element. */
    private final List<Consumer<ReadExplanation>> explanations = new ArrayList<>(1);

    private int last = NONE;
    /** The epoch of the store in which the last transaction began. */
    private int epoch;

    private int begun;
    private int lockMillis;
    private boolean isClosed;

    StoreSession(MockStore store, int number) {
        this.store = store;
        this.number = number;
        this.delays = store.options().seed().part(number).generator();
    }

    /** Returns the number of the session, from 0 for the store's first. */
    public int number() {
        return number;
    }

    /** Makes this chooser decide for the session's reads from now on. */
    public void use(Chooser chooser) {
        own = Optional.of(chooser);
    }

    /** Makes the store's chooser decide for the session's reads again. */
    public void useStoreChooser() {
        own = Optional.empty();
    }

    Chooser chooser() {
        return own.orElseGet(() -> store.options().chooser());
    }

    /**
     * Explains each read of this session from now on, including the chosen source. Meant for tests and demonstrations:
     * a read may take long in long histories.
     *
     * @param log called during the read, by its thread; must not use the store
     */
    public void explainTo(Consumer<ReadExplanation> log) {
        explanations.clear();
        explanations.add(log);
    }

    /** Stops explaining reads. */
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
     * Begins the session's next transaction as soon as the store's {@link Schedule} allows it.
     *
     * @throws StoreException if a transaction is pending (SQLSTATE 25001), if the session is closed (08003), or if its
     *    turn does not come in time (55P03)
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
        epoch = store.epoch();
        return new StoreTxn(store, this, last, begun++, epoch);
    }

    /** Tells the store's listener, if there is one, that a driver which uses this session has refused a call. */
    public void refusedCall(String call, StoreException refusal) {
        store.told(by -> by.refusedCall(number, call, refusal));
    }

    /** Tells the store's listener, if there is one, that this session is about to execute a statement. */
    public void asked(String sql, List<Object> parameters) {
        store.told(by -> by.asked(number, sql, parameters));
    }

    /** Tells the store's listener, if there is one, what the last statement of this session has returned. */
    public void answered(Object result) {
        store.told(by -> by.answered(number, result));
    }

    /** Tells the store's listener, if there is one, that a statement of this session was refused. */
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
        return last != NONE && epoch == store.epoch() && store.statements().isPending(last);
    }

    /**
     * Lets a lock step go on without this session, which has no transaction yet, or no longer lets it.
     *
     * @param rests false after a call with true
     */
    public void rest(boolean rests) {
        store.statements().rests(rests);
    }

    /**
     * Limits how long a step of this session waits for one lock.
     *
     * @param millis the time after which the step fails (SQLSTATE 55P03); 0 without a limit besides the schedule's
     */
    public void limitWaiting(int millis) {
        if (millis != lockMillis) {
            lockMillis = millis;
            store.statements().limitWaiting(number, millis);
        }
    }

    /** Returns a number that is another one after each commit in the store. */
    public long lastCommit() {
        return store.statements().lastCommit();
    }

    /**
     * Aborts the pending transaction, if any, and closes the session, which cannot be used again. Closing a closed
     * session does nothing.
     */
    @Override
    public void close() {
        if (!isClosed) {
            isClosed = true;
            if (isPending()) {
                store.abort(last);
            }
            store.closed(number);
        }
    }
}
