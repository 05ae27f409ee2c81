package moirai.mockstore.locks;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import moirai.history.Seed;
import moirai.history.level.IsolationLevel;
import moirai.mockstore.Chooser;
import moirai.mockstore.MockStore;
import moirai.mockstore.StoreException;
import moirai.mockstore.StoreOptions;
import moirai.mockstore.StoreTxn;
import moirai.mockstore.levels.ProductLevel;
import moirai.mockstore.levels.StoreLevel;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Transactions that wait for a key are served in order of arrival. */
class LockQueueTest {

    private static final StoreLevel CAUSAL = StoreLevel.of(IsolationLevel.CAUSAL);

    /** What was done, in order. */
    private final List<String> done = Collections.synchronizedList(new ArrayList<>());

    private static MockStore store(StoreLevel level) {
        return new MockStore(new StoreOptions(level, new Seed(1), Chooser.latest(new Seed(1))));
    }

    /** Starts a step that has to wait, and returns when it waits. */
    private Thread waiting(String name, Runnable step) {
        Thread thread = Thread.ofPlatform().start(() -> {
            try {
                step.run();
                done.add(name);
            } catch (StoreException failure) {
                done.add(name + " " + failure.sqlState());
            }
        });
        while (thread.getState() != Thread.State.TIMED_WAITING) {
            assertThat(thread.isAlive()).as("%s waits; done: %s", name, done).isTrue();
            Thread.onSpinWait();
        }
        return thread;
    }

    private void lock(StoreTxn txn, LockMode mode) {
        txn.lock("x", mode);
    }

    @ParameterizedTest
    @EnumSource
    void whoComesFirstGoesFirst(ProductLevel level) throws InterruptedException {
        MockStore store = store(level);
        StoreTxn holder = store.session().begin();
        lock(holder, LockMode.UPDATE);
        List<Thread> others = IntStream.range(0, 20)
                .mapToObj(number -> waiting("T" + number, () -> {
                    StoreTxn txn = store.session().begin();
                    lock(txn, LockMode.UPDATE);
                    done.add("T" + number + " locks");
                    txn.abort();
                }))
                .toList();

        holder.abort();
        for (Thread other : others) {
            other.join();
        }

        assertThat(done.stream().filter(what -> what.endsWith("locks")).toList())
                .isEqualTo(IntStream.range(0, 20)
                        .mapToObj(number -> "T" + number + " locks")
                        .toList());
    }

    /** However fast a session is that locks the row again and again, it waits for who came before. */
    @Test
    void aNewcomerWaitsForWhoWasWoken() throws InterruptedException {
        MockStore store = store(ProductLevel.POSTGRES_READ_COMMITTED);
        StoreTxn holder = store.session().begin();
        holder.write("x", 1);
        StoreTxn other = store.session().begin();
        StoreTxn newcomer = store.session().begin();
        Thread waiting = waiting("other", () -> lock(other, LockMode.UPDATE));

        holder.commit();

        assertThat(newcomer.tryLock(List.of("x"), LockMode.UPDATE)).isFalse();
        waiting.join();
        assertThat(done).containsExactly("other");
    }

    /** As in PostgreSQL, FOR SHARE need not wait for who waits. */
    @Test
    void aSharedLockOvertakesWhileAllLocksAreShared() throws InterruptedException {
        MockStore store = store(ProductLevel.POSTGRES_READ_COMMITTED);
        StoreTxn reader = store.session().begin();
        StoreTxn late = store.session().begin();
        StoreTxn writer = store.session().begin();
        lock(reader, LockMode.SHARE);
        Thread waiting = waiting("writer", () -> lock(writer, LockMode.UPDATE));

        lock(late, LockMode.SHARE);

        reader.commit();
        assertThat(done).isEmpty();
        late.commit();
        waiting.join();
        assertThat(done).containsExactly("writer");
    }

    /** T3 wants a shared lock that T1 would give, but T2 came before. */
    @Test
    void aSharedLockThatHadToWaitDoesNotOvertake() throws InterruptedException {
        MockStore store = store(ProductLevel.POSTGRES_READ_COMMITTED);
        StoreTxn holder = store.session().begin();
        lock(holder, LockMode.UPDATE);
        StoreTxn reader = store.session().begin();
        StoreTxn writer = store.session().begin();
        StoreTxn late = store.session().begin();
        Thread first = waiting("reader", () -> lock(reader, LockMode.SHARE));
        Thread second = waiting("writer", () -> lock(writer, LockMode.UPDATE));
        Thread third = waiting("late", () -> lock(late, LockMode.SHARE));

        holder.commit();
        first.join();
        assertThat(done).containsExactly("reader");
        reader.commit();
        second.join();
        assertThat(done).containsExactly("reader", "writer");
        writer.commit();
        third.join();
    }

