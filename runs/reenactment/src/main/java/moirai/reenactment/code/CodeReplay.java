package moirai.reenactment.code;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import moirai.directed.encoding.Scenario;
import moirai.reenactment.CaseStep;
import moirai.reenactment.CaseTarget;
import moirai.reenactment.DirectedCase;
import moirai.reenactment.Evidence;
import moirai.reenactment.ReplayOutcome;
import moirai.reenactment.ReplayTarget;
import moirai.reenactment.TableTarget;
import moirai.reenactment.code.CodeCall.Effect;
import moirai.reenactment.code.CodeCall.Ended;
import moirai.scheduling.Schedule;
import moirai.scheduling.TurnControl;

/**
 * A replay of directed cases by the application's own methods.
 *
 * <p>A call that throws or rolls back has left nothing, and does not count: the others are compared with each other
 * alone. So an optimistic lock that gives up has prevented the anomaly.
 *
 * <p>A case has manifested under these conditions: each call executed the statements of the case and no others, on the
 * rows of the case; each read returned the predicted value (if the target dictates reads); and the results differ from
 * those of the same methods one after the other, in whatever order, which are run on the same target. On a target that
 * dictates which write each read returns, the cycle suffices, and the last condition is not needed. A method that does
 * not repeat its results when it is alone, since it uses the clock or random numbers, cannot be compared, and the
 * outcome says so.
 *
 * <p>A transaction that the code leaves open is committed, as the analysis assumes, on a connection that the code was
 * handed. What it wrote on a connection that it opened, and did not commit, is rolled back.
 */
public final class CodeReplay implements CaseTarget {

    /**
     * The most calls that are compared with every serial order: the 24 orders of four calls need as many set-ups of
     * tables.
     */
    private static final int CALLS_COMPARED_MAX = 4;

    private static final ReplayOutcome NOT_REPEATED = new ReplayOutcome.Diverged(
            "the methods do not return and leave the same twice when they run one after the other", Evidence.CYCLE);

    private static final Duration CALL_MAX = Duration.ofSeconds(60);

    private final LoadedCode code;
    private final TableTarget target;
    private final Duration callMax;

    /** Whether the tables of the current case have all rules of their definitions. */
    private boolean hasAllRules = true;

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

        boolean isSame(Ran other) {
            return rows.equals(other.rows)
                    && calls.stream()
                            .map(Ended::seen)
                            .toList()
                            .equals(other.calls.stream().map(Ended::seen).toList());
        }

        /** Returns what the calls that count were returned; nothing for the others. */
        List<Optional<List<String>>> counting() {
            return calls.stream()
                    .map(call -> Optional.of(call.seen()).filter(seen -> call.effect() != Effect.UNDONE))
                    .toList();
        }

