package moirai.junit.directed;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import moirai.directed.encoding.Bounds;
import moirai.directed.levels.Promises;
import moirai.directed.program.Program;
import moirai.directed.search.Levels;
import moirai.directed.search.LevelsText;
import moirai.directed.search.Progress;
import moirai.history.level.IsolationLevel;
import moirai.runs.cases.PredictedCases;
import moirai.runs.cases.groups.AnomalyGroups;
import moirai.runs.prediction.FittedSources;
import moirai.runs.prediction.Prediction;
import moirai.runs.prediction.RaisedBounds;
import moirai.sources.JavaSources;
import moirai.sources.SourceCode;
import moirai.sources.SourceException;
import moirai.sources.SourceOptions;

/**
 * The anomalies of the classes of one annotation.
 *
 * @param files the sources of the classes
 * @param classpath what the classes run with
 * @param groups of the anomalies, by their causes
 */
record PredictedAnomalies(
        SourceCode source,
        List<Path> files,
        List<Path> classpath,
        Prediction prediction,
        PredictedCases cases,
        AnomalyGroups groups) {

    private static final Map<IsolationLevel, Promises> PROMISES = new EnumMap<>(Map.of(
            IsolationLevel.READ_COMMITTED, Promises.READ_COMMITTED,
            IsolationLevel.READ_ATOMIC, Promises.READ_ATOMIC,
            // The theory's CC lets others see a transaction's statements one by one; whole transactions are meant here.
            IsolationLevel.CAUSAL, Promises.parse("RA:transitive"),
            IsolationLevel.PREFIX, Promises.PREFIX_CONSISTENT,
            IsolationLevel.PARALLEL_SNAPSHOT_ISOLATION, Promises.PARALLEL_SNAPSHOT,
            IsolationLevel.SNAPSHOT_ISOLATION, Promises.SNAPSHOT,
            IsolationLevel.SERIALIZABLE, Promises.SERIALIZABLE));

    PredictedAnomalies {
        files = List.copyOf(files);
        classpath = List.copyOf(classpath);
    }

    /**
     * Analyses the sources of the classes.
     *
     * @throws org.junit.jupiter.api.extension.ExtensionConfigurationException if they cannot be found or analysed
     */
    static PredictedAnomalies of(AnomaliesOf asked) {
        if (asked.value().length == 0) {
            throw Refusals.of("@AnomaliesOf names no class; expected one or more with JDBC");
        }
        var classes = new SourcesOfClasses(List.of(asked.value()), List.of(asked.sources()));
        List<Path> files = classes.files();
        List<Path> ddl = Arrays.stream(asked.ddl()).map(Path::of).toList();
        List<String> txns = asked.txns().length == 0 ? classes.txns() : List.of(asked.txns());
        Bounds bounds = bounds(asked);
        Levels levels = accepted(() -> levels(asked));
        SourceCode source = read(() -> new SourceOptions(files, ddl, txns, bounds.loopMax()));
        requireTxns(levels, source.translation().program());
        var raised = new RaisedBounds(bounds, asked.rows() > 0, asked.bits() > 0);
        FittedSources fitted = FittedSources.of(source.translation().forRows(bounds.rows()), levels, raised);
        Prediction prediction = Prediction.search(fitted, levels, raised, () -> false, Progress.NONE);
        PredictedCases cases = prediction.cases(new PredictedCases.Sources(names(files), names(ddl), txns));
        return new PredictedAnomalies(source, files, classes.classpath(), prediction, cases, AnomalyGroups.of(cases));
    }

    private static List<String> names(List<Path> files) {
        return files.stream()
                .map(file -> file.toAbsolutePath().normalize().toString())
                .toList();
    }

    private static Bounds bounds(AnomaliesOf asked) {
        return accepted(() -> new Bounds(
                asked.txnsMax(),
                asked.lengthMax(),
                asked.rows() == 0 ? Bounds.SMALL.rows() : asked.rows(),
                asked.bits() == 0 ? Bounds.SMALL.bits() : asked.bits(),
                asked.loops()));
    }

    private static SourceCode read(Supplier<SourceOptions> options) {
        try {
            return JavaSources.read(accepted(options));
        } catch (SourceException unusable) {
            throw Refusals.of("@AnomaliesOf: " + Refusals.inAttributes(String.valueOf(unusable.getMessage())));
        }
    }

    private static <T> T accepted(Supplier<T> value) {
        try {
            return value.get();
        } catch (IllegalArgumentException outOfRange) {
            throw Refusals.of("@AnomaliesOf: " + outOfRange.getMessage());
        }
    }

    private static Levels levels(AnomaliesOf asked) {
        return asked.levels().isEmpty() ? Levels.all(promises(asked.level())) : LevelsText.parse(asked.levels());
    }

    private static void requireTxns(Levels levels, Program program) {
        try {
            levels.requireTxnsOf(program);
        } catch (IllegalArgumentException unknown) {
            throw Refusals.of("@AnomaliesOf(levels): " + unknown.getMessage());
        }
    }

    private static Promises promises(IsolationLevel level) {
        Promises promises = PROMISES.get(level);
        if (promises == null) {
            throw Refusals.of("@AnomaliesOf(level): " + level.name()
                    + " is no promise to single statements; expected one"
                    + " of "
                    + PROMISES.keySet().stream().map(IsolationLevel::name).collect(Collectors.joining(", ")));
        }
        return promises;
    }

    /** Returns the level or levels of an annotation, for people. */
    static String label(AnomaliesOf asked) {
        return asked.levels().isEmpty() ? asked.level().label() : asked.levels();
    }

    /** Returns the levels of the analysis as {@code moirai schedule analyze --level} takes them. */
    String levels() {
        return cases.levels();
    }
}
