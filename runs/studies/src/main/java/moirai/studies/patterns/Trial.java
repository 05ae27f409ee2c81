package moirai.studies.patterns;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import moirai.directed.encoding.Bounds;
import moirai.directed.encoding.Scenario;
import moirai.directed.levels.Promises;
import moirai.directed.program.Program;
import moirai.directed.program.TxnType;
import moirai.directed.proof.Claim;
import moirai.directed.proof.Proof;
import moirai.directed.proof.Prover;
import moirai.directed.proof.Unreachable;
import moirai.directed.search.Anomaly;
import moirai.directed.search.AnomalySearch;
import moirai.directed.search.Levels;
import moirai.reenactment.DirectedCase;
import moirai.reenactment.ReplayOutcome;
import moirai.reenactment.TableTarget;
import moirai.reenactment.code.CodeReplay;
import moirai.reenactment.code.LoadedCode;
import moirai.sources.JavaSources;
import moirai.sources.SourceCode;
import moirai.sources.SourceOptions;

/** A variant of a pattern, analysed and compiled, which can be run on databases. Closing it unloads its class. */
final class Trial implements AutoCloseable {

    private final Variant variant;
    private final SourceCode source;
    private final LoadedCode code;

    private Trial(Variant variant, SourceCode source, LoadedCode code) {
        this.variant = variant;
        this.source = source;
        this.code = code;
    }

    /** Reads and compiles a variant, which is put in a file of this folder. */
    static Trial of(Variant variant, Path folder) throws IOException {
        Path file = Files.writeString(folder.resolve("Application.java"), variant.source());
        SourceCode source = JavaSources.read(SourceOptions.of(file, Bounds.SMALL.loopMax()));
        return new Trial(variant, source, LoadedCode.of(source, List.of(file), List.of()));
    }

    Variant variant() {
        return variant;
    }

    private Program program() {
        return source.translation().program();
    }

    /** Returns what is predicted of transactions at a level. */
    Predicted predicted(Promises level) {
        Levels levels = Levels.all(level);
        Proof proof = Prover.prove(Claim.of(program(), levels, Bounds.SMALL));
        return switch (proof) {
            case Proof.Proven proven -> isWhole(levels) ? Predicted.SAFE : Predicted.UNKNOWN;
            case Proof.Refuted refuted ->
                source.translation()
                                .isExactFor(refuted.model().scenario().calls().stream()
                                        .map(Scenario.Call::txn)
                                        .toList())
                        ? Predicted.UNSAFE
                        : Predicted.PERHAPS_UNSAFE;
            case Proof.NotProven unknown -> Predicted.UNKNOWN;
        };
    }

    /** Returns whether the program does all that the source does, and a proof looks at all of it. */
    private boolean isWhole(Levels levels) {
        Set<String> names = program().txns().stream().map(TxnType::name).collect(Collectors.toSet());
        return source.translation().isExact()
                && Unreachable.of(program(), names, levels, Bounds.SMALL).isEmpty();
    }

    /**
     * Runs the methods in the orders of anomalies that are possible at the weakest level, at first those of the program
     * and then those without its locks and rollbacks, until one manifests.
     *
     * @param casesMax the number of anomalies of each at most
     */
    Live run(TableTarget target, int casesMax) throws SQLException, InterruptedException {
        var outcomes = new ArrayList<ReplayOutcome>();
        for (Program tried : List.of(program(), Unprotected.of(program()))) {
            List<Anomaly> anomalies = new AnomalySearch(tried, Levels.all(Promises.EVENTUAL), Bounds.SMALL)
                    .find()
                    .anomalies();
            for (Anomaly anomaly : sample(anomalies, casesMax)) {
                var wanted = new DirectedCase(tried, Bounds.SMALL.loopMax(), anomaly);
                outcomes.add(new CodeReplay(code, target).replay(wanted));
                if (outcomes.getLast().isAnomalous()) {
                    return new Live(outcomes);
                }
            }
        }
        return new Live(outcomes);
    }

    /** Returns these, or if there are more, some that are spread over all of them. */
    private static <T> List<T> sample(List<T> all, int max) {
        int step = Math.max(1, (all.size() + max - 1) / max);
        var some = new ArrayList<T>();
        for (int i = 0; i < all.size(); i += step) {
            some.add(all.get(i));
        }
        return some;
    }

    @Override
    public void close() {
        code.close();
    }
}
