package moirai.cli.scheduling;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import moirai.directed.encoding.Bounds;
import moirai.directed.levels.Promises;
import moirai.directed.search.Analysis;
import moirai.directed.search.AnomalySearch;
import moirai.directed.search.Levels;
import moirai.sources.JavaSources;
import moirai.sources.SourceOptions;
import moirai.sources.Translation;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AnalysisReadingTest {

    private static final Translation SHOP =
            JavaSources.translate(SourceOptions.of(Path.of("../programs/src/main/java/moirai/programs/shop"), 1));

    private static final Analysis FOUND =
            new AnomalySearch(SHOP.program(), Levels.all(Promises.READ_COMMITTED), Bounds.SMALL).find();

    private static String json() throws Exception {
        return AnalysisJson.write(SHOP, FOUND);
    }

    @Test
    void whatIsWrittenIsReadAgain() throws Exception {
        assertThat(AnalysisReading.read(json())).isEqualTo(StoredAnalysis.of(SHOP, FOUND));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "\"format\" : \"moirai-analysis\" | \"format\" : \"x\" | format: 'x' version 1; expected",
                "\"rows\" : 2, | \"rows\" : 9, | bounds: rows: 9; accepted: 1 to 7",
                "\"loops\" : 1 | \"loops\" : \"1\" | bounds.loops: \"1\"; expected a whole number",
                "\"exact\" : true, | '' | exact: missing",
                "\"conflict\" : \"RW\" | \"conflict\" : \"XX\" | hops[0].conflict: 'XX'; expected WR",
                "\"statement\" : \"i1\" | \"statement\" : \"i9\" | anomalies[0]: no statement i9 in transaction sell",
                "\"call\" : 1, | \"call\" : 7, | anomalies[0]: a call that is none; expected numbers from 0 to 1",
                "\"stock\" : 2 | \"stock\" : 0 | expected an anomaly of the file's program",
                "\"transaction\" : \"sell\" | \"transaction\" : \"buy\" | expected an anomaly of the file's program",
            })
    void aFileThatWasChangedIsRefusedWithThePlace(String text, String replacement, String message) throws Exception {
        String changed = json().replace(text, replacement);

        assertThat(changed).isNotEqualTo(json());
        assertThatThrownBy(() -> AnalysisReading.read(changed))
                .isInstanceOf(AnalysisFormatException.class)
                .hasMessageContaining(message);
    }

    @Test
    void aStepOfTheCycleIsOneOfTheCalls() throws Exception {
        String changed = json().replaceFirst("\"transaction\" : \"sell\"", "\"transaction\" : \"restock\"");

        assertThatThrownBy(() -> AnalysisReading.read(changed))
                .isInstanceOf(AnalysisFormatException.class)
                .hasMessageContaining("is transaction 'restock'; expected 'sell', as in its scenario");
    }

    @Test
    void whatIsNoJsonIsRefused() {
        assertThatThrownBy(() -> AnalysisReading.read("no"))
                .isInstanceOf(AnalysisFormatException.class)
                .hasMessageContaining("expected JSON that moirai schedule analyze has written");
    }
}
