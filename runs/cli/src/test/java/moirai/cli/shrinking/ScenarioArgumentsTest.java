package moirai.cli.shrinking;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import moirai.cli.Cli;
import moirai.generators.Workload;
import moirai.history.Seed;
import moirai.history.level.IsolationLevel;
import moirai.nemesis.faults.FaultKind;
import moirai.nemesis.faults.FaultMix;
import moirai.nemesis.faults.FaultPick;
import moirai.runs.EvidenceRule;
import moirai.runs.Levels;
import moirai.runs.Load;
import moirai.runs.RunSettings;
import moirai.runs.scenarios.Scenario;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ScenarioArgumentsTest {

    private static final FaultMix KILLS =
            new FaultMix(List.of(FaultKind.KILL), Duration.ofSeconds(8), FaultMix.TARGETS_DEFAULT);
    private static final Scenario SMALL = new Scenario(2, Duration.ofMillis(1_500), Load.UNLIMITED, List.of());

    private static RunSettings whole(FaultMix faults) {
        return new RunSettings(
                new Seed(42),
                Workload.append(),
                new Levels("serializable", IsolationLevel.SERIALIZABLE),
                new Load(10, Duration.ofMinutes(1), Load.UNLIMITED),
                EvidenceRule.DEFAULT,
                faults);
    }

    private static List<String> of(String typed, FaultMix faults, Scenario scenario) {
        return ScenarioArguments.of(List.of(typed.split(" ")), whole(faults), scenario);
    }

    /** However the run said it, the scenario's own value is the only one that is left. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "run --db x -c 10 --time-limit 60 --seed 2a",
                "run --db x -c10 --time-limit=60 --seed 2a",
                "run --db x -c=10 --txn-count 5 --seed 2a",
                "run --db x -c2n --txn-count=5 --seed 2a",
                "run --db x --concurrency=2n --nemesis-only kill#1 --seed 2a",
                "run --concurrency 10 --db x --nemesis-only=kill#1,kill#2 --seed 2a",
                "run --db x --seed 2a"
            })
    void whatTheScenarioSaysTakesThePlaceOfWhatTheRunSaid(String typed) {
        assertThat(of(typed, FaultMix.NONE, SMALL))
                .containsExactly("run", "--db", "x", "--seed", "2a", "--concurrency", "2", "--time-limit", "1500ms");
    }

    @Test
    void ofARunWithFaultsThoseThatAreLeftAreNamed() {
        var pick = new FaultPick(FaultKind.KILL, 3);
        String typed = "run --db x --nemesis kill --seed 2a";

        assertThat(of(typed, KILLS, SMALL.withFaults(List.of(pick)))).endsWith("--nemesis-only", "kill#3");
        assertThat(of(typed, KILLS, SMALL.withFaults(List.of(pick.lasting(Duration.ofMillis(500))))))
                .endsWith("--nemesis-only", "kill#3:500ms");
        assertThat(of(typed, KILLS, SMALL)).endsWith("--nemesis-only", "none");
    }

    @Test
    void aCountOfTransactionsIsSaidWhereThereIsOne() {
        assertThat(of("run --db x --txn-count 900", FaultMix.NONE, SMALL.withTxnCount(7)))
                .endsWith("--txn-count", "7");
    }

    @ParameterizedTest
    @ValueSource(strings = {"quake#1", "kill", "kill#0", "kill#1:soon", "kill#1,none"})
    void whatIsNoFaultOfAScheduleIsRefused(String value) {
        Cli.Ended ended = Cli.plain().run("run", "--db", "h2", "--nemesis", "kill", "--nemesis-only", value);

        assertThat(ended.code()).as(ended.err()).isEqualTo(254);
        assertThat(ended.err()).contains("--nemesis-only: ", "expected", "or none");
    }

    /** The option is in order, and the next thing that is wrong is the database. */
    @ParameterizedTest
    @ValueSource(strings = {"none", "kill#1", "kill#1,kill#2:500ms"})
    void faultsOfAScheduleAreTaken(String value) {
        Cli.Ended ended = Cli.plain().run("run", "--db", "h2", "--nemesis", "kill", "--nemesis-only", value);

        assertThat(ended.code()).as(ended.err()).isEqualTo(254);
        assertThat(ended.err()).contains("faults need a database").doesNotContain("--nemesis-only");
    }
}
