package moirai.runs.cases;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.function.ToDoubleFunction;
import moirai.history.DataModel;
import moirai.history.History;
import moirai.runs.cases.StatementOrder.Turn;

/*
 * Which statements come before which, if the transactions are to read what they read.
 *
 *   1. A transaction's statements are in its own order, and so are the transactions of a session.
 *   2. wr: a read that shows an element comes after the end of who appended it; after the append alone if that did not
 *      commit.
 *   3. rw: a read that does not show an element comes before the end of who appended it.
 *   4. ww: where a read shows one element before another, the end of the first writer comes before the append of the
 *      second. Engines with locks would otherwise have the second wait.
 *   5. Real time, if asked for: who ended before another began does so again.
 *
 * That would be an execution in which each statement sees what is committed when it runs. Engines with snapshots read
 * earlier, and replicas later, so what they showed may contradict itself here: a wish that would close a circle with
 * those before it is dropped. Cost: wishes · statements, of which a case has some ten.
 */
/**
 * A partial order of statements that the reads of a history require, as far as these requirements do not contradict
 * each other.
 */
public final class Precedence {

    private final History history;
    private final Map<Turn, Set<Turn>> successors = new LinkedHashMap<>();
    private final List<List<Turn>> wishes = new ArrayList<>();

    /**
     * Creates the order that the reads require. Costs O(transactions² · ops²), so it suits a case, not a run.
     *
     * @param keepsRealTime whether transactions that did not overlap must not overlap again
     */
    public Precedence(History history, boolean keepsRealTime) {
        this.history = history;
        for (int txn = 0; txn < history.txnCount(); txn++) {
            addOwnOrder(txn);
        }
        addSessions();
        wishes.clear();
        addReads(true);
        addReads(false);
        addVersions();
        if (keepsRealTime) {
            addRealTime();
        }
    }

    private void addOwnOrder(int txn) {
        int steps = history.endOp(txn) - history.firstOp(txn) + 1;
        successors.put(new Turn(txn, 0), new LinkedHashSet<>());
        for (int step = 1; step <= steps; step++) {
            var turn = new Turn(txn, step);
            successors.put(turn, new LinkedHashSet<>());
            successorsOf(new Turn(txn, step - 1)).add(turn);
        }
    }

    private void addSessions() {
        var last = new HashMap<Integer, Integer>();
        for (int txn = 0; txn < history.txnCount(); txn++) {
            Integer before = last.put(history.session(txn), txn);
            if (before != null) {
                wish(end(before), new Turn(txn, 0));
            }
        }
    }

    private Turn end(int txn) {
        return Turn.endOf(history, txn);
    }

    /** Returns the turn of the statement that an op is or, for a match of a scan, belongs to. */
    private Turn turn(int txn, int op) {
        int statement = history.firstOp(txn);
        int next = statement;
        while (next <= op) {
            statement = next;
            next += 1 + (history.isScan(next) ? Math.max(0, history.scanMatches(next)) : 0);
        }
        return new Turn(txn, statement - history.firstOp(txn) + 1);
    }

    private boolean isChange(int op) {
        return history.isAppend(op) || history.isWrite(op);
    }

    private void addReads(boolean shown) {
        for (int reader = 0; reader < history.txnCount(); reader++) {
            for (int op = history.firstOp(reader); op < history.endOp(reader); op++) {
                if (history.isAnswered(op)) {
                    addRead(reader, op, history.key(op), shown);
                } else if (history.isScan(op)) {
                    addScan(reader, op, shown);
                }
            }
        }
    }

    private void addRead(int reader, int read, int key, boolean shown) {
        for (int writer = 0; writer < history.txnCount(); writer++) {
            for (int op = history.firstOp(writer); op < history.endOp(writer) && writer != reader; op++) {
                if (isChange(op) && history.key(op) == key && isShown(read, op) == shown) {
                    order(turn(reader, read), turn(writer, op), end(writer), shown);
                }
            }
        }
    }

    /** Adds the order that a scan requires. A list of the range that is not among the matches did not exist yet. */
    private void addScan(int reader, int scan, boolean shown) {
        if (shown) {
            return;
        }
        long from = history.keyName(history.key(scan));
        var matched = new LinkedHashSet<Integer>();
        for (int op = scan + 1; op <= scan + history.scanMatches(scan); op++) {
            matched.add(history.key(op));
        }
        for (int key = 0; key < history.keyCount(); key++) {
            boolean isInRange = history.keyName(key) >= from && history.keyName(key) <= history.scanTo(scan);
            if (isInRange && !matched.contains(key)) {
                for (int writer = 0; writer < history.txnCount(); writer++) {
                    addMissed(reader, scan, writer, key);
                }
            }
        }
    }

