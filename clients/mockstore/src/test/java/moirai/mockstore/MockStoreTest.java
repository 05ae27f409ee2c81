package moirai.mockstore;

import static org.assertj.core.api.Assertions.assertThat;

import moirai.history.Seed;
import moirai.history.level.IsolationLevel;
import org.junit.jupiter.api.Test;

class MockStoreTest {

    @Test
    void aWriteIsSeenByItsOwnTransactionAndInTheEndByAnother() {
        var store = new MockStore(StoreOptions.uniform(IsolationLevel.CAUSAL, new Seed(1)));
        var session = store.session();

        var writer = session.begin();
        writer.write("x", 7);
        assertThat(writer.read("x")).contains(7);
        writer.commit();

        var reader = session.begin();
        assertThat(reader.read("x")).contains(7);
        assertThat(reader.read("y")).isEmpty();
        reader.commit();
        assertThat(store.history().txnCount()).isEqualTo(2);
    }

    @Test
    void anotherSessionMayMissAWrite() {
        boolean missed = false;
        boolean seen = false;
        for (int seed = 0; seed < 64; seed++) {
            var store = new MockStore(StoreOptions.uniform(IsolationLevel.CAUSAL, new Seed(seed)));
            var writer = store.session().begin();
            writer.write("x", 7);
            writer.commit();
            boolean found = store.session().begin().read("x").isPresent();
            missed |= !found;
            seen |= found;
        }

        assertThat(missed).isTrue();
        assertThat(seen).isTrue();
    }

    @Test
    void aSessionDoesNotTakeAnothersTransactionForItsOwnAfterACheckpoint() {
        var store = new MockStore(StoreOptions.uniform(IsolationLevel.CAUSAL, new Seed(1)));
        var loader = store.session();
        loader.begin().commit();
        store.checkpoint();

        var other = store.session().begin();
        var next = loader.begin();

        assertThat(other.number()).isZero();
        assertThat(next.number()).isEqualTo(1);
    }
}
