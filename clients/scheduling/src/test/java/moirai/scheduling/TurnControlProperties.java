package moirai.scheduling;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/** Sessions on an engine with locks, in orders that locks may forbid. */
class TurnControlProperties {

    /**
     * The usual limits. Patience is far longer than any try may take, so that a session that runs out of it fails the
     * test.
     */
    private static final TurnLimits LIMITS = new TurnLimits(Duration.ofMillis(4), Duration.ofMinutes(2));

    /** Limits without stalls. No engine stops the sessions, so only the machine can be in the way of an order. */
    private static final TurnLimits NO_STALLS = new TurnLimits(Duration.ofMinutes(1), Duration.ofMinutes(2));

    /** The time after which a session counts as deadlocked. */
    private static final long DEADLOCK_SECONDS = 30;

    @Property(tries = 150)
    void whateverBlocksEverySessionComesToItsEnd(@ForAll long seed)
            throws InterruptedException, ExecutionException, TimeoutException {
        Script script = Script.random(new SplittableRandom(seed), 2);

        TurnReport report = run(script, Schedule.inOrder(script.order()), LIMITS);

        assertThat(report.impatient()).isEmpty();
        assertThat(script.order()).containsAll(report.order());
    }

    @Property(tries = 100)
    void whatNothingBlocksGoesInTheOrderAskedFor(@ForAll long seed)
            throws InterruptedException, ExecutionException, TimeoutException {
        Script script = Script.random(new SplittableRandom(seed), 0);

        TurnReport report = run(script, Schedule.inOrder(script.order()), NO_STALLS);

        assertThat(report).isEqualTo(new TurnReport(script.order(), List.of(), List.of()));
    }

    /** Asks for some pairs of an order, as dependency edges would; the rest goes as it comes. */
    @Property(tries = 100)
    void everyEdgeThatIsAskedForIsKept(@ForAll long seed)
            throws InterruptedException, ExecutionException, TimeoutException {
        var random = new SplittableRandom(seed);
        Script script = Script.random(random, 0);
        var builder = new Schedule.Builder();
        var edges = new ArrayList<List<Step>>();
        for (int i = 0; i < 3; i++) {
            int first = random.nextInt(script.order().size() - 1);
            int then = random.nextInt(first + 1, script.order().size());
            edges.add(List.of(script.order().get(first), script.order().get(then)));
            builder.before(edges.get(i).getFirst(), edges.get(i).getLast());
        }

        TurnReport report = run(script, builder.build(), NO_STALLS);

        assertThat(report.order()).containsExactlyInAnyOrderElementsOf(script.order());
        assertThat(edges).allSatisfy(edge -> assertThat(report.order()).containsSubsequence(edge));
    }

    private static TurnReport run(Script script, Schedule schedule, TurnLimits limits)
            throws InterruptedException, ExecutionException, TimeoutException {
        var control = new TurnControl(schedule, limits);
        var engine = new LockingEngine();
        try (var threads =
                Executors.newThreadPerTaskExecutor(Thread.ofPlatform().daemon().factory())) {
            var sessions = new ArrayList<Future<?>>();
            for (int session = 0; session < script.keys().size(); session++) {
                int number = session;
                sessions.add(threads.submit(() -> {
                    drive(number, script.keys().get(number), control, engine);
                    return null;
                }));
            }
            try {
                for (Future<?> session : sessions) {
                    session.get(DEADLOCK_SECONDS, TimeUnit.SECONDS);
                }
            } finally {
                threads.shutdownNow();
            }
        }
        return control.report();
    }

    private static void drive(int session, List<List<Integer>> txns, TurnControl control, LockingEngine engine)
            throws InterruptedException {
        for (int txn = 0; txn < txns.size(); txn++) {
            boolean isGranted = true;
            for (int index = 0; index < txns.get(txn).size() && isGranted; index++) {
                var step = new Step(session, txn, index);
                control.enter(step);
                isGranted = engine.lock(session, txns.get(txn).get(index));
                control.leave(step);
            }
            if (isGranted) {
                control.enter(Step.commit(session, txn));
                engine.release(session);
                control.leave(Step.commit(session, txn));
            } else {
                engine.release(session);
            }
            control.endTxn(session, txn);
        }
    }
}
