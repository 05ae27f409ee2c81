package moirai.runs.scenarios;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import moirai.nemesis.faults.FaultKind;
import moirai.nemesis.faults.FaultPick;
import moirai.nemesis.faults.PlannedFault;
import moirai.runs.Load;
import moirai.runs.scenarios.statistics.Tally;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ScenarioFileTest {

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Scenario WHOLE =
            new Scenario(4, Duration.ofSeconds(8), Load.UNLIMITED, List.of(new FaultPick(FaultKind.KILL, 1)));

    private static final Duration LONG = Duration.ofDays(1);

    @TempDir
    private Path folder;

    private JsonNode read() throws IOException {
        return JSON.readTree(folder.resolve(ScenarioFile.NAME).toFile());
    }

    @Test
    void theNewestScenarioTakesThePlaceOfTheOneBefore() throws IOException {
        var file = new ScenarioFile(folder);

        file.write(WHOLE, new Tally(3, 1, 0), List.of("run", "-c", "4"), false);
        file.write(WHOLE.withSessions(2), new Tally(4, 5, 1), List.of("run", "-c", "2"), true);

        JsonNode read = read();
        assertThat(read.get("sessions").asInt()).isEqualTo(2);
        assertThat(read.get("faults").get(0).asText()).isEqualTo("kill#1");
        assertThat(read.get("shown").asInt()).isEqualTo(4);
        assertThat(read.get("not-shown").asInt()).isEqualTo(5);
        assertThat(read.get("unknown").asInt()).isEqualTo(1);
        assertThat(read.get("measured").asBoolean()).isTrue();
        assertThat(folder).isDirectoryContaining(path -> path.endsWith(ScenarioFile.NAME));
        try (var left = Files.list(folder)) {
            assertThat(left).hasSize(1);
        }
    }

    /** The file of an earlier search is no result of a search that has found nothing. */
    @Test
    void aFileOfAnEarlierSearchIsNotOfThisOne() {
        new ScenarioFile(folder).write(WHOLE, new Tally(3, 1, 0), List.of("run"), true);

        var file = new ScenarioFile(folder);

        assertThat(file.isWritten()).isFalse();
        file.write(WHOLE, new Tally(3, 1, 0), List.of("run"), true);
        assertThat(file.isWritten()).isTrue();
    }

    /** A search that is killed at any moment leaves a whole file with a scenario that was shown often enough. */
    @Test
    void aSearchThatIsKilledLeavesAConfirmedScenario() throws IOException, InterruptedException {
        var rules = new ShrinkingRules(3, 2);
        var whole = new PlannedRun(WHOLE, List.<PlannedFault>of());
        var unharmed = new RatedTrial(7, ScenarioFileTest::rate);
        new ScenarioShrinker(unharmed, unharmed.budget(LONG), rules, ShrinkingWatcher.SILENT).shrink(whole);
        int attempts = unharmed.attempted().size();
        assertThat(attempts).isGreaterThan(rules.times());
        for (int last = rules.times(); last < attempts; last++) {
            int killedAt = last;
            var rated = new RatedTrial(7, ScenarioFileTest::rate);
            Trial killed = scenario -> {
                if (rated.attempted().size() == killedAt) {
                    throw new IllegalStateException("killed");
                }
                return rated.attempt(scenario);
            };
            var watcher = writing(new ScenarioFile(folder));
            var shrinker = new ScenarioShrinker(killed, rated.budget(LONG), rules, watcher);

            assertThatThrownBy(() -> shrinker.shrink(whole)).hasMessage("killed");

            assertThat(read().get("shown").asInt()).isGreaterThanOrEqualTo(rules.times());
            assertThat(read().get("sessions").asInt()).isEqualTo(4);
        }
    }

    private static double rate(Scenario scenario) {
        return scenario.sessions() == 4 ? 1 : 0;
    }

    private static ShrinkingWatcher writing(ScenarioFile file) {
        return new ShrinkingWatcher() {
            @Override
            public void stage(String what) {}

            @Override
            public void attempted(Scenario scenario, Attempt attempt, Tally tally) {}

            @Override
            public void confirmed(Scenario scenario, Tally tally) {
                file.write(scenario, tally, List.of("run"), false);
            }
        };
    }
}
