package moirai.analysis.axioms.incremental;

import static moirai.analysis.axioms.KeyValueHistory.INITIAL;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.ArrayList;
import java.util.List;
import moirai.analysis.axioms.Answer;
import moirai.analysis.axioms.Axiom;
import moirai.analysis.axioms.AxiomaticLevel;
import moirai.analysis.axioms.Decider;
import moirai.analysis.axioms.KeyValueHistory;
import moirai.analysis.axioms.StepBudget;

/**
 * A history that satisfies a level and grows by one event at a time, as long as it satisfies the level.
 *
 * <p>A session has at most one pending transaction, several sessions may have one each. A pending transaction counts
 * with what it has read and written so far, but nobody may read from it. An aborted one keeps its place in the session
 * and its reads, which go on to restrict others, but it has written nothing (Bouajjani, Enea, Román-Calvo 2023,
 * section 2.2). In real time, a transaction precedes those that begin after its commit or abort. To begin, to commit
 * and to abort never break a level, so they are not asked for; to write never breaks a saturable one.
 *
 * <p>Reads are external ones: what a transaction reads after it wrote the key itself is not told here. Sessions and
 * keys are dense: memory grows with the highest number.
 *
 * <p>Cost of a question at a {@linkplain Axiom#isSaturable saturable} axiom: O((reads of the transaction + 1) ×
 * sessions) look-ups in most cases, and with the base order {@link moirai.analysis.axioms.BaseOrder#NONE} O((reads + 1)
 * × writers of the key read); memory O(transactions × sessions), and O(transactions²) there. At the other axioms
 * O(history) where the commit order found last answers it, a search otherwise; the benchmark {@code GrowingHistory} has
 * figures.
 *
 * <p>Answers are a function of the events, not of the questions in between, but for {@link Answer#UNDECIDED}, which
 * depends on the order that was found last. Not safe for several threads.
 */
public final class GrowingHistory {

    private enum Kind {
        BEGIN,
        READ,
        WRITE,
        COMMIT,
        ABORT
    }

    private record Event(Kind kind, int txn, int key) {}

    private final AxiomaticLevel level;
    private final TxnTable txns = new TxnTable();
    private final Judge judge;
    private final List<Event> journal = new ArrayList<>();
    /** How many events there were before the first mark; none if there is no mark. */
    private int unjournaled;

    private int eventCount;
    private boolean journaling;

    /**
     * An empty history, of a level with a saturable axiom.
     *
     * @throws IllegalArgumentException if the axiom is not saturable
     */
    public GrowingHistory(AxiomaticLevel level) {
        requireSupported(level);
        if (!level.axiom().isSaturable()) {
            throw new IllegalArgumentException(
                    level + " needs a search; expected a saturable axiom, or a budget and a decider");
        }
        this.level = level;
        this.judge = new SaturatingJudge(level, txns);
    }

    /**
     * An empty history, of any level but {@link Axiom#PRAM} and {@link Axiom#UPDATE_ATOMIC}.
     *
     * @param perQuestion what the search for small histories, of up to 64 transactions, may take for one question
     *     before {@code offline} is asked; some thousands are enough for a few sessions
     * @param offline decides the level, with a budget of its own; not asked at saturable axioms
     */
    public GrowingHistory(AxiomaticLevel level, StepBudget perQuestion, Decider offline) {
        requireSupported(level);
        this.level = level;
        this.judge = level.axiom().isSaturable()
                ? new SaturatingJudge(level, txns)
                : new SearchingJudge(level, perQuestion, offline, txns);
    }

    private static void requireSupported(AxiomaticLevel level) {
        if (level.axiom() == Axiom.PRAM || level.axiom() == Axiom.UPDATE_ATOMIC) {
            throw new IllegalArgumentException(level + " is not decided read by read; expected another axiom");
        }
    }

    /** The level that every state of this history satisfies. */
    public AxiomaticLevel level() {
        return level;
    }

    /** How many transactions have begun; their ids are the numbers below. */
    public int txnCount() {
        return txns.txnCount();
    }

    /** The session of a transaction. */
    public int session(int txn) {
        return txns.session(known(txn));
    }

    /** Whether the transaction has neither committed nor aborted. */
    public boolean isPending(int txn) {
        return txns.status(known(txn)) == TxnTable.Status.PENDING;
    }

