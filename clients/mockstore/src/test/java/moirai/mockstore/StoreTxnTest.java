package moirai.mockstore;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import moirai.analysis.Verdict;
import moirai.analysis.validation.LevelChecker;
import moirai.history.Seed;
import moirai.history.level.IsolationLevel;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

class StoreTxnTest {

    private static MockStore store(IsolationLevel level) {
        return new MockStore(new StoreOptions(level, new Seed(1), Chooser.latest(new Seed(1))));
    }

    private static MockStore impatient(IsolationLevel level) {
        return new MockStore(new StoreOptions(
                level,
                new Seed(1),
                Chooser.latest(new Seed(1)),
                Schedule.interleaved().withWait(20)));
    }

    private static String sqlState(Runnable step) {
        return catchThrowableOfType(StoreException.class, step::run).sqlState();
    }

    private static void write(StoreSession session, String key, int value) {
        StoreTxn txn = session.begin();
        txn.write(key, value);
        txn.commit();
    }

    @Test
    void aSessionHasOnePendingTransaction() {
        StoreSession session = store(IsolationLevel.CAUSAL).session();
        StoreTxn pending = session.begin();

        assertThatThrownBy(session::begin).hasMessage("T0 of session 0 is pending; commit or abort it first");
        assertThat(sqlState(session::begin)).isEqualTo("25001");

        pending.abort();
        assertThat(session.begin().number()).isEqualTo(1);
    }

    @Test
    void stepsAfterTheEndAreRefused() {
        StoreTxn txn = store(IsolationLevel.CAUSAL).session().begin();
        txn.commit();

        assertThatThrownBy(() -> txn.read("x")).hasMessage("T0 has ended; begin another transaction");
        assertThat(sqlState(() -> txn.read("x"))).isEqualTo("25P01");
        assertThat(sqlState(() -> txn.write("x", 1))).isEqualTo("25P01");
        assertThat(sqlState(txn::commit)).isEqualTo("25P01");
        assertThat(sqlState(txn::abort)).isEqualTo("25P01");
    }

    @Test
    void closingASessionAbortsWhatIsPending() {
        MockStore store = store(IsolationLevel.STRICT_SERIALIZABLE);
        StoreSession session = store.session();
        StoreTxn txn = session.begin();
        txn.write("x", 1);

        session.close();
        session.close();

        assertThat(txn.isPending()).isFalse();
        assertThat(store.session().begin().read("x")).isEmpty();
        assertThat(sqlState(session::begin)).isEqualTo("08003");
    }

    @Test
    void aCheckpointIsRefusedWhileATransactionIsPending() {
        MockStore store = store(IsolationLevel.CAUSAL);
        StoreTxn pending = store.session().begin();

        assertThatThrownBy(store::checkpoint)
                .hasMessage("a checkpoint while T0 of session 0 is pending; commit or abort it");
        pending.commit();
        store.checkpoint();
        assertThat(store.history().txnCount()).isZero();
    }

    @ParameterizedTest
    @MethodSource("moirai.mockstore.StoreLevels#all")
    void aCheckpointKeepsTheLastValues(IsolationLevel level) {
        MockStore store = store(level);
        StoreSession session = store.session();
        write(session, "x", 1);
        write(session, "x", 2);
        StoreTxn deletion = session.begin();
        deletion.write("y", 3);
        deletion.commit();
        deletion = session.begin();
        deletion.delete("y");
        deletion.commit();

        store.checkpoint();

        StoreTxn reader = store.session().begin();
        assertThat(reader.read("x")).contains(2);
        assertThat(reader.read("y")).isEmpty();
    }

    /** T2 read first the later and then the earlier of two commits, so the earlier one is the last in every order. */
    @Test
    void aCheckpointFollowsWhatWasReadBeforeTheTimesOfCommits() {
        MockStore store = store(IsolationLevel.STRONG_SESSION_MONOTONIC_ATOMIC_VIEW);
        write(store.session(), "x", 1);
        write(store.session(), "x", 2);
        StoreSession third = store.session();
        StoreTxn reader = third.begin();
        third.use(choice -> 0);
        assertThat(reader.read("x")).contains(2);
        third.use(choice -> 1);
        assertThat(reader.read("x")).contains(1);
        reader.commit();

        store.checkpoint();

        assertThat(store.session().begin().read("x")).contains(1);
    }

