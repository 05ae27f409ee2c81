package moirai.runs.scenarios;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import moirai.generators.Workload;
import moirai.history.Seed;
import moirai.history.level.IsolationLevel;
import moirai.runs.EvidenceRule;
import moirai.runs.Levels;
import moirai.runs.Load;
import moirai.runs.RunSettings;
import moirai.runs.latency.Stages;
import org.junit.jupiter.api.Test;

class ScenarioTest {

    /** The command that is printed for a scenario has the rate of the run, so the runs that were judged need it too. */
    @Test
    void aScenarioKeepsTheRateOfTheRun() {
        var whole = new RunSettings(
                new Seed(7),
                Workload.append(),
                new Levels("serializable", IsolationLevel.SERIALIZABLE),
                new Load(10, Duration.ofMinutes(1), Load.UNLIMITED, Stages.constant(500)),
                EvidenceRule.DEFAULT);

        RunSettings smaller = new Scenario(3, Duration.ofSeconds(20), 100, List.of()).of(whole);

        assertThat(smaller.load()).isEqualTo(new Load(3, Duration.ofSeconds(20), 100, Stages.constant(500)));
    }
}
