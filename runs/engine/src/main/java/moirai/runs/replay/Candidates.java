package moirai.runs.replay;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import moirai.history.History;
import moirai.runs.cases.Confirmation;
import moirai.runs.cases.Control;
import moirai.runs.cases.HistoryCase;
import moirai.runs.cases.Precedence;
import moirai.runs.cases.StatementOrder;
import moirai.runs.cases.StatementOrder.Turn;
import moirai.scheduling.Schedule;
import moirai.scheduling.Step;

/**
 * The schedules that are tried for a case, the most promising first. They are deterministic: the same case has the same
 * candidates.
 *
 * <p>Only begins and ends were measured, so even the observed order has to be completed: reads determine the places of
 * the statements between, and where they do not, the statements are spread evenly.
 */
final class Candidates {

    /** The number of random orders that are tried when neither times nor edges give an order that succeeds. */
    private static final int OTHERS = 12;

    /** The number of rounds, which make a tenth of a second of commits. */
    private static final int ROUNDS = 50;

    /**
     * The time from the start at which the first statements are sent, so that no thread is late because it has just
     * started.
     */
    private static final long LEAD_NANOS = 2_000_000;

    /** The maximal offset of a statement: longer waits are shortened to it. */
    private static final long OFFSET_MAX_NANOS = 1_000_000_000;

    /**
     * The random delays of statements that are released at once: none, within the time of a commit, and within the
     * delay of a replica.
     */
    private static final long[] JITTER_NANOS = {0, 50_000, 200_000, 800_000, 3_000_000};

    private final HistoryCase found;
    private final Script script;
    private final History history;
    private final Map<Turn, Step> steps;

    Candidates(Script script, HistoryCase found) {
        this.found = found;
        this.script = script;
        this.history = script.history();
        this.steps = script.steps();
    }

    /** Returns the candidates for a control under which statements are held. */
    List<Candidate> of(Control control) {
        return switch (control) {
            case EXACT -> exact();
            case GATES -> gates();
            case TIMING -> List.of(Candidate.loose(Control.TIMING, "observed times", random -> timed()));
            case FAULTS, NONE -> List.of();
        };
    }

    private List<Candidate> exact() {
        var timed = new Precedence(history, true);
        var edges = new Precedence(history, false);
        Map<StatementOrder, String> orders = new LinkedHashMap<>();
        found.confirmations().reversed().stream()
                .filter(confirmation ->
                        confirmation.shown() > 0 && !confirmation.order().isFree())
                .map(Confirmation::order)
                .filter(order -> order.isOf(history))
                .forEach(order -> orders.putIfAbsent(order, Replay.AS_BEFORE));
        orders.putIfAbsent(timed.by(this::observed), "observed");
        orders.putIfAbsent(edges.by(this::overlapping), "edges, overlapping");
        orders.putIfAbsent(edges.by(this::observed), "edges, as observed");
        orders.putIfAbsent(edges.by(Turn::txn), "edges, one after the other");
        var random = new SplittableRandom(history.header().seed().value());
        for (int i = 0; i < OTHERS; i++) {
            orders.putIfAbsent(edges.by(shuffled(random)), "edges, random " + (i + 1));
        }
        for (int i = 0; i < OTHERS; i++) {
            orders.putIfAbsent(merged(random), "random " + (i + 1));
        }
        var candidates = new ArrayList<Candidate>();
        orders.forEach((order, name) -> candidates.add(Candidate.exact(name, order, schedule(order))));
        return candidates;
    }

    private double observed(Turn turn) {
        return turn.observedNanos(history);
    }

    /**
     * Returns the rank of a turn in the order of all first statements, all second ones and so on, with all ends last.
     */
    private double overlapping(Turn turn) {
        return turn.isEnd(history) ? Double.MAX_VALUE : turn.step();
    }

    private static ToDoubleFunction<Turn> shuffled(SplittableRandom random) {
        var ranks = new LinkedHashMap<Turn, Double>();
        return turn -> ranks.computeIfAbsent(turn, unknown -> random.nextDouble());
    }