    /** T1 and T2 read, one after the other, what T0 had overwritten before either began. */
    private static List<IsolationLevel> weakLevels() {
        return StoreLevels.all().stream()
                .filter(level -> !level.implies(IsolationLevel.STRONG_SNAPSHOT_ISOLATION))
                .toList();
    }

    @ParameterizedTest
    @MethodSource("weakLevels")
    void aSessionThatOnlyReadsMayStayInThePast(IsolationLevel level) {
        MockStore store = store(level);
        write(store.session(), "x", 1);
        StoreSession session = store.session();
        session.use(choice -> choice.count() - 1);

        for (int txn = 0; txn < 2; txn++) {
            StoreTxn reader = session.begin();
            assertThat(reader.read("x")).isEmpty();
            reader.commit();
        }
    }

    @Test
    void readsForUpdateExcludeEachOther() {
        MockStore store = impatient(IsolationLevel.STRONG_SESSION_MONOTONIC_ATOMIC_VIEW);
        StoreTxn holder = store.session().begin();
        assertThat(holder.readForUpdate("x")).isEmpty();
        StoreTxn other = store.session().begin();

        assertThatThrownBy(() -> other.readForUpdate("x"))
                .hasMessage(
                        "T1 waited 20 ms for key x, which T0 has locked or written: commit or abort that one first");
        assertThat(sqlState(() -> other.write("x", 1))).isEqualTo("55P03");
        assertThat(other.read("x")).isEmpty();

        holder.write("x", 7);
        holder.commit();
        assertThat(other.readForUpdate("x")).contains(7);
    }

    @Test
    void aReadForUpdateWaitsForWhoHasWritten() {
        MockStore store = impatient(IsolationLevel.STRONG_SESSION_MONOTONIC_ATOMIC_VIEW);
        StoreTxn writer = store.session().begin();
        writer.write("x", 1);
        StoreTxn other = store.session().begin();

        assertThat(sqlState(() -> other.readForUpdate("x"))).isEqualTo("55P03");
        writer.abort();
        assertThat(other.readForUpdate("x")).isEmpty();
    }

    @Test
    void whoWaitsForALockGetsItWhenItsHolderEnds() {
        MockStore store = store(IsolationLevel.CAUSAL);
        StoreTxn holder = store.session().begin();
        holder.readForUpdate("x");
        StoreTxn other = store.session().begin();

        var waiting = CompletableFuture.supplyAsync(() -> other.readForUpdate("x"));
        holder.write("x", 1);
        holder.commit();

        assertThat(waiting.join()).contains(1);
    }

    @Test
    void aDeadlockAbortsOneOfThoseInIt() {
        MockStore store = store(IsolationLevel.CAUSAL);
        StoreTxn one = store.session().begin();
        StoreTxn other = store.session().begin();
        one.readForUpdate("x");
        other.readForUpdate("y");

        var waiting = CompletableFuture.supplyAsync(() -> one.readForUpdate("y"));
        String failure = "none";
        try {
            other.readForUpdate("x");
            waiting.join();
        } catch (StoreException failed) {
            failure = failed.sqlState();
        } catch (CompletionException failed) {
            failure = failed.getCause() instanceof StoreException refused ? refused.sqlState() : "other";
        }

        assertThat(failure).isEqualTo("40P01");
        assertThat(one.isPending()).isNotEqualTo(other.isPending());
    }

