package moirai.cli.predicting;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import moirai.cli.Cli;
import moirai.directed.encoding.Bounds;
import moirai.directed.levels.Promises;
import moirai.directed.program.Program;
import moirai.directed.program.Table;
import moirai.directed.search.Anomaly;
import moirai.directed.search.AnomalySearch;
import moirai.directed.search.Levels;
import moirai.runs.cases.PredictedCase;
import moirai.runs.cases.PredictedCases;
import moirai.runs.cases.format.AnalysisFormat;
import moirai.runs.cases.groups.AnomalyGroup;
import moirai.runs.cases.groups.AnomalyGroups;
import moirai.runs.emission.CaseFiles;
import moirai.runs.prediction.Prediction;
import moirai.sources.JavaSources;
import moirai.sources.SourceOptions;
import moirai.sources.Translation;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Of an analysis with hundreds of anomalies, folders are made of those that somebody may look at. */
class ManyCasesTest {

    private static final Translation SHOP =
            JavaSources.translate(SourceOptions.of(Path.of("../programs/src/main/java/moirai/programs/shop"), 1));

    private static Prediction shared;

    @TempDir
    Path store;

    @BeforeAll
    static void searches() {
        var search = new AnomalySearch(SHOP.program(), Levels.all(Promises.READ_COMMITTED), Bounds.SMALL);
        shared = new Prediction(SHOP, search.ownExecutionsUpTo(0).find(), List.of());
    }

    private static PredictedCases cases(Prediction prediction) {
        return prediction.cases(PredictedCases.Sources.UNKNOWN);
    }

    /** Returns an analysis that found each anomaly of the shop many times. */
    private static PredictedCases many() {
        List<PredictedCase> few = cases(shared).cases();
        return cases(shared)
                .with(IntStream.rangeClosed(0, AnalysisFormat.WHOLE_MAX)
                        .mapToObj(i -> few.get(i % few.size()))
                        .toList());
    }

    private List<Path> folders() throws IOException {
        try (Stream<Path> files = Files.list(store.resolve("schedule/anomalies"))) {
            return files.toList();
        }
    }

    @Test
    void aFolderOfAnotherCaseIsMadeWhenItIsListed() throws IOException {
        PredictedCases many = many();
        AnomalyGroups groups = AnomalyGroups.of(many);
        var last = new LastAnalysis(store);
        last.keep("few\n", "all\n", many, groups);

        assertThat(folders()).hasSize(groups.groups().size());
        assertThat(LastAnalysis.read("analysis.json", last.data())).contains(many);

        int other = IntStream.rangeClosed(1, 4)
                .filter(number -> groups.groups().getFirst().smallest().number() != number)
                .findFirst()
                .orElseThrow();
        Cli.Ended listed =
                Cli.plain().run("schedule", "list", "--store", store.toString(), "--anomaly", String.valueOf(other));

        Path own = store.resolve("schedule/anomalies")
                .resolve(many.cases().get(other - 1).fingerprint().toString());
        assertThat(listed.code()).isZero();
        assertThat(listed.out()).contains("case       " + own);
        assertThat(own.resolve("case.json")).isRegularFile();
        assertThat(LastAnalysis.read("analysis.json", last.data())).contains(many);
    }

    /** Names of folders tell no statements: one that an analysis of other code left is not taken for this case. */
    @Test
    void aFolderOfAnEarlierAnalysisIsNotTaken() throws IOException {
        PredictedCases many = many();
        AnomalyGroups groups = AnomalyGroups.of(many);
        var last = new LastAnalysis(store);
        last.keep("few\n", "all\n", many, groups);
        PredictedCase asked = IntStream.rangeClosed(1, 4)
                .filter(number -> groups.groups().getFirst().smallest().number() != number)
                .mapToObj(number -> many.cases().get(number - 1))
                .findFirst()
                .orElseThrow();
        Program changed = asked.program()
                .with(
                        Stream.concat(
                                        asked.program().tables().stream(),
                                        Stream.of(new Table("more", List.of("id"), List.of())))
                                .toList(),
                        asked.program().txns());
        CaseFiles.write(
                last.cases(),
                PredictedCase.of(changed, asked.levels(), asked.bounds(), asked.isExact(), asked.anomaly()));

        assertThat(LastAnalysis.read("analysis.json", last.data())).contains(many);
        assertThat(CaseFiles.read(last.folder(asked))).isEqualTo(asked);
    }

    @Test
    void whatStandsForAGroupIsReadableAndTheGroupsStay() {
        List<Anomaly> few = shared.analysis().anomalies();
        var many = new Prediction(
                SHOP,
                shared.analysis()
                        .with(IntStream.rangeClosed(0, AnomalySearch.OWN_EXECUTIONS_MAX)
                                .mapToObj(i -> few.get(i % few.size()))
                                .toList()),
                List.of());
        AnomalyGroups before = AnomalyGroups.of(cases(many));
        Prediction readable = many.readable(before);
        AnomalyGroups after = AnomalyGroups.of(cases(readable));

        assertThat(shared.readable(AnomalyGroups.of(cases(shared)))).isEqualTo(shared);
        assertThat(readable).isNotEqualTo(many);
        assertThat(before.again(cases(readable))).isEqualTo(after);
        assertThat(after.groups().stream().map(AnomalyGroup::numbers).toList())
                .containsExactlyInAnyOrderElementsOf(
                        before.groups().stream().map(AnomalyGroup::numbers).toList());
        assertThat(cases(readable).cases())
                .extracting(PredictedCase::fingerprint)
                .isEqualTo(cases(many).cases().stream()
                        .map(PredictedCase::fingerprint)
                        .toList());
    }
}