    /** Returns a random order that keeps that of each session and ignores the reads. */
    private StatementOrder merged(SplittableRandom random) {
        List<List<Turn>> left = new ArrayList<>();
        for (List<Integer> own : script.txns()) {
            var turns = new ArrayList<Turn>();
            own.forEach(txn -> IntStream.rangeClosed(0, Turn.endOf(history, txn).step())
                    .forEach(step -> turns.add(new Turn(txn, step))));
            left.add(turns);
        }
        var order = new ArrayList<Turn>();
        while (!left.isEmpty()) {
            int next = random.nextInt(left.size());
            order.add(left.get(next).removeFirst());
            left.removeIf(List::isEmpty);
        }
        return new StatementOrder(order);
    }

    /**
     * Returns an order of all statements as a schedule: begins, and the matches of a scan, are sent with other
     * statements.
     */
    private Schedule schedule(StatementOrder order) {
        return Schedule.inOrder(order.turns().stream()
                .filter(steps::containsKey)
                .map(this::step)
                .toList());
    }

    private Step step(Turn turn) {
        return Objects.requireNonNull(steps.get(turn));
    }

    private List<Candidate> gates() {
        var timed = new Precedence(history, true);
        var candidates = new ArrayList<Candidate>();
        Schedule gates = beginsAndEnds(timed.by(this::observed));
        Schedule edges = edges(timed);
        Candidate together = Candidate.loose(Control.GATES, "ends at once", this::endsAtOnce);
        candidates.add(together.inRounds(ROUNDS));
        candidates.add(together);
        candidates.add(Candidate.loose(Control.GATES, "begins and ends as observed", random -> gates));
        candidates.add(Candidate.loose(Control.GATES, "edges alone", random -> edges));
        return candidates;
    }

    private Schedule beginsAndEnds(StatementOrder order) {
        return Schedule.inOrder(order.turns().stream()
                .filter(turn -> turn.equals(script.first(turn.txn())) || turn.isEnd(history))
                .map(this::step)
                .toList());
    }

    private Schedule edges(Precedence precedence) {
        var builder = new Schedule.Builder();
        for (List<Turn> pair : precedence.pairs()) {
            builder.before(step(statement(pair.getFirst())), step(statement(pair.getLast())));
        }
        return builder.build();
    }

    /** Returns the turn of the statement that is sent: a begin is sent with the first statement. */
    private Turn statement(Turn turn) {
        return turn.isBegin() ? script.first(turn.txn()) : turn;
    }

    /**
     * Returns a schedule in which all writers write, and then commit together while the other sessions begin to read:
     * it provokes the races inside the engine, or between its nodes. For a session with several transactions, it orders
     * the first.
     */
    private Schedule endsAtOnce(SplittableRandom random) {
        List<Integer> first = script.txns().stream().map(List::getFirst).toList();
        List<Integer> writers = first.stream().filter(script::writes).toList();
        long spread = JITTER_NANOS[random.nextInt(JITTER_NANOS.length)];
        var builder = new Schedule.Builder();
        for (int txn : first) {
            Step gate = step(writers.contains(txn) ? Turn.endOf(history, txn) : script.first(txn));
            builder.notBefore(gate, LEAD_NANOS + random.nextLong(spread + 1));
            for (int writer : writers) {
                if (writer != txn && !script.last(writer).isEnd(history)) {
                    builder.before(step(script.last(writer)), gate);
                }
            }
        }
        return builder.build();
    }

    /** Returns a schedule in which each statement is sent at its recorded time, as far as that is known. */
    private Schedule timed() {
        double began = steps.keySet().stream().mapToDouble(this::observed).min().orElse(0);
        var builder = new Schedule.Builder();
        steps.forEach((turn, step) ->
                builder.notBefore(step, LEAD_NANOS + Math.min(OFFSET_MAX_NANOS, (long) (observed(turn) - began))));
        return builder.build();
    }
}
