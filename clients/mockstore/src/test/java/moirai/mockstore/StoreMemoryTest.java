package moirai.mockstore;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import moirai.analysis.Verdict;
import moirai.analysis.validation.LevelChecker;
import moirai.history.Seed;
import moirai.history.level.IsolationLevel;
import moirai.mockstore.levels.ProductLevel;
import moirai.mockstore.levels.StoreLevel;
import moirai.mockstore.locks.LockMode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A store that forgets old transactions answers as one that does not. */
class StoreMemoryTest {

    private static final int SESSIONS = 5;
    private static final int KEYS = 4;
    private static final int STEPS = 600;
    private static final int KEPT = 4;

    static Stream<StoreLevel> levels() {
        return Stream.concat(StoreLevels.all().stream().map(StoreLevel::of), Stream.of(ProductLevel.values()));
    }

    /** Sessions of a store in one thread, with what they were answered. */
    private static final class Run {

        final MockStore store;
        final List<StoreSession> sessions = new ArrayList<>();
        final List<Optional<StoreTxn>> txns = new ArrayList<>();
        final List<String> answers = new ArrayList<>();
        private final SplittableRandom random;
        private int lastValue;

        Run(StoreLevel level, long seed) {
            store = new MockStore(new StoreOptions(level, new Seed(seed), Chooser.uniform(new Seed(seed))));
            random = new SplittableRandom(seed);
            for (int session = 0; session < SESSIONS; session++) {
                sessions.add(store.session());
                txns.add(Optional.empty());
            }
        }

        void step() {
            int session = random.nextInt(SESSIONS);
            Optional<StoreTxn> pending = txns.get(session).filter(StoreTxn::isPending);
            StoreTxn txn = pending.orElseGet(() -> sessions.get(session).begin());
            txns.set(session, Optional.of(txn));
            String key = "k" + random.nextInt(KEYS);
            int what = random.nextInt(14);
            try {
                if (what == 12) {
                    // Nobody ever writes it.
                    answers.add("none=" + txn.read("none" + answers.size()));
                } else if (what == 13) {
                    delete(txn, key);
                } else if (what < 4) {
                    answers.add(key + "=" + txn.read(key));
                } else if (what < 8) {
                    write(txn, key, ++lastValue);
                } else if (what < 11) {
                    txn.commit();
                    answers.add("committed");
                } else if (random.nextBoolean()) {
                    txn.abort();
                } else {
                    int savepoint = txn.savepoint();
                    write(txn, key, ++lastValue);
                    answers.add(key + "=" + txn.read(key));
                    txn.rollbackTo(savepoint);
                }
            } catch (StoreException conflict) {
                answers.add(conflict.sqlState());
            }
        }

        private void write(StoreTxn txn, String key, int value) {
            if (mayChange(txn, key)) {
                txn.write(key, value);
            }
        }

        private void delete(StoreTxn txn, String key) {
            if (mayChange(txn, key)) {
                txn.delete(key);
            }
        }

        /** At a product's level, whoever writes has to lock, and at repeatable read not to be overtaken. */
        private boolean mayChange(StoreTxn txn, String key) {
            boolean isByStatement = store.options().level().isByStatement();
            return !isByStatement || (txn.tryLock(List.of(key), LockMode.CHANGE) && txn.isCurrent(key));
        }

        /** Ends what is pending; returns the last values. */
        List<Optional<Object>> end() {
            txns.forEach(txn -> txn.filter(StoreTxn::isPending).ifPresent(StoreTxn::abort));
            store.checkpoint();
            StoreTxn reader = sessions.getFirst().begin();
            return IntStream.range(0, KEYS)
                    .mapToObj(key -> reader.read("k" + key))
                    .toList();
        }
    }

    @ParameterizedTest
    @MethodSource("levels")
    void whatIsForgottenMakesNoDifference(StoreLevel level) {
        int forgotten = 0;
        int keys = 0;
        int allKeys = 0;
        for (int seed = 0; seed < 40; seed++) {
            var all = new Run(level, seed);
            var last = new Run(level, seed);
            last.store.memory().keepLast(KEPT);

            for (int step = 0; step < STEPS; step++) {
                all.step();
                last.step();
            }

            assertThat(String.join("\n", last.answers)).as("seed %s", seed).isEqualTo(String.join("\n", all.answers));
            keys += last.store.keys().size();
            allKeys += all.store.keys().size();
            forgotten += last.store.memory().forgottenCount();
            assertThat(new LevelChecker()
                            .analyze(last.store.history(), level.guarantee())
                            .at(level.guarantee()))
                    .as("seed %s", seed)
                    .isInstanceOf(Verdict.Pass.class);
            assertThat(last.end()).as("seed %s", seed).isEqualTo(all.end());
        }
        boolean keepsRealTime = level.guarantee().implies(IsolationLevel.STRONG_READ_COMMITTED);
        assertThat(forgotten > 0).isEqualTo(keepsRealTime);
        assertThat(keys < allKeys).isEqualTo(keepsRealTime);
    }

    @Test
    void historiesOfTransactionsThatDoNotOverlapStayShort() {
        var store = new MockStore(StoreOptions.uniform(IsolationLevel.STRICT_SERIALIZABLE, new Seed(1)));
        store.memory().keepLast(10);
        StoreSession session = store.session();

        for (int number = 0; number < 1_000; number++) {
            StoreTxn txn = session.begin();
            assertThat(txn.read("x")).isEqualTo(number == 0 ? Optional.empty() : Optional.of(number - 1));
            txn.write("x", number);
            txn.commit();
        }

        assertThat(store.history().txnCount()).isBetween(10, 21);
        assertThat(store.memory().forgottenCount())
                .isEqualTo(1_000 - store.history().txnCount());
    }

    @ParameterizedTest
    @MethodSource("levels")
    void transactionsWithoutEffectAreForgottenThoughNobodyWrites(StoreLevel level) {
        var store = new MockStore(new StoreOptions(level, new Seed(1), Chooser.uniform(new Seed(1))));
        store.memory().keepLast(10);
        StoreSession session = store.session();

        for (int number = 0; number < 1_000; number++) {
            StoreTxn txn = session.begin();
            txn.read("x");
            if (number % 2 == 0) {
                txn.commit();
            } else {
                txn.abort();
            }
        }

        boolean keepsRealTime = level.guarantee().implies(IsolationLevel.STRONG_READ_COMMITTED);
        assertThat(store.history().txnCount()).isBetween(keepsRealTime ? 10 : 1_000, keepsRealTime ? 21 : 1_000);
        assertThat(store.memory().forgottenCount()).isZero();
    }

    @Test
    void transactionsThatAbortAreForgotten() {
        var store = new MockStore(StoreOptions.uniform(IsolationLevel.STRICT_SERIALIZABLE, new Seed(1)));
        store.memory().keepLast(10);
        StoreSession session = store.session();

        for (int number = 0; number < 1_000; number++) {
            StoreTxn txn = session.begin();
            txn.write("x", number);
            txn.abort();
        }

        assertThat(store.history().txnCount()).isBetween(10, 21);
    }
}
