package moirai.clients.memory;

import java.util.ArrayList;
import java.util.List;
import moirai.history.Elements;
import moirai.history.Op;
import moirai.history.Outcome;

/** One transaction, step by step. Its appends become visible to others all at once when it commits. */
public final class MemoryTxn {

    /** The outcome with the SQLSTATE of a serialization failure. */
    private static final Outcome REFUSED = new Outcome.Aborted("40001");

    private static final Outcome COMMITTED = new Outcome.Committed();
    private static final long NOTHING_HIDDEN = -1;

    private final MemoryDatabase database;
    private final long beginSnapshot;
    private final List<KeyUse> uses = new ArrayList<>(4);
    private long snapshot;
    private long hidden = NOTHING_HIDDEN;
    private boolean doomed;
    private boolean ended;

    MemoryTxn(MemoryDatabase database, long snapshot) {
        this.database = database;
        this.beginSnapshot = snapshot;
        this.snapshot = snapshot;
    }

    /** Returns the list of this key as of the snapshot, followed by the transaction's own appends. */
    public Elements read(int key) {
        requireOpen();
        KeyUse use = use(key);
        use.wantItem();
        return answer(use);
    }

    /** Returns the sum of the list of this key as of the snapshot, and of the transaction's own appends. */
    public long sum(int key) {
        requireOpen();
        KeyUse use = use(key);
        use.wantItem();
        seeOnce(use);
        return missesOwn(use) ? use.sumWithoutAppends() : use.answerSum();
    }

    /**
     * Returns whether the transaction has read the list of this key, and the list would sum to less than 0 with this
     * appended.
     */
    public boolean wouldOverdraw(int key, int amount) {
        requireOpen();
        KeyUse use = use(key);
        return use.isRead() && use.sumWithoutAppends() + Version.sum(use.appended(), use.appendedCount()) + amount < 0;
    }

    /**
     * Returns the lists of these keys, both included, that have elements as of the snapshot or by the transaction's own
     * appends.
     */
    public List<Op.Read> scan(int from, int to) {
        requireOpen();
        var matches = new ArrayList<Op.Read>();
        for (long key = from; key <= to; key++) {
            KeyUse use = use((int) key);
            Elements list = answer(use);
            if (list.count() > 0) {
                use.wantItem();
                matches.add(new Op.Read(key, list));
            }
        }
        return matches;
    }

    private Elements answer(KeyUse use) {
        seeOnce(use);
        return missesOwn(use) ? use.answerWithoutAppends() : use.answer();
    }

    private void seeOnce(KeyUse use) {
        if (!use.isRead()) {
            Reads.see(this, use);
        }
    }

    private boolean missesOwn(KeyUse use) {
        return use.isAppended() && database.trigger().fires(PlantedBug.INTERNAL);
    }

    /** Adds an element to the end of the list of this key. */
    public void append(int key, int element) {
        requireOpen();
        use(key).append(element);
    }

    /** Ends the transaction; returns committed, or aborted with {@code 40001} if it conflicts with another one. */
    public Outcome commit() {
        requireOpen();
        ended = true;
        if (!doomed && Commits.commit(this)) {
            return COMMITTED;
        }
        Commits.refuse(this);
        return REFUSED;
    }

    /** Ends the transaction without effect. */
    public void abort() {
        requireOpen();
        ended = true;
    }

    /**
     * Ends the transaction without effect, after all that its client had to do. Where refused transactions leave
     * traces, so does this.
     */
    void rollBack() {
        abort();
        Commits.refuse(this);
    }

    boolean isEnded() {
        return ended;
    }

    MemoryDatabase database() {
        return database;
    }

    /** Returns the use of each key, in order of first use. */
    List<KeyUse> uses() {
        return uses;
    }

    boolean hasAppends() {
        for (int i = 0; i < uses.size(); i++) {
            if (uses.get(i).isAppended()) {
                return true;
            }
        }
        return false;
    }

    long snapshot() {
        return snapshot;
    }

    long beginSnapshot() {
        return beginSnapshot;
    }

    void moveSnapshot(long commit) {
        snapshot = commit;
    }

    /** Returns whether a commit is hidden from this transaction. */
    boolean hides() {
        return hidden != NOTHING_HIDDEN;
    }

    long hidden() {
        return hidden;
    }

    void hide(long commit) {
        hidden = commit;
    }

    /** Makes sure that the transaction does not commit. */
    void doom() {
        doomed = true;
    }

    private void requireOpen() {
        if (ended) {
            throw new IllegalStateException("the transaction has ended");
        }
    }

    private KeyUse use(int key) {
        for (int i = 0; i < uses.size(); i++) {
            if (uses.get(i).list.key == key) {
                return uses.get(i);
            }
        }
        var use = new KeyUse(database.list(key));
        uses.add(use);
        return use;
    }
}
