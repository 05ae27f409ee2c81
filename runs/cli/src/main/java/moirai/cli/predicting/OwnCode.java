package moirai.cli.predicting;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import moirai.directed.program.Program;
import moirai.directed.program.TxnType;
import moirai.reenactment.code.CodeException;
import moirai.reenactment.code.LoadedCode;
import moirai.runs.cases.PredictedCase;
import moirai.runs.cases.PredictedCases;
import moirai.runs.report.OwnCommand;
import moirai.sources.JavaSources;
import moirai.sources.SourceCode;
import moirai.sources.SourceException;
import moirai.sources.SourceOptions;

/** The methods of an analysis, ready to run, or the reason why they are not run. */
final class OwnCode implements AutoCloseable {

    private final Optional<LoadedCode> code;
    private final String reason;

    private OwnCode(Optional<LoadedCode> code, String reason) {
        this.code = code;
        this.reason = reason;
    }

    /** Returns the methods; empty if they are not run. */
    Optional<LoadedCode> code() {
        return code;
    }

    /** Returns why they are not run; empty if they are, or nobody asked. */
    String reason() {
        return reason;
    }

    /** Returns the sources that were compiled; none if the class path has the methods, or they are not run. */
    List<Path> compiled() {
        return code.map(LoadedCode::compiled).orElse(List.of());
    }

    /** Returns no methods, for this reason. */
    static OwnCode none(String reason) {
        return new OwnCode(Optional.empty(), reason);
    }

    /**
     * Returns the methods that were analysed.
     *
     * @param sources whose code is run, whatever sources the analysis names
     * @throws CodeException if they cannot be found, compiled or loaded
     */
    static OwnCode of(PredictedCases analysis, PredictedCases.Sources sources, List<Path> classpath) {
        if (sources.paths().isEmpty()) {
            throw new CodeException("the analysis does not name its sources; expected PATH, the sources, or an analysis"
                    + " of them by this version");
        }
        List<Path> paths = sources.paths().stream().map(Path::of).toList();
        SourceCode source = read(new SourceOptions(
                paths,
                sources.ddl().stream().map(Path::of).toList(),
                sources.txns(),
                analysis.bounds().loopMax()));
        Program now = source.translation().program();
        if (!analysis.cases().stream().allMatch(found -> isSame(now, found))) {
            throw new CodeException(
                    "the sources have changed since the analysis; expected " + OwnCommand.line("schedule analyze"));
        }
        return new OwnCode(Optional.of(LoadedCode.of(source, paths, classpath)), "");
    }

    private static SourceCode read(SourceOptions options) {
        try {
            return JavaSources.read(options);
        } catch (SourceException unusable) {
            throw new CodeException(
                    String.valueOf(unusable.getMessage()).lines().findFirst().orElse("the sources cannot be read"));
        }
    }

    private static boolean isSame(Program now, PredictedCase found) {
        List<String> names = now.txns().stream().map(TxnType::name).toList();
        List<String> called = found.program().txns().stream().map(TxnType::name).toList();
        return names.containsAll(called)
                && now.tables().equals(found.program().tables())
                && now.only(called).txns().equals(found.program().txns());
    }

    @Override
    public void close() {
        code.ifPresent(LoadedCode::close);
    }
}
