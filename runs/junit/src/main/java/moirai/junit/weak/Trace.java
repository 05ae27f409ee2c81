package moirai.junit.weak;

import static moirai.analysis.axioms.KeyValueHistory.INITIAL;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.ints.IntList;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.List;
import java.util.function.IntFunction;
import java.util.regex.Pattern;
import moirai.exploration.Behaviour;
import moirai.exploration.ExploredStep;
import moirai.exploration.ExploredTxn;

/** The steps of a round's transactions, as the store tells them. May be told by several threads. */
final class Trace {

    private static final int NO_KEY = -1;
    private static final int NOT_ENDED = -1;
    private static final Pattern SPACE = Pattern.compile("\\s+");

    /**
     * A step of a transaction, before its key and its source have names.
     *
     * @param key the number of the store's key; -1 if the step has none
     * @param source the store's transaction that was read from, or {@link ExploredStep#FROM_NOBODY}
     * @param at the place of the step among those of all transactions
     */
    private record Step(String statement, ExploredStep.Kind kind, int key, Object value, int source, int at) {}

    /** The steps of a transaction. */
    private final class Traced {

        private final int session;
        private final List<Step> steps = new ArrayList<>();
        /** The number of steps before each savepoint. */
        private final IntArrayList savepoints = new IntArrayList();

        private String statement = "";
        private int statementAt;
        private int endAt = NOT_ENDED;
        private boolean isCommitted;

        Traced(int session) {
            this.session = session;
        }

        /** Begins a statement. The one before it, if it had no step, is a step: a query that finds nothing matters. */
        void begin(String next) {
            if (!statement.isEmpty()) {
                add(ExploredStep.Kind.STATEMENT, NO_KEY, "", ExploredStep.FROM_NOBODY, statementAt);
            }
            statement = next;
            statementAt = clock++;
        }

        void add(ExploredStep.Kind kind, int key, Object value, int source) {
            add(kind, key, value, source, clock++);
        }

        private int lastAt() {
            return statement.isEmpty() && !steps.isEmpty() ? steps.getLast().at() : statementAt;
        }

        private void add(ExploredStep.Kind kind, int key, Object value, int source, int at) {
            steps.add(new Step(statement, kind, key, value, source, at));
            statement = "";
        }
    }

    /** A place at which a transaction makes its next step, or ends. */
    private record Place(int txn, int at, boolean isEnd) {}

    /** The transactions by their numbers in the store. */
    private final List<Traced> txns = new ArrayList<>();
    /** The transactions that have ended, in this order. */
    private final IntArrayList ended = new IntArrayList();

    private final boolean isByEnd;
    private int clock;

    /**
     * Creates an empty trace.
     *
     * @param isByEnd whether the behaviour has the transactions in the order of their ends, because their statements
     *     alternate; otherwise in the order in which they began
     */
    Trace(boolean isByEnd) {
        this.isByEnd = isByEnd;
    }

    /** Records the beginning of a transaction. */
    synchronized void began(int txn, int session) {
        while (txns.size() <= txn) {
            txns.add(new Traced(session));
        }
        txns.set(txn, new Traced(session));
    }

    synchronized void statement(int txn, String sql) {
        txns.get(txn).begin(SPACE.matcher(sql.strip()).replaceAll(" "));
    }

    /** Records that a transaction waits for another one. */
    synchronized void waits(int txn) {
        txns.get(txn).add(ExploredStep.Kind.WAIT, NO_KEY, "", ExploredStep.FROM_NOBODY);
    }

    /**
     * Records a read.
     *
     * @param session the one whose step this is: that of another transaction, if that adds a row which a query of this
     *     one has not found. Such a read belongs to the query
     */
    synchronized void read(int txn, int key, int source, Object value, int session) {
        Traced traced = txns.get(txn);
        if (session == traced.session) {
            traced.add(ExploredStep.Kind.READ, key, value, source);
        } else {
            traced.add(ExploredStep.Kind.READ, key, value, source, traced.lastAt());
        }
    }

    synchronized void readLocking(int txn, int key, int source, Object value) {
        txns.get(txn).add(ExploredStep.Kind.READ_LOCKING, key, value, source);
    }

