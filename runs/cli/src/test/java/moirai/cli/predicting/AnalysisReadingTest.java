package moirai.cli.predicting;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import moirai.directed.encoding.Bounds;
import moirai.directed.levels.Promises;
import moirai.directed.search.Analysis;
import moirai.directed.search.AnomalySearch;
import moirai.directed.search.Levels;
import moirai.runs.cases.Case;
import moirai.runs.cases.PredictedCase;
import moirai.runs.cases.PredictedCases;
import moirai.runs.cases.format.AnalysisFormat;
import moirai.runs.prediction.Prediction;
import moirai.sources.JavaSources;
import moirai.sources.SourceOptions;
import moirai.sources.Translation;
import org.junit.jupiter.api.Test;

class AnalysisReadingTest {

    private static final PredictedCases.Sources FILES =
            new PredictedCases.Sources(List.of("/shop/Shop.java"), List.of(), List.of("sell"));

    private static final Translation SHOP =
            JavaSources.translate(SourceOptions.of(Path.of("../programs/src/main/java/moirai/programs/shop"), 1));

    private static final Analysis FOUND =
            new AnomalySearch(SHOP.program(), Levels.all(Promises.READ_COMMITTED), Bounds.SMALL).find();

    @Test
    void whatIsWrittenIsReadAgain() {
        PredictedCases found = new Prediction(SHOP, FOUND, List.of()).cases(FILES);
        Map<String, Case> folders = found.cases().stream()
                .collect(Collectors.toMap(one -> one.fingerprint().toString(), Function.identity()));

        assertThat(AnalysisFormat.parse(
                        "whole", AnalysisFormat.format(found), name -> requireNonNull(folders.get(name))))
                .isEqualTo(found);
        assertThat(AnalysisFormat.parse(
                        "names", AnalysisFormat.formatNames(found), name -> requireNonNull(folders.get(name))))
                .isEqualTo(found);
        assertThat(found.cases()).extracting(PredictedCase::anomaly).isEqualTo(FOUND.anomalies());
    }
}
