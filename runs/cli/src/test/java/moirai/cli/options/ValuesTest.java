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

class ValuesTest {

    @ParameterizedTest
    @CsvSource({"60, 60000", "60s, 60000", "500ms, 500", "5m, 300000", "12h, 43200000", "1d, 86400000"})
    void aDurationIsSecondsUnlessItSaysOtherwise(String text, long millis) {
        assertThat(new Values.OfDuration().convert(text)).isEqualTo(Duration.ofMillis(millis));
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
