package moirai.mockstore;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.concurrent.CompletableFuture;
import moirai.history.Seed;
import moirai.history.level.IsolationLevel;
import org.junit.jupiter.api.Test;

class ScheduleTest {

    private static MockStore store(Schedule schedule) {
        return new MockStore(
                StoreOptions.uniform(IsolationLevel.CAUSAL, new Seed(1)).with(schedule));
    }

    @Test
    void interleavedTransactionsBeginAtOnce() {
        MockStore store = store(Schedule.interleaved().withWait(1));

        StoreTxn one = store.session().begin();
        StoreTxn other = store.session().begin();

        assertThat(one.isPending()).isTrue();
        assertThat(other.isPending()).isTrue();
    }

    @Test
    void aSerialTransactionWaitsForThePendingOneAndSaysSo() {
        MockStore store = store(Schedule.serial().withWait(20));
        StoreTxn first = store.session().begin();
        StoreSession second = store.session();

        assertThatThrownBy(second::begin)
                .isInstanceOf(StoreException.class)
                .hasMessage(
                        "session 1 waited 20 ms to begin a transaction, but 1 is pending and the schedule is SERIAL: "
                                + "commit or abort first, or use the schedule INTERLEAVED")
                .extracting(thrown -> ((StoreException) thrown).sqlState())
                .isEqualTo("55P03");

        first.commit();
        assertThat(second.begin().isPending()).isTrue();
    }

    @Test
    void aSerialTransactionOfAnotherThreadBeginsWhenThePendingOneEnds() {
        MockStore store = store(Schedule.serial());
        StoreTxn first = store.session().begin();
        StoreSession second = store.session();

        CompletableFuture<StoreTxn> next = CompletableFuture.supplyAsync(second::begin);
        first.write("x", 1);
        first.commit();

        assertThat(next.join().number()).isEqualTo(1);
    }

    @Test
    void lockStepWaitsForEverySessionAndSaysWhichAreMissing() {
        MockStore store = store(Schedule.lockStep(2).withWait(20));
        StoreSession first = store.session();
        StoreSession second = store.session();

        assertThatThrownBy(first::begin)
                .hasMessage(
                        "session 0 waited 20 ms to begin a transaction, but of 2 open sessions only 1 wait for their "
                                + "turn: close sessions that have nothing to do, or run each in a thread of its own");

        second.close();
        assertThat(first.begin().isPending()).isTrue();
    }

    @Test
    void beforeLockStepStartsOneSessionMayLoadData() {
        MockStore store = store(Schedule.lockStep(2).withWait(20));
        try (StoreSession loader = store.session()) {
            StoreTxn load = loader.begin();
            load.write("x", 7);
            load.commit();
        }
        store.checkpoint();
        StoreSession first = store.session();
        StoreSession second = store.session();

        assertThatThrownBy(first::begin).isInstanceOf(StoreException.class);
        second.close();
        assertThat(first.begin().read("x")).contains(7);
    }

    @Test
    void impossibleSchedulesAreRefused() {
        assertThatThrownBy(() -> Schedule.lockStep(0))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("LOCK_STEP with 0 sessions; expected 1 or more");
        assertThatThrownBy(() -> Schedule.serial().withDelay(-1))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("a delay of up to -1 ms and a wait of up to 10000 ms; expected at least 0 and 1");
    }
}
