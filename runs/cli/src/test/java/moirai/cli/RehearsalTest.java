package moirai.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.Map;
import moirai.analysis.validation.LevelChecker;
import org.junit.jupiter.api.Test;

class RehearsalTest {

    /** A command that fails would teach the cache the classes of a failure. */
    @Test
    void eachCommandSucceeds() throws IOException {
        assertThat(Rehearsal.run(new Context(new LevelChecker(), Map.of(), false)))
                .hasSize(10)
                .containsOnly(0);
    }
}
