package moirai.cli.predicting;

import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import moirai.cli.options.ClassPath;
import moirai.directed.levels.Promises;
import moirai.directed.search.Analysis;
import moirai.directed.search.AnomalySearch;
import moirai.reenactment.code.CodeException;
import moirai.reenactment.code.LoadedCode;
import moirai.runs.cases.Case;
import moirai.runs.cases.PredictedCase;
import moirai.runs.cases.PredictedCases;
import moirai.runs.emission.CaseFiles;
import moirai.sources.Translation;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * The argument that names the anomalies of a command: those of a stored analysis, or of sources that are analysed now.
 */
final class AnalysisArgument {

    private static final String JSON = ".json";

    @Mixin
    private SourceArguments sources = new SourceArguments();

    @Option(
            names = "--anomaly",
            paramLabel = "N",
            split = ",",
            description = "Of the analysis, from 1. Default: all of them.")
    private List<Integer> numbers = List.of();

    @Option(names = "--store", paramLabel = "DIR", description = "Where analyses are kept. Default: store.")
    private Path store = Path.of("store");

    AnalysisArgument() {}

    Path store() {
        return store;
    }

    /** Returns whether anything but the last analysis is named. */
    boolean isNamed() {
        return !sources.paths().isEmpty();
    }

    /**
     * Returns the analysis. Sources are analysed now, and a single predicted case counts as an analysis that found it.
     */
    PredictedCases analysis() {
        List<Path> paths = sources.paths();
        if (paths.isEmpty()) {
            Path last = new LastAnalysis(store).data();
            return read(last, "expected PATH, or one that moirai schedule analyze PATH left here");
        }
        if (isKept()) {
            return read(paths.getFirst(), "expected a file that moirai schedule analyze --json FILE wrote");
        }
        SourceArguments.Fitted fitted = sources.fitted(null, Promises.EVENTUAL);
        Translation translation = fitted.translation();
        Analysis analysis =
                new AnomalySearch(translation.program(), sources.levels(translation.program()), fitted.bounds()).find();
        return AnalysisReport.cases(translation, analysis);
    }

    /** Returns whether PATH is a stored analysis or a case, beside which no other argument is accepted. */
    private boolean isKept() {
        Path first = sources.paths().getFirst();
        boolean isKept = first.toString().endsWith(JSON) || CaseFiles.isCase(first);
        if (isKept && sources.paths().size() > 1) {
            throw sources.refused("PATH: " + first + " is an analysis; expected nothing beside it");
        }
        return isKept;
    }

    /** Returns the case that PATH names; empty if it is an analysis, or sources. */
    Optional<Case> one() {
        boolean isCase = !sources.paths().isEmpty()
                && isKept()
                && CaseFiles.isCase(sources.paths().getFirst());
        return isCase ? Optional.of(CaseFiles.read(sources.paths().getFirst())) : Optional.empty();
    }

    /** Returns the methods that were analysed, loaded from a class path. */
    LoadedCode code(List<Path> classpath) {
        List<Path> paths = sources.paths();
        if (paths.isEmpty() || isKept()) {
            throw sources.refused("--classpath: an analysis that is kept does not have the methods; expected PATH, the"
                    + " sources that the classes were compiled from");
        }
        try {
            List<Path> entries = ClassPath.urls(classpath).stream()
                    .map(url -> Path.of(URI.create(url.toString())))
                    .toList();
            return LoadedCode.load(sources.code(), entries);
        } catch (IllegalArgumentException missing) {
            throw sources.refused(String.valueOf(missing.getMessage()));
        } catch (CodeException unusable) {
            throw sources.refused("--classpath: " + unusable.getMessage());
        }
    }

    private PredictedCases read(Path file, String expected) {
        try {
            if (CaseFiles.isCase(file)) {
                return of(file, CaseFiles.read(file));
            }
            return LastAnalysis.read(file.toString(), file)
                    .orElseThrow(() -> sources.refused("no analysis " + file + ": " + expected));
        } catch (UncheckedIOException unreadable) {
            throw sources.refused("cannot read " + file + " as text: " + expected);
        }
    }

    private PredictedCases of(Path file, Case found) {
        if (!(found instanceof PredictedCase predicted)) {
            throw sources.refused(file + " is no anomaly that an analysis predicted: expected moirai explain, replay or"
                    + " schedule emit, which take every case");
        }
        return new PredictedCases(
                predicted.program().name(),
                predicted.levels(),
                predicted.bounds(),
                predicted.isExact(),
                List.of(predicted),
                List.of());
    }

    /** Returns the anomalies that were asked for. */
    List<NumberedCase> cases(PredictedCases analysis) {
        int count = analysis.cases().size();
        for (int number : numbers) {
            if (number < 1 || number > count) {
                throw sources.refused(
                        "--anomaly: " + number + "; " + (count == 0 ? "there are none" : "expected 1 to " + count));
            }
        }
        List<Integer> wanted =
                numbers.isEmpty() ? IntStream.rangeClosed(1, count).boxed().toList() : numbers;
        return wanted.stream()
                .map(number -> NumberedCase.of(number, analysis.cases().get(number - 1)))
                .toList();
    }
}
