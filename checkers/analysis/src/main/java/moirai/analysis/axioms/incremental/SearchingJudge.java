package moirai.analysis.axioms.incremental;

import static moirai.analysis.axioms.KeyValueHistory.INITIAL;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.ints.IntList;
import it.unimi.dsi.fastutil.objects.ObjectArrayList;
import moirai.analysis.axioms.Answer;
import moirai.analysis.axioms.Axiom;
import moirai.analysis.axioms.AxiomaticLevel;
import moirai.analysis.axioms.CommitOrder;
import moirai.analysis.axioms.CommitOrderVerifier;
import moirai.analysis.axioms.Decider;
import moirai.analysis.axioms.Decision;
import moirai.analysis.axioms.KeyValueHistory;
import moirai.analysis.axioms.StepBudget;
import moirai.analysis.axioms.small.SmallDecider;
import moirai.analysis.axioms.small.SmallHistory;

/**
 * The axioms that leave choices. Keeps a commit order of what happened, and looks for one of what may come:
 *
 * <ol>
 *   <li>What even {@link Axiom#CAUSAL} over the same base order forbids, is forbidden: each of these axioms makes
 *       visible what it does.
 *   <li>If the kept order, with the pending transaction where it is, last, or before the first that overwrites what it
 *       read, passes the independent verifier, the event is allowed.
 *   <li>If not, a search decides: up to {@link SmallHistory#TXN_COUNT_MAX} transactions that of {@link SmallDecider},
 *       for as long as the budget lasts, and then or beyond that the offline decider.
 * </ol>
 *
 * <p>Only reads and writes are in question. A transaction that begins can be placed last. To commit changes neither
 * reads nor writes, to abort takes writes away, and neither has anything begin after it; so the kept order stays one.
 * It does so too, without the transactions that are gone, when events are undone, except for an abort, which keeps a
 * copy.
 *
 * <p>Cost of a question: step 1 as in {@link SaturatingJudge}; step 2 O(history) three times, to copy and to verify it;
 * then the search's.
 */
final class SearchingJudge implements Judge {

    private final AxiomaticLevel level;
    private final SmallHistory small = new SmallHistory();
    private final SmallDecider smallDecider;
    private final Decider offline;
    private final TxnTable txns;
    private final SaturatingJudge causal;
    private IntArrayList order = new IntArrayList();
    /** What the order was before each abort, once journaling. */
    private final ObjectArrayList<IntArrayList> formerOrders = new ObjectArrayList<>();
    /** The order that the last question found, if that was answered by yes. */
    private IntArrayList found = new IntArrayList();

    private boolean journaling;

    /** Begins without transactions. */
    SearchingJudge(AxiomaticLevel level, StepBudget budget, Decider offline, TxnTable txns) {
        this.level = level;
        this.smallDecider = new SmallDecider(level.axiom(), budget);
        this.offline = offline;
        this.txns = txns;
        this.causal = new SaturatingJudge(new AxiomaticLevel(Axiom.CAUSAL, level.order()), txns);
    }

    @Override
    public void begin(int session) {
        causal.begin(session);
        order.add(txns.txnCount());
    }

    @Override
    public Suspects suspects(int txn, int key) {
        return causal.suspects(txn, key);
    }

    @Override
    public Answer mayRead(int txn, int key, int source) {
        if (causal.mayRead(txn, key, source) == Answer.NO) {
            return Answer.NO;
        }
        txns.read(txn, key, source);
        Answer answer = ask(txn);
        txns.undoRead(txn);
        return answer;
    }

    /** Must follow the question directly. */
    @Override
    public void read(int txn, int key, int source) {
        causal.read(txn, key, source);
        order = found;
    }

    @Override
    public Answer mayWrite(int txn, int key) {
        txns.write(txn, key);
        Answer answer = ask(txn);
        txns.undoWrite(txn, key);
        return answer;
    }

    /** Must follow the question directly. */
    @Override
    public void write(int txn, int key) {
        causal.write(txn, key);
        order = found;
    }

    private Answer ask(int txn) {
        KeyValueHistory history = txns.history();
        if (holds(order, history)
                || holds(placed(txn, order.size() - 1), history)
                || holds(placed(txn, placeBeforeOverwriters(txn)), history)) {
            return Answer.YES;
        }
        if (history.txnCount() <= SmallHistory.TXN_COUNT_MAX) {
            small.load(history, level.order());
            Answer answer = smallDecider.decide(small);
            if (answer != Answer.UNDECIDED) {
                found = new IntArrayList(smallDecider.order());
                return answer;
            }
        }
        return switch (offline.decide(history)) {
            case Decision.Ordered(CommitOrder by) -> {
                found = new IntArrayList();
                for (int at = 0; at < by.size(); at++) {
                    found.add(by.at(at));
                }
                yield Answer.YES;
            }
            case Decision.Impossible impossible -> Answer.NO;
            case Decision.Undecided undecided -> Answer.UNDECIDED;
        };
    }

    private boolean holds(IntArrayList candidate, KeyValueHistory history) {
        found = candidate;
        return CommitOrderVerifier.objection(history, level, CommitOrder.of(candidate.toIntArray()))
                .isEmpty();
    }

    /** The kept order, with the transaction at this place of the others. */
    private IntArrayList placed(int txn, int place) {
        var candidate = new IntArrayList(order);
        candidate.rem(txn);
        candidate.add(place, txn);
        return candidate;
    }

    /** The place among the others of the first that overwrites what the transaction read; after all if none does. */
    private int placeBeforeOverwriters(int txn) {
        IntArrayList others = new IntArrayList(order);
        others.rem(txn);
        IntArrayList keys = txns.readKeys(txn);
        int place = others.size();
        for (int i = 0; i < keys.size(); i++) {
            int source = txns.readSources(txn).getInt(i);
            int after = source == INITIAL ? 0 : others.indexOf(source) + 1;
            while (after < place && !overwrites(others.getInt(after), keys.getInt(i))) {
                after++;
            }
            place = Math.min(place, after);
        }
        return place;
    }

    private boolean overwrites(int txn, int key) {
        return txns.status(txn) != TxnTable.Status.ABORTED && txns.writes(txn, key);
    }

    @Override
    public void commit(int txn) {
        causal.commit(txn);
    }

    @Override
    public void abort(int txn) {
        causal.abort(txn);
        if (journaling) {
            formerOrders.push(new IntArrayList(order));
        }
    }

    @Override
    public IntList commitOrder() {
        var committed = new IntArrayList(order);
        committed.removeIf(txn -> txns.status(txn) != TxnTable.Status.COMMITTED);
        return committed;
    }

    @Override
    public void startJournal() {
        journaling = true;
        causal.startJournal();
    }

    @Override
    public void undoBegin() {
        causal.undoBegin();
        order.rem(txns.txnCount());
    }

    @Override
    public void undoRead(int txn, int key) {
        causal.undoRead(txn, key);
    }

    @Override
    public void undoWrite() {
        causal.undoWrite();
    }

    @Override
    public void undoCommit(int txn) {
        causal.undoCommit(txn);
    }

    @Override
    public void undoAbort() {
        causal.undoAbort();
        order = formerOrders.pop();
    }
}
