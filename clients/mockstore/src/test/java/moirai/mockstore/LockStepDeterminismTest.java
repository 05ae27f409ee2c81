package moirai.mockstore;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.stream.IntStream;
import moirai.history.History;
import moirai.history.Seed;
import moirai.history.Txn;
import moirai.history.level.IsolationLevel;
import moirai.mockstore.choice.Policy;
import moirai.mockstore.choice.Recorded;
import moirai.mockstore.choice.Scripted;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Sessions in threads of their own, in lock step: the seed decides all. */
class LockStepDeterminismTest {

    private static final int SESSIONS = 4;
    private static final Executor THREADS = task -> Thread.ofPlatform().start(task);

    @ParameterizedTest
    @MethodSource("moirai.mockstore.StoreLevels#all")
    void oneSeedGivesOneHistory(IsolationLevel level) {
        Set<List<Txn>> histories = new HashSet<>();
        for (int run = 0; run < 10; run++) {
            histories.add(run(level, Policy.UNIFORM.chooser(new Seed(42))));
        }

        assertThat(histories).hasSize(1);
        assertThat(run(level, Policy.UNIFORM.chooser(new Seed(43)))).isNotIn(histories);
    }

    @ParameterizedTest
    @MethodSource("moirai.mockstore.StoreLevels#all")
    void whatWasRecordedCanBeReplayed(IsolationLevel level) {
        var recorded = new Recorded(Policy.STALE.chooser(new Seed(5)));
        List<Txn> first = run(level, recorded);
        var script = new Scripted(recorded.choices());

        assertThat(run(level, script)).isEqualTo(first);
        assertThat(script.isFinished()).isTrue();
    }

    private static List<Txn> run(IsolationLevel level, Chooser chooser) {
        var store = new MockStore(new StoreOptions(level, new Seed(9), chooser, Schedule.lockStep(SESSIONS)));
        List<StoreSession> sessions =
                IntStream.range(0, SESSIONS).mapToObj(i -> store.session()).toList();
        var running = new ArrayList<CompletableFuture<Void>>();
        sessions.forEach(session -> running.add(CompletableFuture.runAsync(() -> program(session), THREADS)));
        running.forEach(CompletableFuture::join);
        History history = store.history();
        return IntStream.range(0, history.txnCount()).mapToObj(history::txn).toList();
    }

    private static void program(StoreSession session) {
        var random = new SplittableRandom(session.number());
        for (int i = 0; i < 12; i++) {
            StoreTxn txn = session.begin();
            try {
                for (int step = 0; step < 3; step++) {
                    String key = "k" + random.nextInt(3);
                    if (random.nextBoolean()) {
                        int before = (int) txn.read(key).orElse(0);
                        txn.write("k" + random.nextInt(3), before + 1);
                    } else {
                        txn.read(key);
                    }
                }
                txn.commit();
            } catch (StoreException conflict) {
                assertThat(conflict.isConflict()).isTrue();
            }
        }
        session.close();
    }
}
