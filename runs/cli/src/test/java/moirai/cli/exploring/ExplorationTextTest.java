package moirai.cli.exploring;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import moirai.exploration.Behaviour;
import moirai.exploration.ExplorationResult.Failure;
import moirai.exploration.MinimalFailure;
import moirai.exploration.program.Program;
import moirai.history.level.IsolationLevel;
import org.junit.jupiter.api.Test;

class ExplorationTextTest {

    @Test
    void whatAllLevelsAllowIsSerial() {
        assertThat(text(List.of(), List.of())).endsWith("impossible at no level: it is serial%n".formatted());
    }

    @Test
    void whatIsNotDecidedIsNotCalledSerial() {
        assertThat(text(List.of(), List.of(IsolationLevel.STRONG_SESSION_SERIALIZABLE)))
                .contains("too long to learn whether it is possible at serializable")
                .doesNotContain("it is serial%n".formatted());
    }

    @Test
    void theWeakestLevelsThatExcludeItAreNamed() {
        assertThat(text(List.of(IsolationLevel.PREFIX, IsolationLevel.PARALLEL_SNAPSHOT_ISOLATION), List.of()))
                .contains("impossible at prefix and parallel-snapshot-isolation")
                .contains("--weakest");
    }

    private static String text(List<IsolationLevel> excludedBy, List<IsolationLevel> undecided) {
        var failure = new Failure("x is 1", new Behaviour(1, false, List.of()), excludedBy, undecided);
        return ExplorationText.failure(new MinimalFailure(Program.startingWith(Map.of()), failure, 0));
    }
}
