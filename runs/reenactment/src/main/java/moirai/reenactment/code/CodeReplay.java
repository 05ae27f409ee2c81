package moirai.reenactment.code;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.IntStream;
import moirai.directed.encoding.Scenario;
import moirai.reenactment.CaseStep;
import moirai.reenactment.CaseTarget;
import moirai.reenactment.DirectedCase;
import moirai.reenactment.Evidence;
import moirai.reenactment.ReplayOutcome;
import moirai.reenactment.ReplayTarget;
import moirai.reenactment.TableTarget;
import moirai.reenactment.code.CodeCall.Ended;
import moirai.scheduling.Schedule;
import moirai.scheduling.TurnControl;

/**
 * A replay of directed cases by the application's own methods.
 *
 * <p>A case has manifested under these conditions: each call executed the statements of the case and no others, on the
 * rows of the case; each read returned the predicted value (if the target dictates reads); and the results differ from
 * those of the same methods one after the other, in whatever order, which are run on the same target. On a target that
 * dictates which write each read returns, the cycle suffices, and the last condition is not needed. A method that does
 * not repeat its results when it is alone, since it uses the clock or random numbers, cannot be compared, and the
 * outcome says so.
 *
 * <p>A transaction that the code leaves open is committed, as the analysis assumes.
 */
public final class CodeReplay implements CaseTarget {

    /**
     * The most calls that are compared with every serial order: the 24 orders of four calls need as many set-ups of
     * tables.
     */
    private static final int CALLS_COMPARED_MAX = 4;

    private static final Duration CALL_MAX = Duration.ofSeconds(60);

    private final LoadedCode code;
    private final TableTarget target;
    private final Duration callMax;

    /** Creates a replay of this code on this target; a call that takes longer than a minute is abandoned. */
    public CodeReplay(LoadedCode code, TableTarget target) {
        this(code, target, CALL_MAX);
    }

    CodeReplay(LoadedCode code, TableTarget target, Duration callMax) {
        this.code = code;
        this.target = target;
        this.callMax = callMax;
    }

    /** The result of running all calls. */
    private record Ran(List<Ended> calls, List<Scenario.InitialRow> rows, List<String> refusals, List<String> waited) {

        Ran {
            calls = List.copyOf(calls);
            rows = List.copyOf(rows);
            refusals = List.copyOf(refusals);
            waited = List.copyOf(waited);
        }

        List<List<String>> seen() {
            return calls.stream().map(Ended::seen).toList();
        }

        boolean isSame(Ran other) {
            return rows.equals(other.rows) && seen().equals(other.seen());
        }
    }

    @Override
    public String describe() {
        return target.describe();
    }

    /**
     * Replays a case once. The outcome is diverged if a call takes longer than its limit.
     *
     * @throws CodeException if the methods cannot be called
     * @throws SQLException if the database cannot be reached, set up or read afterwards
     * @throws InterruptedException if interrupted meanwhile; what runs is left to the database
     */
    @Override
    public ReplayOutcome replay(DirectedCase wanted) throws SQLException, InterruptedException {
        try {
            return replayed(wanted);
        } catch (TimeoutException late) {
            return new ReplayOutcome.Diverged(
                    "a call did not end within " + callMax.toSeconds() + " s", Evidence.CYCLE);
        }
    }

    private ReplayOutcome replayed(DirectedCase wanted) throws SQLException, InterruptedException, TimeoutException {
        Ran before = serially(wanted, inOrder(wanted));
        Ran ran = concurrently(wanted);
        for (Ended call : ran.calls()) {
            if (!call.sqlState().isEmpty() && call.difference().isEmpty()) {
                return ReplayOutcome.refused(call.step(), call.sqlState(), call.message());
            }
        }
        String difference = ran.calls().stream()
                .map(Ended::difference)
                .filter(found -> !found.isEmpty())
                .findFirst()
                .orElseGet(() -> String.join("; ", ran.refusals()));
        if (target.isDictated() && !difference.isEmpty()) {
            return new ReplayOutcome.Diverged(difference, Evidence.CYCLE);
        }
        for (Ended call : ran.calls()) {
            if (!call.sqlState().isEmpty()) {
                return ReplayOutcome.refused(call.step(), call.sqlState(), call.message());
            }
        }
        Evidence evidence = evidence(wanted, ran);
        // A slow clock may have gone on since the calls were concurrent: alone they are tried before and after all.
        if (evidence.isVisible() && !before.isSame(serially(wanted, inOrder(wanted)))) {
            return new ReplayOutcome.Diverged(
                    "the methods do not return and leave the same twice when they run one after the other",
                    Evidence.CYCLE);
        }
        return judged(ran, difference, evidence);
    }