    synchronized void readOwn(int txn, int key, Object value) {
        txns.get(txn).add(ExploredStep.Kind.READ_OWN, key, value, ExploredStep.FROM_NOBODY);
    }

    synchronized void wrote(int txn, int key, Object value) {
        txns.get(txn).add(ExploredStep.Kind.WRITE, key, value, ExploredStep.FROM_NOBODY);
    }

    synchronized void savepoint(int txn, int number) {
        Traced traced = txns.get(txn);
        traced.savepoints.size(number);
        traced.savepoints.add(traced.steps.size());
    }

    synchronized void rolledBack(int txn, int number) {
        Traced traced = txns.get(txn);
        traced.add(ExploredStep.Kind.TAKE_BACK, NO_KEY, traced.savepoints.getInt(number), ExploredStep.FROM_NOBODY);
    }

    synchronized void ended(int txn, boolean isCommitted) {
        ended.add(txn);
        txns.get(txn).begin("");
        txns.get(txn).endAt = clock++;
        txns.get(txn).isCommitted = isCommitted;
    }

    /**
     * Returns the round as a behaviour.
     *
     * @param keyName returns the name of a key
     * @param ends the end of each call, by its session
     */
    synchronized Behaviour behaviour(IntFunction<String> keyName, List<Ended> ends) {
        var named = new ArrayList<ExploredTxn>();
        IntList order = order();
        for (int txn : order) {
            Traced traced = txns.get(txn);
            Ended end = ends.get(traced.session);
            boolean isLast = lastOf(traced.session, order) == txn;
            String said = isLast ? end.thrown().map(Throwable::toString).orElse("returns") : "...";
            List<ExploredStep> steps = traced.steps.stream()
                    .map(step -> named(step, step.key() == NO_KEY ? "" : keyName.apply(step.key()), order))
                    .toList();
            named.add(new ExploredTxn(traced.session, end.call(), steps, traced.isCommitted, said, ""));
        }
        return new Behaviour(ends.size(), false, named);
    }

    /** Returns the parts of the transactions between which others came, in the order in which they ran. */
    synchronized List<Behaviour.Part> parts() {
        IntList order = order();
        var places = new ArrayList<Place>();
        for (int number = 0; number < order.size(); number++) {
            Traced traced = txns.get(order.getInt(number));
            int txn = number;
            traced.steps.forEach(step -> places.add(new Place(txn, step.at(), false)));
            places.add(new Place(txn, traced.endAt == NOT_ENDED ? Integer.MAX_VALUE : traced.endAt, true));
        }
        places.sort(Comparator.comparingInt(Place::at));
        int[] done = new int[order.size()];
        var begun = new BitSet();
        var parts = new ArrayList<Behaviour.Part>();
        for (int first = 0; first < places.size(); ) {
            int txn = places.get(first).txn();
            int next = first;
            boolean isEnd = false;
            while (next < places.size() && places.get(next).txn() == txn && !isEnd) {
                isEnd = places.get(next++).isEnd();
            }
            int steps = next - first - (isEnd ? 1 : 0);
            parts.add(new Behaviour.Part(txn, done[txn], done[txn] + steps, !begun.get(txn), isEnd));
            done[txn] += steps;
            begun.set(txn);
            first = next;
        }
        return parts;
    }

    /** Returns the store's numbers of the transactions in the order of the behaviour. */
    private IntList order() {
        var order = new IntArrayList(isByEnd ? ended : IntList.of());
        for (int txn = 0; txn < txns.size(); txn++) {
            if (!order.contains(txn)) {
                order.add(txn);
            }
        }
        return order;
    }

    private static ExploredStep named(Step step, String key, IntList order) {
        int source = step.source() == INITIAL
                ? ExploredStep.FROM_START
                : step.source() < 0 ? step.source() : order.indexOf(step.source());
        return new ExploredStep(step.statement(), step.kind(), key, step.value(), source);
    }

    /** Returns the last transaction of a session, in the order of the behaviour. */
    private int lastOf(int session, IntList order) {
        return order.intStream()
                .filter(txn -> txns.get(txn).session == session)
                .reduce(NO_KEY, (earlier, later) -> later);
    }
}
