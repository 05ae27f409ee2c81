package moirai.cli.scheduling;

import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import moirai.cli.options.ClassPath;
import moirai.directed.encoding.Bounds;
import moirai.directed.search.Analysis;
import moirai.directed.search.AnomalySearch;
import moirai.reenactment.code.CodeException;
import moirai.reenactment.code.LoadedCode;
import moirai.sources.Translation;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Which anomalies a command is about: those of an analysis that is kept, or of sources that are analysed now. */
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

    /** Whether anything but the last analysis is wanted. */
    boolean isNamed() {
        return !sources.paths().isEmpty();
    }

    /** What was analysed; sources are analysed now. */
    StoredAnalysis analysis() {
        List<Path> paths = sources.paths();
        if (paths.isEmpty()) {
            Path last = new LastAnalysis(store).data();
            return read(last, "expected PATH, or one that moirai schedule analyze PATH left here");
        }
        Path first = paths.getFirst();
        if (first.toString().endsWith(JSON)) {
            if (paths.size() > 1) {
                throw sources.refused("PATH: " + first + " is an analysis; expected nothing beside it");
            }
            return read(first, "expected a file that moirai schedule analyze --json FILE wrote");
        }
        Translation translation = sources.translation();
        Bounds bounds = sources.bounds();
        Analysis analysis =
                new AnomalySearch(translation.program(), sources.levels(translation.program()), bounds).find();
        return StoredAnalysis.of(translation, analysis);
    }

    /** The methods that were analysed, loaded from a class path. */
    LoadedCode code(List<Path> classpath) {
        List<Path> paths = sources.paths();
        if (paths.isEmpty() || paths.getFirst().toString().endsWith(JSON)) {
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

    private StoredAnalysis read(Path file, String expected) {
        try {
            return AnalysisReading.read(LastAnalysis.read(file)
                    .orElseThrow(() -> sources.refused("no analysis " + file + ": " + expected)));
        } catch (UncheckedIOException unreadable) {
            throw sources.refused("cannot read " + file + " as text: " + expected);
        } catch (AnalysisFormatException unusable) {
            throw sources.refused(file + ": " + unusable.getMessage());
        }
    }

    /** The anomalies that are wanted. */
    List<StoredAnalysis.Numbered> cases(StoredAnalysis analysis) {
        int count = analysis.anomalies().size();
        for (int number : numbers) {
            if (number < 1 || number > count) {
                throw sources.refused(
                        "--anomaly: " + number + "; " + (count == 0 ? "there are none" : "expected 1 to " + count));
            }
        }
        return analysis.cases(numbers);
    }
}