    private void addMissed(int reader, int scan, int writer, int key) {
        for (int op = history.firstOp(writer); op < history.endOp(writer) && writer != reader; op++) {
            if (history.isAppend(op) && history.key(op) == key) {
                order(turn(reader, scan), turn(writer, op), end(writer), false);
            }
        }
    }

    private void order(Turn read, Turn change, Turn end, boolean shown) {
        boolean isCommitted = history.outcome(change.txn()).mayHaveTakenEffect();
        if (!shown) {
            wish(read, isCommitted ? end : change);
        } else if (isCommitted) {
            wish(end, read);
        } else {
            // It was seen between the change and its undoing.
            wish(change, read);
            wish(read, end);
        }
    }

    /** Returns whether the read shows the written value. For counters this is unknown. */
    private boolean isShown(int read, int change) {
        return switch (history.dataModel()) {
            case LIST_APPEND, SET -> {
                boolean found = false;
                for (int i = 0; i < history.length(read) && !found; i++) {
                    found = history.listElement(history.list(read), i) == history.element(change);
                }
                yield found;
            }
            case REGISTER -> !history.isInitialRead(read) && history.value(read) == history.value(change);
            case COUNTER -> false;
        };
    }

    private void addVersions() {
        for (int reader = 0; reader < history.txnCount(); reader++) {
            for (int op = history.firstOp(reader); op < history.endOp(reader); op++) {
                if (history.dataModel() == DataModel.LIST_APPEND && history.isAnswered(op)) {
                    addVersions(op);
                }
            }
        }
    }

    private void addVersions(int read) {
        for (int i = 1; i < history.length(read); i++) {
            var earlier = appendOf(history.key(read), history.listElement(history.list(read), i - 1));
            var later = appendOf(history.key(read), history.listElement(history.list(read), i));
            for (Turn first : earlier) {
                for (Turn second : later) {
                    if (first.txn() != second.txn()) {
                        wish(end(first.txn()), second);
                    }
                }
            }
        }
    }

    private List<Turn> appendOf(int key, int element) {
        var found = new ArrayList<Turn>();
        for (int txn = 0; txn < history.txnCount(); txn++) {
            for (int op = history.firstOp(txn); op < history.endOp(txn); op++) {
                if (history.isAppend(op) && history.key(op) == key && history.element(op) == element) {
                    found.add(turn(txn, op));
                }
            }
        }
        return found;
    }

    private void addRealTime() {
        for (int first = 0; first < history.txnCount(); first++) {
            for (int then = 0; then < history.txnCount(); then++) {
                if (history.endNanos(first) < history.startNanos(then)) {
                    wish(end(first), new Turn(then, 0));
                }
            }
        }
    }

    private void wish(Turn first, Turn then) {
        if (!first.equals(then) && !leads(then, first)) {
            successorsOf(first).add(then);
            wishes.add(List.of(first, then));
        }
    }

    private boolean leads(Turn from, Turn to) {
        var seen = new LinkedHashSet<Turn>(Set.of(from));
        var open = new ArrayDeque<>(seen);
        while (!open.isEmpty()) {
            for (Turn next : successorsOf(open.remove())) {
                if (next.equals(to)) {
                    return true;
                }
                if (seen.add(next)) {
                    open.add(next);
                }
            }
        }
        return false;
    }

    private Set<Turn> successorsOf(Turn turn) {
        return Objects.requireNonNull(successors.get(turn));
    }

    /** Returns the ordered pairs of statements of different transactions, each as first and second. */
    public List<List<Turn>> pairs() {
        return List.copyOf(wishes);
    }

    /**
     * Returns all statements in an order that keeps this partial order; among those that may come next, the least rank
     * comes first.
     */
    public StatementOrder by(ToDoubleFunction<Turn> rank) {
        var waits = new LinkedHashMap<Turn, Integer>();
        successors.keySet().forEach(turn -> waits.put(turn, 0));
        successors.values().forEach(all -> all.forEach(turn -> waits.merge(turn, 1, Integer::sum)));
        var ready = new PriorityQueue<Turn>(
                Comparator.comparingDouble(rank).thenComparingInt(Turn::txn).thenComparingInt(Turn::step));
        waits.forEach((turn, count) -> {
            if (count == 0) {
                ready.add(turn);
            }
        });
        var order = new ArrayList<Turn>();
        while (!ready.isEmpty()) {
            Turn next = ready.remove();
            order.add(next);
            for (Turn successor : successorsOf(next)) {
                if (waits.merge(successor, -1, Integer::sum) == 0) {
                    ready.add(successor);
                }
            }
        }
        return new StatementOrder(order);
    }
}
