package moirai.runs.cases.format;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import moirai.history.HistoryFormatException;
import moirai.runs.cases.Cases;
import moirai.runs.cases.PredictedCase;
import moirai.runs.cases.PredictedCases;
import moirai.runs.cases.groups.AnomalyGroups;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Analyses of the former version, which held their anomalies beside one program, are read as strictly as cases are. */
class AnalysisFormatTest {

    private static String former() throws IOException {
        return Files.readString(Path.of("src/test/resources/cases/analysis-1.json"));
    }

    private static PredictedCases parse(String text) {
        return AnalysisFormat.parse("analysis.json", text, name -> Cases.lostSale());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "\"format\" : \"moirai-analysis\" | \"format\" : \"x\" | format: 'x'; expected 'moirai-analysis'",
                "\"version\" : 1 | \"version\" : 4 | version: 4; expected a whole number from 1 to 3",
                "\"rows\" : 2, | \"rows\" : 9, | bounds: rows: 9; accepted: 1 to 7",
                "\"loops\" : 1 | \"loops\" : \"1\" | bounds.loops: \"1\"; expected a whole number",
                "\"exact\" : true, | '' | exact: is missing",
                "\"conflict\" : \"RW\" | \"conflict\" : \"XX\" | hops[0].conflict: 'XX'; expected WR",
                "\"statement\" : \"i1\" | \"statement\" : \"i9\" | anomalies[0]: no statement i9 in transaction sell",
                "\"call\" : 1, | \"call\" : 7, | anomalies[0]: a call that is none; expected numbers from 0 to 1",
                "\"stock\" : 2 | \"stock\" : 0 | expected an anomaly of the file's program",
                "\"transaction\" : \"sell\" | \"transaction\" : \"buy\" | expected an anomaly of the file's program",
            })
    void aFileThatWasChangedIsRefusedWithThePlace(String text, String replacement, String message) throws IOException {
        String changed = former().replace(text, replacement);

        assertThat(changed).isNotEqualTo(former());
        assertThatThrownBy(() -> parse(changed))
                .isInstanceOf(HistoryFormatException.class)
                .hasMessageStartingWith("analysis.json: ")
                .hasMessageContaining(message);
    }

    @Test
    void aStepOfTheCycleIsOneOfTheCalls() throws IOException {
        String changed = former().replaceFirst("\"transaction\" : \"sell\"", "\"transaction\" : \"restock\"");

        assertThatThrownBy(() -> parse(changed))
                .isInstanceOf(HistoryFormatException.class)
                .hasMessageContaining("is transaction 'restock'; expected 'sell', as in its scenario");
    }

    @Test
    void whatIsNoJsonIsRefused() {
        assertThatThrownBy(() -> parse("no"))
                .isInstanceOf(HistoryFormatException.class)
                .hasMessageContaining("is not JSON, or only a part of it");
    }

    /** Files of the second version hold or name each case whole; those of the third may share executions. */
    @ParameterizedTest
    @ValueSource(ints = {2, 3})
    void laterVersionsAreReadAsWell(int version) throws IOException {
        String text = Files.readString(Path.of("src/test/resources/cases/analysis-" + version + ".json"));

        assertThat(text).contains("\"version\" : " + version);
        assertThat(parse(text)).isEqualTo(Cases.shop());
    }

    private static String shared(PredictedCases found) {
        return AnalysisFormat.formatNames(found, AnomalyGroups.of(found), one -> false);
    }

    @Test
    void casesWithoutFoldersShareWhatTheyHaveInCommon() {
        PredictedCases found = Cases.shop();
        PredictedCases twice = found.with(
                Stream.concat(found.cases().stream(), found.cases().stream()).toList());

        assertThat(parse(shared(found))).isEqualTo(found);
        assertThat(parse(shared(twice))).isEqualTo(twice);
        assertThat(shared(twice).length()).isLessThan(shared(found).length() * 3 / 2);
    }

    @Test
    void ofManyCasesAFileHasEachExecutionOnce() {
        List<PredictedCase> few = Cases.shop().cases();
        PredictedCases many = Cases.shop()
                .with(IntStream.rangeClosed(0, AnalysisFormat.WHOLE_MAX)
                        .mapToObj(i -> few.get(i % few.size()))
                        .toList());
        String text = AnalysisFormat.format(many);

        assertThat(parse(text)).isEqualTo(many);
        assertThat(text.split("\"turns\"", -1)).hasSize(few.size() + 1);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "\"execution\" : 0 | \"execution\" : 9 | cases[0].execution: 9; expected a number below 4",
                "\"program\" : 0 | \"program\" : 7 | executions[0].program: 7; expected a number below",
                "\"conflict\" : \"RW\" | \"conflict\" : \"WR\" | expected an anomaly of the file's program",
                "\"stock\" : 2 | \"stock\" : 0 | expected an anomaly of the file's program",
            })
    void aSharedExecutionThatWasChangedIsRefused(String text, String replacement, String message) {
        String changed = shared(Cases.shop()).replace(text, replacement);

        assertThat(changed).isNotEqualTo(shared(Cases.shop()));
        assertThatThrownBy(() -> parse(changed))
                .isInstanceOf(HistoryFormatException.class)
                .hasMessageStartingWith("analysis.json: ")
                .hasMessageContaining(message);
    }
}