    /** How many committed transactions wrote the key. */
    public int writerCount(int key) {
        return txns.writers(natural(key, "key")).size();
    }

    /**
     * A committed transaction that wrote the key.
     *
     * @param index from 0 for the first to commit; below {@link #writerCount}
     */
    public int writer(int key, int index) {
        return txns.writers(natural(key, "key")).getInt(index);
    }

    /**
     * Begins the session's next transaction.
     *
     * @return its id: how many began before
     * @throws IllegalArgumentException if the session has a pending transaction
     */
    public int begin(int session) {
        IntArrayList earlier = txns.ofSession(natural(session, "session"));
        if (!earlier.isEmpty() && isPending(earlier.topInt())) {
            throw new IllegalArgumentException(
                    "session " + session + " begins a transaction while its T" + earlier.topInt() + " is pending");
        }
        judge.begin(session);
        int txn = txns.begin(session);
        happened(Kind.BEGIN, txn, -1);
        return txn;
    }

    /**
     * Whether the pending transaction may read the key from this source.
     *
     * @param source a committed transaction that wrote the key, or {@link KeyValueHistory#INITIAL}
     * @throws IllegalArgumentException if the transaction is not pending or wrote the key itself, or if the source is
     *     not one
     */
    public Answer mayRead(int txn, int key, int source) {
        requirePending(txn);
        requireExternal(txn, key);
        if (source != INITIAL
                && (txns.status(known(source)) != TxnTable.Status.COMMITTED || !txns.writes(source, key))) {
            throw new IllegalArgumentException("T" + txn + " reads key " + key + " from T" + source
                    + "; expected a committed transaction that writes the key, or " + INITIAL
                    + " for the initial state");
        }
        return judge.mayRead(txn, key, source);
    }

    /**
     * All from whom the pending transaction may read the key, and maybe others: less work than {@link #readable} for
     * who needs only one of them.
     */
    public Suspects suspects(int txn, int key) {
        requirePending(txn);
        requireExternal(txn, key);
        return judge.suspects(txn, key);
    }

    /** From whom the pending transaction may read the key. Asks {@link #mayRead} of each of the {@link #suspects}. */
    public Candidates readable(int txn, int key) {
        Suspects suspects = suspects(txn, key);
        var readable = new IntArrayList();
        var undecided = new IntArrayList();
        for (int index = 0; index < suspects.size(); index++) {
            int source = suspects.txn(index);
            switch (judge.mayRead(txn, key, source)) {
                case YES -> readable.add(source);
                case UNDECIDED -> undecided.add(source);
                case NO -> {}
            }
        }
        return new Candidates(latestFirst(readable), latestFirst(undecided));
    }

    private IntArrayList latestFirst(IntArrayList sources) {
        sources.sort((one, other) -> Long.compare(end(other), end(one)));
        return sources;
    }

    private long end(int source) {
        return source == INITIAL ? -1 : txns.end(source);
    }

    /**
     * Records a read.
     *
     * @throws IllegalArgumentException unless {@link #mayRead} says yes
     */
    public void read(int txn, int key, int source) {
        Answer answer = mayRead(txn, key, source);
        if (answer != Answer.YES) {
            throw new IllegalArgumentException("T" + txn + " reads key " + key + " from "
                    + (source == INITIAL ? "the initial state" : "T" + source) + ", which " + level
                    + refusal(answer));
        }
        judge.read(txn, key, source);
        txns.read(txn, key, source);
        happened(Kind.READ, txn, key);
    }

    /**
     * Whether the pending transaction may write the key. Always if it has done so before, or if the axiom is saturable.
     *
     * @throws IllegalArgumentException if the transaction is not pending
     */
    public Answer mayWrite(int txn, int key) {
        requirePending(txn);
        return txns.writes(txn, natural(key, "key")) ? Answer.YES : judge.mayWrite(txn, key);
    }

