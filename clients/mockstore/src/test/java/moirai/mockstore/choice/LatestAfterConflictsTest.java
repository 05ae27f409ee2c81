package moirai.mockstore.choice;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import moirai.history.Seed;
import moirai.history.level.IsolationLevel;
import moirai.mockstore.MockStore;
import moirai.mockstore.StoreException;
import moirai.mockstore.StoreOptions;
import moirai.mockstore.StoreSession;
import moirai.mockstore.StoreTxn;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** A transaction that is tried again succeeds soon, however long the history is. */
class LatestAfterConflictsTest {

    private static final int VERSIONS = 3_000;

    static Stream<Arguments> levelsAndPolicies() {
        return Stream.of(
                        IsolationLevel.PARALLEL_SNAPSHOT_ISOLATION,
                        IsolationLevel.STRONG_SESSION_SNAPSHOT_ISOLATION,
                        IsolationLevel.STRONG_SESSION_SERIALIZABLE)
                .flatMap(level -> Stream.of(Policy.values()).map(policy -> Arguments.of(level, policy)));
    }

    private static MockStore written(IsolationLevel level, Policy policy) {
        var store = new MockStore(new StoreOptions(level, new Seed(1), policy.chooser(new Seed(1))));
        StoreSession writer = store.session();
        for (int version = 0; version < VERSIONS; version++) {
            StoreTxn txn = writer.begin();
            txn.readLatest("x"); // So that nobody can write before this one and after the former.
            txn.write("x", version);
            txn.commit();
        }
        return store;
    }

    private static int attempts(StoreSession session) {
        for (int attempts = 1; ; attempts++) {
            StoreTxn txn = session.begin();
            try {
                txn.read("x");
                txn.write("x", "new");
                txn.commit();
                return attempts;
            } catch (StoreException conflict) {
                assertThat(conflict.isConflict()).isTrue();
            }
        }
    }

    @ParameterizedTest
    @MethodSource("levelsAndPolicies")
    void aSessionThatIsFarBehindCommitsSoon(IsolationLevel level, Policy policy) {
        MockStore store = written(level, policy);

        for (int session = 0; session < 50; session++) {
            assertThat(attempts(store.session())).isLessThan(12);
        }
    }

    @Test
    void withoutConflictsAnythingMayBeRead() {
        MockStore store = written(IsolationLevel.STRONG_SESSION_SERIALIZABLE, Policy.UNIFORM);
        Set<Object> read = new HashSet<>();

        for (int reader = 0; reader < 100; reader++) {
            StoreTxn txn = store.session().begin();
            read.add(txn.read("x"));
            txn.commit();
        }

        assertThat(read).hasSizeGreaterThan(80);
    }

    /** After one conflict the retry still reads an old value sometimes. */
    @Test
    void afterAConflictOldValuesRemainPossible() {
        MockStore store = written(IsolationLevel.STRONG_SESSION_SERIALIZABLE, Policy.UNIFORM);

        List<Integer> attempts =
                Stream.generate(() -> attempts(store.session())).limit(50).toList();

        assertThat(attempts).contains(2).anyMatch(count -> count > 2);
    }
}
