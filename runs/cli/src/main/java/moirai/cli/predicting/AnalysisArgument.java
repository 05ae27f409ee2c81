package moirai.cli.predicting;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import moirai.cli.options.Argv;
import moirai.cli.options.ClassPath;
import moirai.directed.levels.Promises;
import moirai.directed.search.Analysis;
import moirai.directed.search.AnomalySearch;
import moirai.reenactment.code.CodeException;
import moirai.runs.cases.Case;
import moirai.runs.cases.PredictedCase;
import moirai.runs.cases.PredictedCases;
import moirai.runs.emission.CaseFiles;
import moirai.runs.prediction.FittedSources;
import moirai.runs.prediction.Prediction;
import moirai.runs.report.OwnCommand;
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

    private final boolean takesSources;

    AnalysisArgument() {
        this(false);
    }

    private AnalysisArgument(boolean takesSources) {
        this.takesSources = takesSources;
    }

    /** Returns the argument of a command that runs the methods, whose sources may stand beside a stored analysis. */
    static AnalysisArgument withSources() {
        return new AnalysisArgument(true);
    }

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
            return read(last, "expected PATH, or one that " + OwnCommand.line("schedule analyze PATH") + " left here");
        }
        if (isKept()) {
            return read(
                    paths.getFirst(),
                    "expected a file that " + OwnCommand.line("schedule analyze --json FILE") + " wrote");
        }
        FittedSources fitted = sources.fitted(null, Promises.EVENTUAL);
        Translation translation = fitted.translation();
        Analysis analysis =
                new AnomalySearch(translation.program(), sources.levels(translation.program()), fitted.bounds()).find();
        return new Prediction(translation, analysis, List.of()).cases(sources.files());
    }

    /** Returns whether the first PATH is a stored analysis or a case, beside which only sources to run are accepted. */
    private boolean isKept() {
        Path first = sources.paths().getFirst();
        boolean isKept = first.toString().endsWith(JSON) || CaseFiles.isCase(first);
        if (isKept && sources.paths().size() > 1 && !takesSources) {
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

    /**
     * Returns the methods that were analysed: those on the class path, or compiled from the sources if it has none of
     * them. Refuses what cannot be used if a class path is named.
     *
     * <p>An analysis is untrusted input, and may name any sources. So only sources that the user names are run, and
     * those of the analysis in this store.
     */
    OwnCode code(PredictedCases analysis, List<Path> classpath) {
        try {
            return OwnCode.of(analysis, sources(analysis), entries(classpath));
        } catch (CodeException unusable) {
            if (!classpath.isEmpty()) {
                throw sources.refused("--classpath: " + unusable.getMessage());
            }
            return OwnCode.none(String.valueOf(unusable.getMessage()));
        }
    }

    private PredictedCases.Sources sources(PredictedCases analysis) {
        List<Path> paths = sources.paths();
        if (paths.isEmpty() || !isKept() || (paths.size() == 1 && isOfStore(paths.getFirst()))) {
            return analysis.sources();
        }
        if (paths.size() == 1) {
            throw new CodeException("an analysis outside the store is not trusted to name the sources to run; expected "
                    + Argv.line(List.of("schedule", "run", paths.getFirst().toString(), "PATH"))
                    + ", with the sources");
        }
        PredictedCases.Sources named = sources.files();
        return new PredictedCases.Sources(
                named.paths().subList(1, named.paths().size()),
                named.ddl(),
                named.txns().isEmpty() ? analysis.sources().txns() : named.txns());
    }

    private boolean isOfStore(Path file) {
        Path own = new LastAnalysis(store).data();
        try {
            return Files.exists(own) && Files.isSameFile(file, own);
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    private List<Path> entries(List<Path> classpath) {
        try {
            return ClassPath.urls(classpath).stream()
                    .map(url -> Path.of(URI.create(url.toString())))
                    .toList();
        } catch (IllegalArgumentException missing) {
            throw sources.refused(String.valueOf(missing.getMessage()));
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
            throw sources.refused(file + " is no anomaly that an analysis predicted: expected "
                    + OwnCommand.line("explain") + ", replay or" + " schedule emit, which take every case");
        }
        return new PredictedCases(
                predicted.program().name(),
                predicted.levels(),
                predicted.bounds(),
                predicted.isExact(),
                List.of(predicted),
                List.of(),
                PredictedCases.Sources.UNKNOWN);
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