    @Test
    void whoIsCancelledLetsTheNextGoOn() throws InterruptedException {
        MockStore store = store(ProductLevel.POSTGRES_READ_COMMITTED);
        StoreTxn reader = store.session().begin();
        lock(reader, LockMode.UPDATE);
        StoreTxn writer = store.session().begin();
        StoreTxn late = store.session().begin();
        Thread cancelled = waiting("writer", () -> lock(writer, LockMode.UPDATE));
        Thread next = waiting("late", () -> lock(late, LockMode.SHARE));

        cancelled.interrupt();
        cancelled.join();
        assertThat(done).containsExactly("writer 57014");
        reader.commit();
        next.join();

        assertThat(done).containsExactly("writer 57014", "late");
        assertThat(writer.isPending()).isTrue();
    }

    /** T0 holds a lock that T1 waits for, and wants more: it must not wait for T1. */
    @Test
    void whoHoldsALockAlreadyDoesNotWaitForThoseWhoWait() throws InterruptedException {
        MockStore store = store(ProductLevel.POSTGRES_READ_COMMITTED);
        StoreTxn holder = store.session().begin();
        StoreTxn reader = store.session().begin();
        lock(holder, LockMode.SHARE);
        lock(reader, LockMode.SHARE);
        StoreTxn writer = store.session().begin();
        Thread behind = waiting("writer", () -> lock(writer, LockMode.UPDATE));
        Thread more = waiting("more", () -> lock(holder, LockMode.UPDATE));

        reader.commit();
        more.join();
        assertThat(done).containsExactly("more");
        holder.commit();
        behind.join();
    }

    /** T1 waits for T2, which came before it; T2 for T0, and T0 for T1. */
    @Test
    void aDeadlockThroughTheQueueIsFound() throws InterruptedException {
        MockStore store = store(ProductLevel.POSTGRES_READ_COMMITTED);
        StoreTxn holder = store.session().begin();
        StoreTxn other = store.session().begin();
        StoreTxn between = store.session().begin();
        lock(holder, LockMode.KEY_SHARE);
        other.lock("y", LockMode.UPDATE);
        Thread first = waiting("between", () -> lock(between, LockMode.UPDATE));
        Thread second = waiting("other", () -> lock(other, LockMode.UPDATE));

        Thread last = Thread.ofPlatform().start(() -> {
            try {
                holder.lock("y", LockMode.UPDATE);
            } catch (StoreException failure) {
                done.add("holder " + failure.sqlState());
            }
        });
        last.join();

        first.join();
        between.commit();
        second.join();
        assertThat(done).containsExactlyInAnyOrder("holder 40P01", "between", "other");
    }

    /** Writers do not wait for each other, so a read for update would wait for ever if each went before it. */
    @Test
    void writersDoNotOvertakeAReadForUpdate() throws InterruptedException {
        MockStore store = store(CAUSAL);
        StoreTxn writer = store.session().begin();
        writer.write("x", 1);
        StoreTxn reader = store.session().begin();
        StoreTxn late = store.session().begin();
        Thread first = waiting("reader", () -> reader.readForUpdate("x"));
        Thread second = waiting("late", () -> late.write("x", 2));

        writer.write("x", 3);
        writer.commit();
        first.join();
        assertThat(done).containsExactly("reader");
        reader.commit();
        second.join();
    }

    /** T2 only lets T1 go first, which waits for T0. Rather than that T0 waits for T2 in vain, T2 goes on. */
    @Test
    void whoOnlyLetsOthersGoFirstIsNoPartOfADeadlock() throws InterruptedException {
        MockStore store = store(CAUSAL);
        StoreTxn writer = store.session().begin();
        writer.write("x", 1);
        StoreTxn reader = store.session().begin();
        StoreTxn late = store.session().begin();
        late.readForUpdate("y");
        Thread first = waiting("reader", () -> reader.readForUpdate("x"));
        Thread second = waiting("late", () -> late.write("x", 2));

        Thread third = waiting("writer", () -> writer.readForUpdate("y"));

        second.join();
        assertThat(done).containsExactly("late");
        late.commit();
        third.join();
        writer.commit();
        first.join();
        assertThat(done).containsExactly("late", "writer", "reader");
    }
}
