package moirai.runs.replay;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.IntStream;
import moirai.analysis.Anomaly;
import moirai.analysis.Findings;
import moirai.analysis.Verdict;
import moirai.analysis.shrinking.HistoryShrinker;
import moirai.history.History;
import moirai.history.HistoryBuilder;
import moirai.history.Outcome;
import moirai.history.RunHeader;
import moirai.history.Txn;
import moirai.runs.RunClock;
import moirai.runs.cases.Claim;
import moirai.runs.cases.HistoryCase;
import moirai.runs.cases.StatementOrder;
import moirai.scheduling.HeldSession;
import moirai.scheduling.Schedule;
import moirai.scheduling.TurnControl;
import moirai.scheduling.TurnLimits;

/**
 * The attempts at one schedule of a case, one after the other, by the same sessions at the same places, each on fresh
 * keys and, where a database needs that, on new tables. A session that was lost is opened again for the next attempt.
 * For one thread.
 */
final class Attempts implements AutoCloseable {

    /** The maximal time of an attempt: longer than a client waits for a lost connection. */
    private static final Duration ATTEMPT_MAX = Duration.ofSeconds(30);

    private final HistoryCase found;
    private final Script script;
    private final Stage stage;
    private final Placement placement;
    private final RunHeader header;
    private final RunClock clock = RunClock.start();
    private final Map<Integer, ReplaySession> sessions = new TreeMap<>();
    private Optional<Stage.Scene> scene = Optional.empty();
    private int made;

    /** @param header the header of the attempts' histories */
    Attempts(HistoryCase found, Script script, Stage stage, Placement placement, RunHeader header) {
        this.found = found;
        this.script = script;
        this.stage = stage;
        this.placement = placement;
        this.header = header;
    }

    /**
     * Runs the case's transactions under a schedule, and judges what they observed.
     *
     * @param rounds how often each session runs its transactions
     * @throws moirai.clients.ClientException if a session cannot be opened
     * @throws IllegalStateException if a session read a value that is not a list
     */
    Attempt next(Schedule schedule, int rounds) throws InterruptedException {
        if (stage.isOfOneAttempt() || made >= script.keys().attemptsMax()) {
            close();
        }
        int attempt = made++;
        List<ReplaySession> ready = ready();
        var control = new TurnControl(schedule, TurnLimits.DEFAULT);
        var running = new ArrayList<Future<List<Txn>>>();
        for (int session = 0; session < ready.size(); session++) {
            running.add(ready.get(session).run(script.plans(session, attempt, rounds), control));
        }
        var seen = new ArrayList<Txn>();
        boolean isComplete = true;
        long deadline = System.nanoTime() + ATTEMPT_MAX.toNanos();
        for (int session = 0; session < running.size(); session++) {
            List<Txn> ran = await(running.get(session), control, deadline, session);
            isComplete &= ran.size() == rounds * script.txns().get(session).size();
            for (Txn txn : ran) {
                seen.add(original(txn, session, attempt));
            }
        }
        History history = history(seen, isComplete);
        Sight sight = sight(history);
        return new Attempt(sight, sight == Sight.SHOWN && looksTheSame(history), history, control.report());
    }

    /** Returns the order in which an attempt ran; free if not every statement of the case ran. */
    StatementOrder order(Attempt attempt) {
        return script.order(attempt.turns().order());
    }

    /** Returns whether the history, shrunk, has the fingerprint of the case. */
    private boolean looksTheSame(History history) {
        List<Integer> witness = found.claim()
                .witness(history)
                .map(Anomaly::txns)
                .orElseGet(() -> IntStream.range(0, history.txnCount()).boxed().toList());
        return HistoryShrinker.shrink(history, found.claim().symptom(), witness)
                .map(shrunk ->
                        new HistoryCase(found.claim(), shrunk.history(), found.origin(), List.of()).fingerprint())
                .filter(found.fingerprint()::equals)
                .isPresent();
    }

    private List<ReplaySession> ready() {
        Stage.Scene current = scene.orElseGet(() -> stage.scene(script.sessionCount()));
        scene = Optional.of(current);
        for (int session = 0; session < script.sessionCount(); session++) {
            ReplaySession old = sessions.get(session);
            if (old == null || !old.isOpen()) {
                close(session);
                // Of its own for each connection: a thread that is stuck below the old one still has the old one.
                HeldSession held = current.held().renewed(session);
                var placed = current.source().open(placement.slots().get(session), session, clock);
                sessions.put(session, new ReplaySession(placed.client(), held));
            }
        }
        return List.copyOf(sessions.values());
    }

    private List<Txn> await(Future<List<Txn>> running, TurnControl control, long deadline, int session)
            throws InterruptedException {
        try {
            return running.get(Math.max(1, deadline - System.nanoTime()), TimeUnit.NANOSECONDS);
        } catch (TimeoutException | CancellationException stuck) {
            control.free();
            close(session);
            return List.of();
        } catch (ExecutionException broken) {
            control.free();
            close(session);
            throw broken.getCause() instanceof RuntimeException own ? own : new IllegalStateException(broken);
        }
    }

    private Txn original(Txn txn, int session, int attempt) {
        return new Txn(
                script.history().session(script.txns().get(session).getFirst()),
                txn.ops().stream()
                        .map(op -> script.keys().original(op, attempt))
                        .toList(),
                txn.outcome(),
                txn.startNanos(),
                txn.endNanos());
    }

    private History history(List<Txn> seen, boolean isComplete) {
        var builder = new HistoryBuilder(header).labels(script.history().labels());
        seen.stream().sorted(Comparator.comparingLong(Txn::startNanos)).forEach(builder::add);
        return builder.build(isComplete);
    }

    private Sight sight(History history) {
        boolean isDoubtful = !history.isComplete();
        for (int txn = 0; txn < history.txnCount(); txn++) {
            isDoubtful |= history.outcome(txn) instanceof Outcome.Indeterminate;
        }
        boolean isShown = switch (found.claim()) {
            case Claim.Lost lost -> lost.isShownIn(history);
            case Claim.Forbidden(var phenomenon, var level) -> {
                Findings findings = Claim.CHECKER.analyze(history, level);
                isDoubtful |= findings.at(level) instanceof Verdict.Undecided;
                yield findings.forbiddenAt(level).stream().anyMatch(anomaly -> anomaly.phenomenon() == phenomenon);
            }
        };
        return isShown ? Sight.SHOWN : isDoubtful ? Sight.UNKNOWN : Sight.NOT_SHOWN;
    }

    private void close(int session) {
        ReplaySession old = sessions.remove(session);
        if (old != null) {
            old.close();
        }
    }

    @Override
    public void close() {
        List.copyOf(sessions.keySet()).forEach(this::close);
        scene.ifPresent(Stage.Scene::close);
        scene = Optional.empty();
        made = 0;
    }
}
