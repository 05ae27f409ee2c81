package moirai.runs.replay;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.IntStream;
import moirai.history.DataModel;
import moirai.history.History;
import moirai.history.Op;
import moirai.history.Outcome;
import moirai.history.TxnPlan;
import moirai.runs.cases.StatementOrder;
import moirai.runs.cases.StatementOrder.Turn;
import moirai.scheduling.Schedule;
import moirai.scheduling.Step;

/**
 * The plan of each session of a case, with the step of a schedule that each statement is. Sessions are numbered from 0
 * in the order in which they begin.
 *
 * @param txns the case's transactions of each session, in the session's order
 */
record Script(History history, KeyRenaming keys, List<List<Integer>> txns) {

    /** The maximal number of sessions, each with a thread and a connection; the failures of a run need two to four. */
    static final int SESSIONS_MAX = 64;

    /**
     * The maximal number of transactions, since candidates compare all transactions with each other; a shrunk case has
     * two to five.
     */
    static final int TXNS_MAX = 200;

    Script {
        txns = txns.stream().map(List::copyOf).toList();
    }

    /**
     * @throws IllegalArgumentException if it cannot be replayed statement by statement, with a message for the user
     */
    static Script of(History history) {
        requireSmall(history);
        var bySession = new LinkedHashMap<Integer, List<Integer>>();
        IntStream.range(0, history.txnCount())
                .boxed()
                .sorted(Comparator.comparingLong(history::startNanos))
                .forEach(txn -> bySession
                        .computeIfAbsent(history.session(txn), session -> new ArrayList<>())
                        .add(txn));
        if (bySession.size() > SESSIONS_MAX) {
            throw new IllegalArgumentException("it has " + bySession.size() + " sessions; expected at most "
                    + SESSIONS_MAX + " to hold statement by statement");
        }
        if (history.dataModel() == DataModel.COUNTER
                && history.header().workload().startsWith("bank")) {
            throw new IllegalArgumentException("its accounts begin with money in them, which no transaction put there");
        }
        bySession.values().forEach(own -> own.sort(null));
        try {
            var script = new Script(history, KeyRenaming.of(history), List.copyOf(bySession.values()));
            script.plans(0, 0, 1);
            return script;
        } catch (ArithmeticException wide) {
            throw new IllegalArgumentException("its keys are no numbers of 32 bits, as statements need", wide);
        }
    }

    private static void requireSmall(History history) {
        if (history.txnCount() > TXNS_MAX) {
            throw new IllegalArgumentException("it has " + history.txnCount() + " transactions; expected at most "
                    + TXNS_MAX + " to hold statement by statement: shrink it first");
        }
        long steps = (long) history.opCount() + history.txnCount();
        if (steps > Schedule.STEPS_MAX) {
            throw new IllegalArgumentException("it has " + steps + " statements, ends included; expected at most "
                    + Schedule.STEPS_MAX + " to hold one by one: shrink it first");
        }
    }

    /**
     * Returns the order in which the first round of an attempt ran, with begins and the matches of scans; free if not
     * every statement of the case ran. A rollback is no step: it follows the transaction's last statement.
     */
    StatementOrder order(List<Step> went) {
        Map<Step, Turn> turns = new HashMap<>();
        steps().forEach((turn, step) -> turns.put(step, turn));
        Set<Step> all = Set.copyOf(went);
        var order = new ArrayList<Turn>();
        var next = new int[history.txnCount()];
        for (Step step : went) {
            Turn turn = turns.get(step);
            if (turn != null) {
                int txn = turn.txn();
                boolean isRolledBack = !isCommitted(txn)
                        && turn.equals(last(txn))
                        && !all.contains(Objects.requireNonNull(steps(txn).get(Turn.endOf(history, txn))));
                // What comes before it and is no step itself too: the begin, and what a scan found.
                int until = isRolledBack ? Turn.endOf(history, txn).step() : turn.step();
                for (; next[txn] <= until; next[txn]++) {
                    order.add(new Turn(txn, next[txn]));
                }
            }
        }
        var found = new StatementOrder(order);
        return found.isOf(history) ? found : StatementOrder.FREE;
    }

    private boolean isCommitted(int txn) {
        return history.outcome(txn) instanceof Outcome.Committed;
    }

