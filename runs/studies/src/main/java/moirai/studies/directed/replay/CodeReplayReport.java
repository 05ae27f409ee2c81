package moirai.studies.directed.replay;

import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import moirai.directed.encoding.Bounds;
import moirai.directed.levels.Promises;
import moirai.directed.program.Program;
import moirai.directed.search.Anomaly;
import moirai.directed.search.AnomalySearch;
import moirai.directed.search.Levels;
import moirai.reenactment.DirectedCase;
import moirai.reenactment.MockTarget;
import moirai.reenactment.ReplayOutcome;
import moirai.reenactment.code.CodeReplay;
import moirai.reenactment.code.LoadedCode;
import moirai.sources.SourceCode;

/**
 * A count of the anomalies that two transactions can have at EC, and that happen on the mock store when the compiled
 * methods of this project's programs run. Run by {@code scripts/directed-replay code [PROGRAM]...}.
 */
final class CodeReplayReport {

    static final String HEAD =
            "program | anomalies | final state | history | cycle | refused by a key | diverged" + " | ms a replay";

    private final Path root;

    /** @param root of the project, whose programs are compiled */
    CodeReplayReport(Path root) {
        this.root = root;
    }

    /** Returns a program's line; prints anomalies that did not happen to the standard error stream. */
    String line(ReplayedProgram replayed) throws SQLException, InterruptedException {
        SourceCode source = replayed.code(root, Bounds.SMALL.loopMax());
        Program program = source.translation().program();
        Map<String, Integer> outcomes = new TreeMap<>();
        var told = new ArrayList<String>();
        List<Anomaly> anomalies = new AnomalySearch(program, Levels.all(Promises.EVENTUAL), Bounds.SMALL)
                .find()
                .anomalies();
        long begin = System.nanoTime();
        List<Path> classes =
                List.of(root.resolve("runs/programs/target/classes"), root.resolve("runs/studies/target/classes"));
        try (LoadedCode code = LoadedCode.load(source, classes)) {
            var replay = new CodeReplay(code, new MockTarget());
            for (Anomaly anomaly : anomalies) {
                var wanted = new DirectedCase(program, Bounds.SMALL.loopMax(), anomaly);
                ReplayOutcome outcome = replay.replay(wanted);
                outcomes.merge(outcome.label(), 1, Integer::sum);
                if (outcome instanceof ReplayOutcome.Diverged) {
                    told.add(outcome.sentence() + "\n" + wanted.text());
                }
            }
        }
        double millis = (System.nanoTime() - begin) / 1e6 / Math.max(1, anomalies.size());
        told.forEach(System.err::println);
        return String.format(
                Locale.ROOT,
                "%s | %d | %d | %d | %d | %d | %d | %.0f",
                replayed.folder(),
                anomalies.size(),
                outcomes.getOrDefault("manifested: final state", 0),
                outcomes.getOrDefault("manifested: history", 0),
                outcomes.getOrDefault("manifested: cycle", 0),
                outcomes.getOrDefault("aborted 23505", 0),
                outcomes.getOrDefault("diverged", 0),
                millis);
    }
}
