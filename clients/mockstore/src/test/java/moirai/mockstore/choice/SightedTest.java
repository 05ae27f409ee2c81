package moirai.mockstore.choice;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.function.IntPredicate;
import moirai.history.Seed;
import moirai.history.level.IsolationLevel;
import moirai.mockstore.MockStore;
import moirai.mockstore.StoreOptions;
import moirai.mockstore.StoreSession;
import moirai.mockstore.StoreTxn;
import org.junit.jupiter.api.Test;

class SightedTest {

    /** T0 and T1 write x and y; T2 reads both, and sees those that it is told to. */
    private static String read(IsolationLevel level, Sighted chooser) {
        var store = new MockStore(new StoreOptions(level, new Seed(0), chooser));
        for (String value : new String[] {"first", "second"}) {
            StoreTxn txn = store.session().begin();
            txn.write("x", value);
            txn.write("y", value);
            txn.commit();
        }
        StoreSession reader = store.session();
        StoreTxn txn = reader.begin();
        String seen = txn.read("x").orElse("nothing") + " " + txn.read("y").orElse("nothing");
        txn.commit();
        return seen;
    }

    private static Sighted seeing(IntPredicate writers) {
        return new Sighted((reader, session, writer) -> writers.test(writer));
    }

    @Test
    void aReadReturnsWhatTheLastWriterThatIsSeenWrote() {
        assertThat(read(IsolationLevel.STRONG_SESSION_SNAPSHOT_ISOLATION, seeing(writer -> true)))
                .isEqualTo("second second");
        assertThat(read(IsolationLevel.STRONG_SESSION_SNAPSHOT_ISOLATION, seeing(writer -> writer == 0)))
                .isEqualTo("first first");
        assertThat(read(IsolationLevel.STRONG_SESSION_SNAPSHOT_ISOLATION, seeing(writer -> false)))
                .isEqualTo("nothing nothing");
    }

    /** The second read is told to see nobody, after the first one saw T1: no snapshot, but read committed. */
    @Test
    void whatTheLevelDoesNotAllowIsRefusedAndSaid() {
        int[] asked = {0};
        Sighted snapshot = seeing(writer -> asked[0]++ == 0);

        assertThat(read(IsolationLevel.STRONG_SESSION_SNAPSHOT_ISOLATION, snapshot))
                .isEqualTo("second second");
        assertThat(snapshot.refusals()).containsExactly("T2 of session 2 may not read y from the initial state");
    }

    @Test
    void nothingIsRefusedThatTheLevelAllows() {
        int[] asked = {0};
        Sighted sighted = seeing(writer -> ++asked[0] > 2);

        assertThat(read(IsolationLevel.STRONG_SESSION_MONOTONIC_ATOMIC_VIEW, sighted))
                .isEqualTo("nothing second");
        assertThat(sighted.refusals()).isEmpty();
    }
}