    /**
     * Records a write. A second one to the same key is none: only the last value is ever read.
     *
     * @throws IllegalArgumentException unless {@link #mayWrite} says yes
     */
    public void write(int txn, int key) {
        Answer answer = mayWrite(txn, key);
        if (answer != Answer.YES) {
            throw new IllegalArgumentException("T" + txn + " writes key " + key + ", which " + level + refusal(answer));
        }
        if (!txns.writes(txn, key)) {
            judge.write(txn, key);
            txns.write(txn, key);
            happened(Kind.WRITE, txn, key);
        }
    }

    /**
     * Commits the transaction: from now on it may be read from.
     *
     * @throws IllegalArgumentException if it is not pending
     */
    public void commit(int txn) {
        requirePending(txn);
        judge.commit(txn);
        txns.commit(txn);
        happened(Kind.COMMIT, txn, -1);
    }

    /**
     * Aborts the transaction: its writes are gone, its reads stay.
     *
     * @throws IllegalArgumentException if it is not pending
     */
    public void abort(int txn) {
        requirePending(txn);
        judge.abort(txn);
        txns.abort(txn);
        happened(Kind.ABORT, txn, -1);
    }

    /**
     * The committed transactions in an order that satisfies the level, with all other transactions put in somewhere. At
     * a saturable axiom it keeps to the order of ends from the back as far as the forced edges let it. O(history),
     * and a logarithm.
     */
    public List<Integer> commitOrder() {
        return judge.commitOrder();
    }

    /**
     * Everything so far, timed by the count of begins and ends; pending transactions have no end. Transactions keep
     * their ids. O(its size).
     */
    public KeyValueHistory history() {
        return txns.history();
    }

    /**
     * Marks the present state, so that {@link #rollback} can come back to it, any number of times. From the first mark
     * on, what events change is written down: 24 bytes for each event, 4 for each edge and 12 for each change of a
     * vector clock. Without a mark, nothing is.
     */
    public int mark() {
        if (!journaling) {
            judge.startJournal();
            unjournaled = eventCount;
            journaling = true;
        }
        return eventCount;
    }

    /**
     * Undoes everything since the mark was set, and with it the marks set since. Costs no more than the events did.
     *
     * @param mark what {@link #mark} returned
     * @throws IllegalArgumentException if there is no such state to come back to
     */
    public void rollback(int mark) {
        if (!journaling || mark < unjournaled || mark > eventCount) {
            throw new IllegalArgumentException("rollback to event " + mark + "; expected a mark from "
                    + (journaling ? unjournaled + " to " + eventCount : "mark(), which was not called"));
        }
        while (eventCount > mark) {
            undo(journal.removeLast());
            eventCount--;
        }
    }

    private void undo(Event event) {
        int txn = event.txn();
        switch (event.kind()) {
            case BEGIN -> {
                txns.undoBegin();
                judge.undoBegin();
            }
            case READ -> {
                txns.undoRead(txn);
                judge.undoRead(txn, event.key());
            }
            case WRITE -> {
                txns.undoWrite(txn, event.key());
                judge.undoWrite();
            }
            case COMMIT -> {
                txns.undoCommit(txn);
                judge.undoCommit(txn);
            }
            case ABORT -> {
                txns.undoAbort(txn);
                judge.undoAbort();
            }
        }
    }

    private void happened(Kind kind, int txn, int key) {
        if (journaling) {
            journal.add(new Event(kind, txn, key));
        }
        eventCount++;
    }

    private void requirePending(int txn) {
        if (!isPending(txn)) {
            throw new IllegalArgumentException("T" + txn + " has ended; expected a pending transaction");
        }
    }

    private void requireExternal(int txn, int key) {
        if (txns.writes(txn, natural(key, "key"))) {
            throw new IllegalArgumentException(
                    "T" + txn + " reads key " + key + ", which it wrote itself; expected a key that it did not write");
        }
    }

    private int known(int txn) {
        if (txn < 0 || txn >= txnCount()) {
            throw new IllegalArgumentException(
                    "T" + txn + " has not begun; expected one of the first " + txnCount() + " transactions");
        }
        return txn;
    }

    private static int natural(int number, String what) {
        if (number < 0) {
            throw new IllegalArgumentException(what + " " + number + "; expected 0 or more");
        }
        return number;
    }

    private static String refusal(Answer answer) {
        return switch (answer) {
            case YES -> " allows";
            case NO -> " forbids";
            case UNDECIDED -> " may or may not allow: the budget ended first";
        };
    }
}
