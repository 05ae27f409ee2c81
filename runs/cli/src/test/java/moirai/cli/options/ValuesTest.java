package moirai.cli.options;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;
import moirai.cli.Cli;
import moirai.history.level.Nearest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ValuesTest {

    @ParameterizedTest
    @CsvSource({
        "60, 60000",
        "60s, 60000",
        "500ms, 500",
        "5m, 300000",
        "100m, 6000000",
        "12h, 43200000",
        "8h30m, 30600000",
        "1m500ms, 60500",
        "1d, 86400000",
        "1d2h3m4s5ms, 93784005"
    })
    void aDurationIsSecondsUnlessItSaysOtherwise(String text, long millis) {
        assertThat(new Values.OfDuration().convert(text)).isEqualTo(Duration.ofMillis(millis));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "0", "0s", "0h0m", "-1", "30m8h", "8h30", "5x", "1h1h", "1.5h", "h"})
    void whatIsNoDurationIsNamedWithWhatWouldBe(String text) {
        assertThatThrownBy(() -> new Values.OfDuration().convert(text))
                .hasMessage("'" + text
                        + "' is not a duration: expected e.g. 60 (seconds), 500ms, 60s, 5m, 12h, 8h30m or 1d");
    }

    @ParameterizedTest
    @ValueSource(strings = {"5m:ramp:100/s,8h:500/s,10m:2000/s", "1s:0/s,1h30m:0.5/s,5s:ramp:0/s", "500ms:10000000/s"})
    void stagesAreReadAsTheyAreWritten(String text) {
        assertThat(new Values.OfStages().convert(text)).hasToString(text);
    }

    @Test
    void ofAStageUnitsMayBeLeftOut() {
        assertThat(new Values.OfStages().convert("60:ramp:5,3600:0")).hasToString("1m:ramp:5/s,1h:0/s");
    }

    @ParameterizedTest
    @CsvSource({
        "'', 1, 1, '', it is not a stage",
        "'5m:100,8h', 2, 2, 8h, it is not a stage",
        "'5m:100,', 2, 2, '', it is not a stage",
        "'5m:100,1:2:3:4,7s:7', 2, 3, 1:2:3:4, it is not a stage",
        "'5m:100,8x:500/s', 2, 2, 8x:500/s, '''8x'' is not a duration: expected e.g. 60'",
        "'5m:ramp:fast', 1, 1, 5m:ramp:fast, '''fast'' is not a rate: expected transactions a second'",
        "'5m:rmap:100', 1, 1, 5m:rmap:100, '''rmap'' is not ''ramp'''",
        "'5m:100,5m:20000000', 2, 2, 5m:20000000, rate 2.0E7 is out of range: expected up to 10000000"
    })
    void aStageThatIsNoneIsNamedWithItsPlaceAndWhatWouldBeOne(
            String text, int number, int count, String stage, String reason) {
        assertThatThrownBy(() -> new Values.OfStages().convert(text))
                .hasMessageStartingWith("stage " + number + " of " + count + ", '" + stage + "': " + reason)
                .hasMessageEndingWith("expected TIME:RATE or TIME:ramp:RATE, as in 5m:ramp:100/s,8h:500/s");
    }

    @ParameterizedTest
    @CsvSource({
        "h2, '5m:100,8h', 'stage 2 of 2, ''8h'': it is not a stage'",
        "h2, '5m:0', 'no transaction is ever due: expected a rate above 0 in some stage'",
        "memory, 5m:100, 'the simulated database has a clock of its own; expected another --db'"
    })
    void stagesThatCannotBeRunAreRefused(String db, String stages, String reason) {
        Cli.Ended ended = Cli.plain().run("run", "--db", db, "--stages", stages);

        assertThat(ended.code()).isEqualTo(254);
        assertThat(ended.err()).contains("--stages").contains(reason);
    }

    @Test
    void aRateAndStagesExcludeEachOther() {
        Cli.Ended ended = Cli.plain().run("run", "--db", "h2", "--rate", "500/s", "--stages", "5m:100/s");

        assertThat(ended.code()).isEqualTo(254);
        assertThat(ended.err())
                .contains("--rate and --stages exclude each other: expected one rate for the whole run, or --stages"
                        + " 10m:500/s and further stages");
    }

    @Test
    void aRateIsInTransactionsASecond() {
        assertThat(new Values.OfRate().convert("500/s")).isEqualTo(500);
        assertThat(new Values.OfRate().convert("0.5")).isEqualTo(0.5);
        for (String wrong : List.of("0", "-1", "500/m", "fast", "1e3", "")) {
            assertThatThrownBy(() -> new Values.OfRate().convert(wrong))
                    .as(wrong)
                    .hasMessageContaining("'" + wrong + "' is not a rate: expected transactions a second");
        }
    }

    @Test
    void theSimulatedDatabaseHasNoRate() {
        Cli.Ended ended = Cli.plain().run("run", "--db", "memory", "--rate", "500/s");

        assertThat(ended.code()).isEqualTo(254);
        assertThat(ended.err())
                .contains("--rate: the simulated database has a clock of its own; expected another --db");
    }

    @Test
    void concurrencyIsForAllNodesOrForEach() {
        assertThat(new Values.OfConcurrency().convert("10").of(3)).isEqualTo(10);
        assertThat(new Values.OfConcurrency().convert("3n").of(3)).isEqualTo(9);
    }

    @Test
    void theNearestOfTheAcceptedValuesIsSuggested() {
        assertThat(Nearest.to("serialisable", List.of("serializable", "strict-serializable")))
                .contains("serializable");
        assertThat(Nearest.to("memoyr", List.of("postgres", "memory"))).contains("memory");
    }

    @Test
    void nothingIsSuggestedForWhatIsNearToNothing() {
        assertThat(Nearest.to("oracle", List.of("postgres", "memory"))).isEmpty();
    }
}