    private ReplayOutcome judged(Ran ran, String difference, Evidence evidence) {
        if (difference.isEmpty()) {
            boolean isUnnoticed = !evidence.isVisible() && !target.isDictated();
            return isUnnoticed ? new ReplayOutcome.Unnoticed(evidence) : new ReplayOutcome.Manifested(evidence);
        }
        // What was not compared may be another anomaly: nobody knows whether waiting prevented one.
        return ran.waited().isEmpty() || evidence != Evidence.CYCLE
                ? new ReplayOutcome.Diverged(difference, evidence)
                : new ReplayOutcome.PreventedByBlocking(ran.waited());
    }

    private Evidence evidence(DirectedCase wanted, Ran ran)
            throws SQLException, InterruptedException, TimeoutException {
        List<Integer> calls = IntStream.range(0, ran.calls().size()).boxed().toList();
        if (calls.size() > CALLS_COMPARED_MAX) {
            return Evidence.NOT_COMPARED;
        }
        boolean isLeft = false;
        for (List<Integer> order : DirectedCase.orders(calls)) {
            Ran serial = serially(wanted, order);
            if (serial.rows().equals(ran.rows())) {
                isLeft = true;
                if (serial.seen().equals(ran.seen())) {
                    return Evidence.CYCLE;
                }
            }
        }
        return isLeft ? Evidence.HISTORY : Evidence.FINAL_STATE;
    }

    private static List<Integer> inOrder(DirectedCase wanted) {
        return IntStream.range(0, wanted.scenario().calls().size()).boxed().toList();
    }

    private CodeTables tables(DirectedCase wanted) {
        return new CodeTables(code.source(), code.values(), wanted.scenario().rows());
    }

    private Ran serially(DirectedCase wanted, List<Integer> order)
            throws SQLException, InterruptedException, TimeoutException {
        try (ReplayTarget.Stage stage = target.open(wanted, tables(wanted), true)) {
            var control = new TurnControl(Schedule.FREE, target.limits());
            var ended = new ArrayList<Ended>(Collections.nCopies(order.size(), new Ended(List.of(), "", "", "", "")));
            ExecutorService threads = threads();
            try {
                for (int call : order) {
                    try (Connection connection = stage.connect(call)) {
                        var plan = new CodePlan(wanted, call, true);
                        var one = new CodeCall(code, called(wanted, call), stage, plan, control);
                        ended.set(call, result(threads.submit(() -> one.run(connection)), control));
                    }
                }
            } finally {
                threads.shutdownNow();
            }
            return new Ran(ended, stage.rows(), List.of(), List.of());
        }
    }

    private static Scenario.Call called(DirectedCase wanted, int call) {
        return wanted.scenario().calls().get(call);
    }

    private Ran concurrently(DirectedCase wanted) throws SQLException, InterruptedException, TimeoutException {
        try (ReplayTarget.Stage stage = target.open(wanted, tables(wanted), false)) {
            var schedule =
                    Schedule.inOrder(stage.order().stream().map(CaseStep::step).toList());
            var control = new TurnControl(schedule, target.limits());
            List<Ended> ended = play(wanted, stage, control);
            return new Ran(ended, stage.rows(), stage.refusals(), stage.waited(control.report()));
        }
    }

    private List<Ended> play(DirectedCase wanted, ReplayTarget.Stage stage, TurnControl control)
            throws SQLException, InterruptedException, TimeoutException {
        int count = wanted.scenario().calls().size();
        var connections = new ArrayList<Connection>();
        ExecutorService threads = threads();
        try {
            for (int call = 0; call < count; call++) {
                connections.add(stage.connect(call));
            }
            var futures = new ArrayList<Future<Ended>>();
            for (int call = 0; call < count; call++) {
                var plan = new CodePlan(wanted, call, false);
                var one = new CodeCall(code, called(wanted, call), stage, plan, control);
                Connection connection = connections.get(call);
                futures.add(threads.submit(() -> one.run(connection)));
            }
            var ended = new ArrayList<Ended>();
            for (Future<Ended> future : futures) {
                ended.add(result(future, control));
            }
            return ended;
        } finally {
            threads.shutdownNow();
            for (Connection connection : connections) {
                connection.close();
            }
        }
    }

    /**
     * Returns an executor with a thread for each running call. A method that never returns keeps its thread, but
     * nothing waits for it.
     */
    private static ExecutorService threads() {
        return Executors.newCachedThreadPool(
                Thread.ofPlatform().daemon().name("call-", 0).factory());
    }

    private Ended result(Future<Ended> future, TurnControl control)
            throws SQLException, InterruptedException, TimeoutException {
        try {
            return future.get(callMax.toMillis(), TimeUnit.MILLISECONDS);
        } catch (ExecutionException failed) {
            control.free();
            switch (failed.getCause()) {
                case SQLException failure -> throw failure;
                case CodeException unusable -> throw unusable;
                case null, default -> throw new IllegalStateException("a call of the code failed", failed.getCause());
            }
        } catch (TimeoutException late) {
            control.free();
            throw late;
        }
    }
}