    int sessionCount() {
        return txns.size();
    }

    /** Returns whether the session writes nothing, so that it may be at a place that takes no writes. */
    boolean isReadOnly(int session) {
        return txns.get(session).stream().noneMatch(this::writes);
    }

    boolean writes(int txn) {
        return IntStream.range(history.firstOp(txn), history.endOp(txn)).anyMatch(this::isChange);
    }

    boolean isChange(int op) {
        return history.isAppend(op) || history.isWrite(op);
    }

    /**
     * Returns the plans of a session in an attempt.
     *
     * @param rounds how often it runs them; each round writes other elements, the first those of the case
     */
    List<TxnPlan> plans(int session, int attempt, int rounds) {
        int apart = apart();
        return IntStream.range(0, rounds)
                .boxed()
                .flatMap(round -> txns.get(session).stream().map(txn -> plan(txn, attempt, round * apart)))
                .toList();
    }

    /** Returns a distance larger than that between any two elements, so that elements of different rounds differ. */
    private int apart() {
        var written = IntStream.range(0, history.opCount())
                .filter(this::isChange)
                .mapToLong(op -> history.isAppend(op) ? history.element(op) : history.value(op))
                .summaryStatistics();
        return written.getCount() == 0 ? 1 : Math.toIntExact(written.getMax() - written.getMin() + 1);
    }

    private TxnPlan plan(int txn, int attempt, int more) {
        var plan = new TxnPlan.Builder(history.dataModel(), history.endOp(txn) - history.firstOp(txn));
        for (int op : statements(txn)) {
            Op planned = history.op(op);
            int key = keys.renamed(planned.key(), attempt);
            switch (planned) {
                case Op.Append append -> plan.change(key, append.element() + more);
                case Op.Write write -> plan.change(key, Math.toIntExact(write.value() + more));
                case Op.Add add -> plan.change(key, add.element() + more);
                case Op.Increment increment -> plan.change(key, Math.toIntExact(increment.amount()));
                case Op.Scan scan -> plan.scan(key, keys.renamed(scan.to(), attempt));
                case Op.Read read -> plan.read(key);
                case Op.ReadValue read -> plan.read(key);
                case Op.ReadInitial read -> plan.read(key);
                case Op.ReadSet read -> plan.read(key);
                case Op.ReadCounter read -> plan.read(key);
            }
        }
        return plan.build();
    }

    /** Returns the ops of a transaction that are statements: a scan is a statement, its matches are not. */
    List<Integer> statements(int txn) {
        var statements = new ArrayList<Integer>();
        int op = history.firstOp(txn);
        while (op < history.endOp(txn)) {
            statements.add(op);
            op += 1 + (history.isScan(op) ? Math.max(0, history.scanMatches(op)) : 0);
        }
        return statements;
    }

    /**
     * Returns the steps of a transaction by their turns: its statements and its end. The begin is sent with the first.
     */
    Map<Turn, Step> steps(int txn) {
        int session = session(txn);
        int place = txns.get(session).indexOf(txn);
        var steps = new LinkedHashMap<Turn, Step>();
        int index = 0;
        for (int op : statements(txn)) {
            steps.put(new Turn(txn, op - history.firstOp(txn) + 1), new Step(session, place, index++));
        }
        steps.put(Turn.endOf(history, txn), Step.commit(session, place));
        return steps;
    }

    /** Returns the steps of all transactions. */
    Map<Turn, Step> steps() {
        var steps = new LinkedHashMap<Turn, Step>();
        for (int txn = 0; txn < history.txnCount(); txn++) {
            steps.putAll(steps(txn));
        }
        return steps;
    }

    /** Returns the session that runs a transaction of the case. */
    int session(int txn) {
        return IntStream.range(0, txns.size())
                .filter(session -> txns.get(session).contains(txn))
                .findFirst()
                .orElseThrow();
    }

    /** Returns the first statement of a transaction, or its end if it has none. */
    Turn first(int txn) {
        return new Turn(txn, 1);
    }

    /** Returns the last statement before a transaction's end. */
    Turn last(int txn) {
        List<Integer> statements = statements(txn);
        return statements.isEmpty()
                ? Turn.endOf(history, txn)
                : new Turn(txn, statements.getLast() - history.firstOp(txn) + 1);
    }
}
