package moirai.junit.fuzzing;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Map;
import moirai.history.level.IsolationLevel;
import moirai.runs.store.RunStore;
import moirai.testing.Golden;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FuzzFailureTextTest {

    static class Lost {

        @FuzzDatabase(product = "memory:lost-update", seed = "c0ffee", transactions = 2_000)
        void update() {}
    }

    /** Only the time of the run, which names its folder, and its speed differ. */
    private static String normalized(String text) {
        return text.replaceAll("\\d{8}T\\d{6}\\.\\d{3}Z", "TIME")
                .replaceAll("(?m)^  ran .*$(\n {11}.*$)*", "  ran        …");
    }

    @Test
    void plantedLostUpdateIsFoundAndShrunk() {
        Golden.assertMatches(
                "fuzz-lost-update.txt", normalized(Kit.run(Lost.class).message()));
    }

    static class OtherSeed {

        @FuzzDatabase(product = "memory:lost-update", transactions = 2_000)
        void update() {}
    }

    /** The seed in the failure is all that it takes. */
    @Test
    void seedFromOutsideRepeatsTheRunOfAnotherTest() {
        String text = Kit.run(OtherSeed.class, Map.of(FuzzDatabase.SEED_PROPERTY, "c0ffee"))
                .message();

        assertThat(normalized(text).replace("OtherSeed", "Lost"))
                .isEqualTo(normalized(Kit.run(Lost.class).message()));
    }

    @Test
    void runIsKeptInTheFolderThatIsConfigured(@TempDir Path folder) {
        Kit kit = Kit.run(Lost.class, Map.of(FuzzDatabase.DIRECTORY_PROPERTY, folder.toString()));

        assertThat(kit.message()).contains("kept:  " + folder + "/FuzzFailureTextTest.Lost.update/");
        assertThat(new RunStore(folder).newest()).isPresent();
    }

    static class Honest {

        @FuzzDatabase(product = "memory", expect = IsolationLevel.STRICT_SERIALIZABLE, transactions = 2_000)
        void memory(Fuzzing fuzzing) {
            assertThat(fuzzing.run().evidence().committed()).isGreaterThan(1_000);
            assertThat(fuzzing.run().findings().anomalies()).isEmpty();
        }
    }

    @Test
    void honestDatabasePasses() {
        Kit kit = Kit.run(Honest.class);

        assertThat(kit.failures()).isEmpty();
        assertThat(kit.passed()).isEqualTo(1);
    }
}
