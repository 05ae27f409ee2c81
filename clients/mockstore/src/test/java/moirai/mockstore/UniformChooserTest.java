package moirai.mockstore;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.TreeMap;
import moirai.history.Seed;
import moirai.history.level.IsolationLevel;
import org.junit.jupiter.api.Test;

class UniformChooserTest {

    private static void write(StoreSession session, String key, String value) {
        StoreTxn txn = session.begin();
        txn.write(key, value);
        txn.commit();
    }

    /**
     * Checks the probabilities where a transaction that has read the initial y may not read x from a session that has
     * written y, and all other suspects are sources.
     */
    @Test
    void sourcesAreEquallyLikelyAlsoIfSomeSuspectsAreNone() {
        var counts = new TreeMap<String, Integer>();
        for (int seed = 0; seed < 3000; seed++) {
            var store = new MockStore(StoreOptions.uniform(IsolationLevel.CAUSAL, new Seed(seed)));
            StoreTxn reader = store.session().begin();
            reader.read("y");
            StoreSession first = store.session();
            write(first, "y", "overwrites");
            write(first, "x", "impossible");
            write(store.session(), "x", "one");
            write(store.session(), "x", "other");

            counts.merge((String) reader.read("x").orElse("nothing"), 1, Integer::sum);
        }

        assertThat(counts).containsOnlyKeys("nothing", "one", "other");
        assertThat(counts.values()).allMatch(count -> count > 900 && count < 1100);
    }

    /** Checks that the only source of a hundred suspects is found, which are more than the chooser draws. */
    @Test
    void aSourceIsFoundAmongManySuspects() {
        var store = new MockStore(StoreOptions.uniform(IsolationLevel.CAUSAL, new Seed(1)));
        StoreTxn reader = store.session().begin();
        reader.read("y");
        StoreSession first = store.session();
        write(first, "y", "overwrites");
        for (int i = 0; i < 100; i++) {
            write(first, "x", "impossible");
        }

        for (int i = 0; i < 20; i++) {
            assertThat(reader.read("x")).isEmpty();
        }
    }

    @Test
    void everySourceOfAKeyWithManyIsDrawnNowAndThen() {
        var store =
                new MockStore(StoreOptions.uniform(IsolationLevel.STRONG_SESSION_MONOTONIC_ATOMIC_VIEW, new Seed(1)));
        StoreSession writer = store.session();
        for (int i = 0; i < 20; i++) {
            write(writer, "x", "value " + i);
        }
        StoreSession reading = store.session();
        var counts = new TreeMap<String, Integer>();
        for (int i = 0; i < 2100; i++) {
            StoreTxn reader = reading.begin();
            counts.merge((String) reader.read("x").orElse("nothing"), 1, Integer::sum);
            reader.commit();
        }

        assertThat(counts).hasSize(21);
        assertThat(counts.values()).allMatch(count -> count > 50 && count < 160);
    }
}
