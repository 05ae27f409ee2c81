package moirai.runs.emission;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import moirai.history.History;
import moirai.runs.cases.StatementOrder;
import moirai.runs.cases.StatementOrder.Turn;

/*
 * Which statement comes before which, if each is to read what it read: (1) the order within transactions and sessions;
 * (2) who read an element, after the end of who appended it; (3) who did not read one, before that end; (4) of two
 * elements of one list, the end of the earlier one's transaction before the later append, which would wait for it. What
 * would close a circle with those before it is dropped, since engines with snapshots read earlier than they are asked.
 * Of the statements that may come next, the one that was observed first comes first. O(wishes × statements) of a few.
 */
/** An order of the statements of a few transactions on lists in which they can read what they read. */
final class ReadOrder {

    private final History history;
    private final Map<Turn, Set<Turn>> successors = new LinkedHashMap<>();

    private ReadOrder(History history) {
        this.history = history;
    }

    static StatementOrder of(History history) {
        var order = new ReadOrder(history);
        order.addOwnOrder();
        order.addReads(true);
        order.addReads(false);
        order.addVersions();
        return order.sorted();
    }

    private void addOwnOrder() {
        StatementOrder.observed(history).turns().forEach(turn -> successors.put(turn, new LinkedHashSet<>()));
        var last = new HashMap<Integer, Turn>();
        for (int txn = 0; txn < history.txnCount(); txn++) {
            for (int step = 0; step <= end(txn).step(); step++) {
                var turn = new Turn(txn, step);
                Turn before = last.put(history.session(txn), turn);
                if (before != null) {
                    add(before, turn);
                }
            }
        }
    }

    private Turn end(int txn) {
        return new Turn(txn, history.endOp(txn) - history.firstOp(txn) + 1);
    }

    private Turn turn(int txn, int op) {
        return new Turn(txn, op - history.firstOp(txn) + 1);
    }

    private void addReads(boolean isShown) {
        for (int reader = 0; reader < history.txnCount(); reader++) {
            for (int read = history.firstOp(reader); read < history.endOp(reader); read++) {
                for (int writer = 0; writer < history.txnCount() && history.isAnswered(read); writer++) {
                    for (int op = history.firstOp(writer); op < history.endOp(writer) && writer != reader; op++) {
                        if (history.isAppend(op)
                                && history.key(op) == history.key(read)
                                && place(read, history.element(op)) >= 0 == isShown) {
                            wish(turn(reader, read), turn(writer, op), isShown);
                        }
                    }
                }
            }
        }
    }

    private void wish(Turn read, Turn append, boolean isShown) {
        boolean isCommitted = history.outcome(append.txn()).mayHaveTakenEffect();
        if (!isShown) {
            add(read, isCommitted ? end(append.txn()) : append);
        } else if (isCommitted) {
            add(end(append.txn()), read);
        } else {
            add(append, read);
            add(read, end(append.txn()));
        }
    }

    /** Where a read shows an element; -1 if it does not. */
    private int place(int read, int element) {
        for (int i = 0; i < history.length(read); i++) {
            if (history.listElement(history.list(read), i) == element) {
                return i;
            }
        }
        return -1;
    }

    private void addVersions() {
        for (int read = 0; read < history.opCount(); read++) {
            for (int first = 0; first < history.txnCount() && history.isAnswered(read); first++) {
                for (int then = 0; then < history.txnCount(); then++) {
                    addVersions(read, first, then);
                }
            }
        }
    }

    private void addVersions(int read, int first, int then) {
        for (int one = history.firstOp(first); one < history.endOp(first) && first != then; one++) {
            for (int other = history.firstOp(then); other < history.endOp(then); other++) {
                if (isAppendTo(one, read) && isAppendTo(other, read)) {
                    int earlier = place(read, history.element(one));
                    if (earlier >= 0 && earlier < place(read, history.element(other))) {
                        add(end(first), turn(then, other));
                    }
                }
            }
        }
    }

    private boolean isAppendTo(int op, int read) {
        return history.isAppend(op) && history.key(op) == history.key(read);
    }

    private void add(Turn first, Turn then) {
        if (!first.equals(then) && !leads(then, first)) {
            successors.getOrDefault(first, Set.of()).add(then);
        }
    }

    private boolean leads(Turn from, Turn to) {
        var seen = new LinkedHashSet<Turn>(Set.of(from));
        var open = new ArrayDeque<>(seen);
        while (!open.isEmpty()) {
            for (Turn next : successors.getOrDefault(open.remove(), Set.of())) {
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

    /** The keys of the map are in the order of observation. O(statements²). */
    private StatementOrder sorted() {
        List<Turn> left = new ArrayList<>(successors.keySet());
        List<Turn> order = new ArrayList<>();
        while (!left.isEmpty()) {
            Turn next = left.stream()
                    .filter(turn -> left.stream()
                            .noneMatch(other ->
                                    successors.getOrDefault(other, Set.of()).contains(turn)))
                    .findFirst()
                    .orElseThrow();
            left.remove(next);
            order.add(next);
        }
        return new StatementOrder(order);
    }
}
