package moirai.mockstore;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import moirai.analysis.Verdict;
import moirai.analysis.validation.LevelChecker;
import moirai.history.Seed;
import moirai.history.level.IsolationLevel;
import moirai.mockstore.choice.Policy;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/** Histories of some dozens of transactions, interleaved, with aborts, savepoints and locks, against the checkers. */
class StoreLevelProperties {

    private static final int STEPS = 240;

    @Property(tries = 40, edgeCases = EdgeCasesMode.NONE)
    void everyHistoryPassesTheCheckerOfItsLevel(@ForAll long seed) {
        for (IsolationLevel level : StoreLevels.all()) {
            var store = store(level, seed);
            run(store, new Random(seed));

            assertThat(verdict(store, level)).as("at %s", level).isInstanceOf(Verdict.Pass.class);
        }
    }

    private static MockStore store(IsolationLevel level, long seed) {
        List<Policy> policies = List.of(Policy.values());
        Policy policy = policies.get(Math.floorMod(seed, policies.size()));
        return new MockStore(new StoreOptions(
                level,
                new Seed(seed),
                policy.chooser(new Seed(seed)),
                Schedule.interleaved().withWait(1)));
    }

    private static Verdict verdict(MockStore store, IsolationLevel level) {
        return new LevelChecker().analyze(store.history(), level).at(level);
    }

    private static void run(MockStore store, Random random) {
        int sessionCount = 2 + random.nextInt(3);
        var sessions = new ArrayList<StoreSession>();
        var pending = new ArrayList<List<StoreTxn>>();
        for (int session = 0; session < sessionCount; session++) {
            sessions.add(store.session());
            pending.add(new ArrayList<>());
        }
        for (int step = 0; step < STEPS; step++) {
            int session = random.nextInt(sessionCount);
            List<StoreTxn> ofSession = pending.get(session);
            if (ofSession.isEmpty() || !ofSession.getLast().isPending()) {
                ofSession.add(sessions.get(session).begin());
            }
            try {
                step(ofSession.getLast(), random);
            } catch (StoreException refused) {
                assertThat(refused.sqlState()).isIn("40001", "40P01", "55P03");
            }
        }
    }

    private static void step(StoreTxn txn, Random random) {
        int key = random.nextInt(4);
        switch (random.nextInt(16)) {
            case 0, 1, 2, 3, 4 -> txn.read(key);
            case 5, 6, 7 -> txn.write(key, "value");
            case 8 -> txn.delete(key);
            case 9 -> txn.readForUpdate(key);
            case 10 -> {
                int savepoint = txn.savepoint();
                txn.write(key, "taken back");
                txn.read(key);
                txn.read(random.nextInt(4));
                txn.rollbackTo(savepoint);
            }
            case 11 -> txn.abort();
            default -> txn.commit();
        }
    }
}