    /** T1 has read y from a snapshot without T2, which has written x since. */
    @Test
    void aReadForUpdateFailsIfTheLevelDoesNotAllowTheLatestValue() {
        MockStore store = store(IsolationLevel.STRONG_SESSION_SNAPSHOT_ISOLATION);
        write(store.session(), "y", 1);
        StoreTxn reader = store.session().begin();
        reader.read("y");
        StoreTxn writer = store.session().begin();
        writer.write("x", 2);
        writer.write("y", 2);
        writer.commit();

        assertThat(sqlState(() -> reader.readForUpdate("x"))).isEqualTo("40001");
        assertThat(reader.isPending()).isFalse();
    }

    @ParameterizedTest
    @MethodSource("moirai.mockstore.StoreLevels#all")
    void aRollbackToASavepointTakesBackWritesAndKeepsReads(IsolationLevel level) {
        MockStore store = store(level);
        StoreSession session = store.session();
        write(session, "x", 1);
        write(session, "y", 1);
        StoreTxn txn = session.begin();
        txn.write("x", 2);
        int savepoint = txn.savepoint();
        txn.write("x", 3);
        txn.write("y", 3);
        int inner = txn.savepoint();
        txn.delete("x");
        assertThat(txn.read("x")).isEmpty();
        assertThat(txn.read("z")).isEmpty();

        txn.rollbackTo(inner);
        assertThat(txn.read("x")).contains(3);
        txn.rollbackTo(savepoint);

        assertThat(sqlState(() -> txn.rollbackTo(inner))).isEqualTo("3B001");
        assertThat(txn.read("x")).contains(2);
        assertThat(txn.read("y")).contains(1);
        txn.commit();
        assertThat(new LevelChecker().analyze(store.history(), level).at(level)).isInstanceOf(Verdict.Pass.class);
        assertThat(store.history().opCount()).isEqualTo(2 + 4);
        assertThat(session.begin().read("y")).contains(1);
    }

    /** Both read x and the first commits a write of it; the second takes its own back and may commit. */
    @Test
    void whoTakesItsWriteBackHasNoConflict() {
        MockStore store = store(IsolationLevel.STRONG_SESSION_SNAPSHOT_ISOLATION);
        StoreTxn one = store.session().begin();
        StoreTxn other = store.session().begin();
        other.read("x");
        int savepoint = other.savepoint();
        other.write("x", 2);
        one.read("x");
        one.write("x", 1);
        one.commit();

        other.rollbackTo(savepoint);
        other.commit();

        assertThat(store.session().begin().read("x")).contains(1);
    }

    /** Both read x and write it: the second would overwrite what it has not seen. */
    @ParameterizedTest
    @EnumSource(
            value = IsolationLevel.class,
            names = {
                "PARALLEL_SNAPSHOT_ISOLATION",
                "STRONG_SESSION_SNAPSHOT_ISOLATION",
                "STRONG_SNAPSHOT_ISOLATION",
                "STRONG_SESSION_SERIALIZABLE",
                "STRICT_SERIALIZABLE"
            })
    void aLostUpdateIsAConflict(IsolationLevel level) {
        MockStore store = store(level);
        StoreTxn one = store.session().begin();
        StoreTxn other = store.session().begin();
        one.read("x");
        other.read("x");
        one.write("x", 1);
        other.write("x", 2);
        one.commit();

        assertThatThrownBy(other::commit)
                .hasMessage("could not serialize access at " + StoreLevels.NAMES.label(level)
                        + ": try the transaction again");
        assertThat(other.isPending()).isFalse();
    }

    /** A rewound store numbers its sessions anew. */
    @Test
    void aLimitOfWaitingEndsWithItsSession() {
        MockStore store = store(IsolationLevel.STRICT_SERIALIZABLE);
        try (StoreSession limited = store.session()) {
            limited.limitWaiting(1);
        }
        store.rewind();
        StoreTxn waiting = store.session().begin();
        StoreTxn holding = store.session().begin();
        holding.readForUpdate("x");
        CompletableFuture<Optional<Object>> read = CompletableFuture.supplyAsync(() -> waiting.readForUpdate("x"));

        assertThatThrownBy(() -> read.get(50, TimeUnit.MILLISECONDS)).isInstanceOf(TimeoutException.class);
        holding.commit();
        assertThat(read.join()).isEmpty();
    }
}
