package moirai.reenactment;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import moirai.reenactment.Player.Ending;
import moirai.reenactment.Player.Played;
import moirai.scheduling.HeldSession;
import moirai.scheduling.Schedule;
import moirai.scheduling.StepRule;
import moirai.scheduling.TurnControl;
import moirai.scheduling.TurnReport;

/** A replay of directed cases, with each call in a thread of its own, which returns their outcomes. */
public final class DirectedReplay {

    private DirectedReplay() {}

    /**
     * Replays a case once.
     *
     * @throws SQLException if the database cannot be reached, set up or read afterwards
     * @throws InterruptedException if interrupted meanwhile; what runs is left to the database
     */
    public static ReplayOutcome replay(DirectedCase wanted, ReplayTarget target)
            throws SQLException, InterruptedException {
        try (ReplayTarget.Stage stage = target.open(wanted)) {
            var schedule =
                    Schedule.inOrder(stage.order().stream().map(CaseStep::step).toList());
            var control = new TurnControl(schedule, target.limits());
            List<Played> played = play(wanted, stage, control);
            ReplayOutcome outcome = judged(wanted, stage, played, control.report());
            boolean isUnnoticed = outcome instanceof ReplayOutcome.Manifested(var evidence)
                    && !evidence.isVisible()
                    && !target.isDictated();
            return isUnnoticed ? new ReplayOutcome.Unnoticed(wanted.evidence()) : outcome;
        }
    }

    private static List<Played> play(DirectedCase wanted, ReplayTarget.Stage stage, TurnControl control)
            throws SQLException, InterruptedException {
        int calls = wanted.scenario().calls().size();
        var connections = new ArrayList<Connection>();
        try (ExecutorService threads = Executors.newFixedThreadPool(calls)) {
            for (int call = 0; call < calls; call++) {
                connections.add(stage.connect(call));
            }
            var futures = new ArrayList<Future<Played>>();
            for (int call = 0; call < calls; call++) {
                Player player = new Player(wanted, call, stage);
                var session = new HeldSession(call, StepRule.EVERY_STATEMENT);
                Connection held = session.hold(connections.get(call));
                session.follow(control);
                futures.add(threads.submit(() -> {
                    try {
                        return player.play(held);
                    } finally {
                        session.leave();
                    }
                }));
            }
            var played = new ArrayList<Played>();
            for (Future<Played> future : futures) {
                played.add(result(future));
            }
            return played;
        } finally {
            for (Connection connection : connections) {
                connection.close();
            }
        }
    }

    private static Played result(Future<Played> future) throws SQLException, InterruptedException {
        try {
            return future.get();
        } catch (ExecutionException failed) {
            if (failed.getCause() instanceof SQLException failure) {
                throw failure;
            }
            throw new IllegalStateException("a call of a directed case failed", failed.getCause());
        }
    }

    private static ReplayOutcome judged(
            DirectedCase wanted, ReplayTarget.Stage stage, List<Played> played, TurnReport report) throws SQLException {
        for (Played one : played) {
            if (one.ending() instanceof Ending.Refused refused) {
                return ReplayOutcome.refused(refused.step(), refused.sqlState(), refused.message());
            }
        }
        String difference = difference(wanted, stage, played);
        if (difference.isEmpty()) {
            return new ReplayOutcome.Manifested(wanted.evidence());
        }
        // Who waited for a lock and was then let go may have met another anomaly than the one that was meant.
        Evidence evidence =
                wanted.evidence(played.stream().map(Played::observations).toList(), stage.rows());
        List<String> waited = stage.waited(report);
        return waited.isEmpty() || evidence != Evidence.CYCLE
                ? new ReplayOutcome.Diverged(difference, evidence)
                : new ReplayOutcome.PreventedByBlocking(waited);
    }

    /** Returns the first difference from the prediction; empty if there is none. */
    private static String difference(DirectedCase wanted, ReplayTarget.Stage stage, List<Played> played)
            throws SQLException {
        return stage.refusals().isEmpty()
                ? wanted.difference(played.stream().map(Played::observations).toList(), stage.rows())
                : stage.refusals().getFirst();
    }
}