        /** Returns the first difference from the plan; empty if there is none. */
        String difference() {
            return Stream.of(
                            calls.stream().map(Ended::difference),
                            calls.stream()
                                    .filter(call -> call.effect() == Effect.UNDONE)
                                    .map(call -> call.step() + " was rolled back"),
                            Stream.of(String.join("; ", refusals)))
                    .flatMap(found -> found)
                    .filter(found -> !found.isEmpty())
                    .findFirst()
                    .orElse("");
        }
    }

    @Override
    public String describe() {
        return target.describe();
    }

    /**
     * Replays a case once. The outcome is diverged if a call takes longer than its limit, or ends the process.
     *
     * @throws CodeException if the methods cannot be called
     * @throws SQLException if the database cannot be reached, set up or read afterwards
     * @throws InterruptedException if interrupted meanwhile; what runs is left to the database
     */
    @Override
    public ReplayOutcome replay(DirectedCase wanted) throws SQLException, InterruptedException {
        try {
            return replayed(wanted);
        } catch (UnendedCall unended) {
            return new ReplayOutcome.Diverged(String.valueOf(unended.getMessage()), Evidence.CYCLE);
        }
    }

    private ReplayOutcome replayed(DirectedCase wanted) throws SQLException, InterruptedException, UnendedCall {
        Ran before = first(wanted);
        Ran ran = concurrently(wanted);
        ReplayOutcome outcome = target.isDictated() ? dictated(wanted, before, ran) : observed(wanted, before, ran);
        if (!hasAllRules) {
            return outcome.ofModel("references and checks of its tables are left out");
        }
        return code.source().hasWholeScript()
                ? outcome
                : outcome.ofModel("triggers of its tables, or other statements that define them, are left out");
    }

    /** Runs the calls one after the other, on tables with all rules if the first rows of the case keep them. */
    private Ran first(DirectedCase wanted) throws SQLException, InterruptedException, UnendedCall {
        hasAllRules = true;
        try {
            return serially(wanted, inOrder(wanted));
        } catch (SQLException refused) {
            hasAllRules = false;
            return serially(wanted, inOrder(wanted));
        }
    }

    /** Judges what came out where each read was told what to return, whatever had to be refused for that. */
    private ReplayOutcome dictated(DirectedCase wanted, Ran before, Ran ran)
            throws SQLException, InterruptedException, UnendedCall {
        Optional<ReplayOutcome> prevented =
                prevented(wanted, ran, call -> call.difference().isEmpty());
        if (prevented.isPresent()) {
            return prevented.get();
        }
        if (!ran.difference().isEmpty()) {
            return new ReplayOutcome.Diverged(ran.difference(), Evidence.CYCLE);
        }
        Evidence evidence = evidence(wanted, ran);
        return evidence.isVisible() && !isRepeated(wanted, before)
                ? NOT_REPEATED
                : new ReplayOutcome.Manifested(evidence);
    }

    /** Judges what came out by what it left and returned alone. */
    private ReplayOutcome observed(DirectedCase wanted, Ran before, Ran ran)
            throws SQLException, InterruptedException, UnendedCall {
        Evidence evidence = evidence(wanted, ran);
        String difference = ran.difference();
        if (evidence.isVisible()) {
            if (!isRepeated(wanted, before)) {
                return NOT_REPEATED;
            }
            return difference.isEmpty()
                    ? new ReplayOutcome.Manifested(evidence)
                    : new ReplayOutcome.Diverged(difference, evidence);
        }
        Optional<ReplayOutcome> prevented = prevented(wanted, ran, call -> true);
        if (prevented.isPresent()) {
            return prevented.get();
        }
        // What was not compared may be another anomaly: nobody knows whether waiting prevented one.
        boolean isBlocked = !ran.waited().isEmpty() && evidence == Evidence.CYCLE;
        if (isBlocked && (!difference.isEmpty() || wanted.evidence().isVisible())) {
            return new ReplayOutcome.PreventedByBlocking(ran.waited());
        }
        if (difference.isEmpty()
                && evidence == Evidence.CYCLE
                && wanted.evidence().isVisible()) {
            return new ReplayOutcome.Diverged("it returned and left what a serial order does", evidence);
        }
        return difference.isEmpty()
                ? new ReplayOutcome.Unnoticed(evidence)
                : new ReplayOutcome.Diverged(difference, evidence);
    }

    /** Returns why such a call came to nothing; empty if none did. */
    private Optional<ReplayOutcome> prevented(DirectedCase wanted, Ran ran, Predicate<Ended> isMeant)
            throws SQLException, InterruptedException, UnendedCall {
        for (int call = 0; call < ran.calls().size(); call++) {
            Ended ended = ran.calls().get(call);
            if (isMeant.test(ended) && ended.isGivenUp()) {
                Ended alone = serially(wanted, List.of(call)).calls().get(call);
                return Optional.of(
                        alone.isGivenUp()
                                ? new ReplayOutcome.Diverged(
                                        ended.step() + " gave up, and does so alone as well: "
                                                + (alone.message().isEmpty()
                                                        ? "it ended without a commit"
                                                        : alone.message()),
                                        Evidence.CYCLE)
                                : new ReplayOutcome.PreventedByAbort(ended.step(), ReplayOutcome.GAVE_UP));
            }
            if (isMeant.test(ended) && !ended.sqlState().isEmpty()) {
                return Optional.of(ReplayOutcome.refused(ended.step(), ended.sqlState(), ended.message()));
            }
        }
        return Optional.empty();
    }

    /**
     * Returns whether the methods do the same again when they run one after the other. A slow clock may have gone on
     * since the calls were concurrent, so they are tried before and after that.
     */
    private boolean isRepeated(DirectedCase wanted, Ran before) throws SQLException, InterruptedException, UnendedCall {
        return before.isSame(serially(wanted, inOrder(wanted)));
    }

    /** Compares the calls that count with each order of them. */
    private Evidence evidence(DirectedCase wanted, Ran ran) throws SQLException, InterruptedException, UnendedCall {
        List<Integer> calls = IntStream.range(0, ran.calls().size())
                .filter(call -> ran.calls().get(call).effect() != Effect.UNDONE)
                .boxed()
                .toList();
        boolean isPartly = ran.calls().stream().anyMatch(call -> call.effect() == Effect.PARTLY_UNDONE);
        if (isPartly || calls.size() > CALLS_COMPARED_MAX) {
            return Evidence.NOT_COMPARED;
        }
        boolean isLeft = false;
        for (List<Integer> order : DirectedCase.orders(calls)) {
            Ran serial = serially(wanted, order);
            if (serial.rows().equals(ran.rows())) {
                isLeft = true;
                if (serial.counting().equals(ran.counting())) {
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
        return new CodeTables(code.source(), code.values(), wanted.scenario().rows(), hasAllRules);
    }

    private Ran serially(DirectedCase wanted, List<Integer> order)
            throws SQLException, InterruptedException, UnendedCall {
        try (ReplayTarget.Stage stage = target.open(wanted, tables(wanted), true)) {
            var control = new TurnControl(Schedule.FREE, target.limits());
            var ended = new ArrayList<Ended>(
                    Collections.nCopies(wanted.scenario().calls().size(), Ended.NOTHING));
            ExecutorService threads = threads();
            try {
                for (int call : order) {
                    try (Connection connection = stage.connect(call)) {
                        var plan = new CodePlan(wanted, call, true);
                        var one = new CodeCall(code, called(wanted, call), stage, plan, control, !target.isDictated());
                        ended.set(call, result(one, threads.submit(() -> one.run(connection)), control));
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

    private Ran concurrently(DirectedCase wanted) throws SQLException, InterruptedException, UnendedCall {
        try (ReplayTarget.Stage stage = target.open(wanted, tables(wanted), false)) {
            var schedule =
                    Schedule.inOrder(stage.order().stream().map(CaseStep::step).toList());
            var control = new TurnControl(schedule, target.limits());
            List<Ended> ended = play(wanted, stage, control);
            return new Ran(ended, stage.rows(), stage.refusals(), stage.waited(control.report()));
        }
    }

    private List<Ended> play(DirectedCase wanted, ReplayTarget.Stage stage, TurnControl control)
            throws SQLException, InterruptedException, UnendedCall {
        int count = wanted.scenario().calls().size();
        var connections = new ArrayList<Connection>();
        ExecutorService threads = threads();
        try {
            for (int call = 0; call < count; call++) {
                connections.add(stage.connect(call));
            }
            var calls = new ArrayList<CodeCall>();
            var futures = new ArrayList<Future<Ended>>();
            for (int call = 0; call < count; call++) {
                var plan = new CodePlan(wanted, call, false);
                var one = new CodeCall(code, called(wanted, call), stage, plan, control, !target.isDictated());
                Connection connection = connections.get(call);
                calls.add(one);
                futures.add(threads.submit(() -> one.run(connection)));
            }
            var ended = new ArrayList<Ended>();
            for (int call = 0; call < count; call++) {
                ended.add(result(calls.get(call), futures.get(call), control));
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

    private Ended result(CodeCall call, Future<Ended> future, TurnControl control)
            throws SQLException, InterruptedException, UnendedCall {
        try {
            return future.get(callMax.toMillis(), TimeUnit.MILLISECONDS);
        } catch (ExecutionException failed) {
            control.free();
            switch (failed.getCause()) {
                case SQLException failure -> throw failure;
                case CodeException unusable -> throw unusable;
                case UnendedCall unended -> throw unended;
                case Error ours -> throw ours;
                case null, default -> throw new IllegalStateException("a call of the code failed", failed.getCause());
            }
        } catch (TimeoutException late) {
            control.free();
            throw call.unended("did not end within " + callMax.toSeconds() + " s");
        }
    }
}
