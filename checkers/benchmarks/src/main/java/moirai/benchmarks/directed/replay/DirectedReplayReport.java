package moirai.benchmarks.directed.replay;

import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import moirai.directed.encoding.Bounds;
import moirai.directed.levels.Level;
import moirai.directed.program.Program;
import moirai.directed.search.Analysis;
import moirai.directed.search.Anomaly;
import moirai.directed.search.AnomalySearch;
import moirai.directed.search.Levels;
import moirai.runs.directed.DirectedCase;
import moirai.runs.directed.OutcomeTable;
import moirai.runs.directed.ReplayRate;

/**
 * How many of the anomalies that two transactions can have at EC happen when they are replayed: all of them on the mock
 * store, and the internal ones on databases at their levels. Programs come from their Java source; the statements that
 * are replayed are those of the abstract program. Run by {@code scripts/directed-replay [live|cassandra] [PROGRAM]...}.
 *
 * <p>On the mock store an anomaly has manifested if each read returned what it was told to, and what was returned and
 * left is as predicted; the cycle is then in the history. On databases nobody tells: all returned values and final rows
 * are recorded and have to be those of the case, and no order of the calls one after the other may explain them. The
 * label says which: no order leaves these rows ({@code final state}), or none returns and leaves the same
 * ({@code history}); on the mock store also {@code cycle}, where only who read from whom tells.
 */
public final class DirectedReplayReport {

    private static final String LIVE = "live";
    private static final String CASSANDRA = "cassandra";
    private static final Path ROOT = Path.of("");

    private DirectedReplayReport() {}

    /** Prints a line for each program, or a table for each. To be started in the root of the project. */
    public static void main(String[] args) throws SQLException, InterruptedException {
        List<String> words = new ArrayList<>(List.of(args));
        boolean isLive = words.remove(LIVE);
        boolean isCassandra = words.remove(CASSANDRA);
        boolean isAll = words.isEmpty();
        List<ReplayedProgram> programs = Arrays.stream(ReplayedProgram.values())
                .filter(program -> isAll || words.remove(program.folder()))
                .toList();
        if (!words.isEmpty()) {
            System.err.println("moirai: no program is named " + words + "; accepted: "
                    + Arrays.stream(ReplayedProgram.values())
                            .map(ReplayedProgram::folder)
                            .toList());
            System.exit(254);
        }
        if (isCassandra) {
            CassandraReplay.print(programs);
        } else if (isLive) {
            live(programs);
        } else {
            System.out.println(HEAD);
            for (ReplayedProgram program : programs) {
                System.out.println(line(program, ROOT));
            }
        }
    }

    static final String HEAD =
            "program | anomalies | final state | history | cycle | refused by a key | of those without keys | neither"
                    + " | ms a replay, longest";

    /** What becomes of a program's anomalies on the mock store. */
    static String line(ReplayedProgram replayed, Path root) throws SQLException, InterruptedException {
        Program program = replayed.program(root, Bounds.SMALL.loopMax());
        List<Anomaly> anomalies = search(program).anomalies();
        ReplayRate rate = new ReplayRate().add(program, Bounds.SMALL.loopMax(), anomalies);
        rate.failures().forEach(System.err::println);
        return String.format(
                Locale.ROOT,
                "%s | %d | %d | %d | %d | %d | %d | %d | %.0f, %.0f",
                replayed.folder(),
                rate.count(),
                labelled(rate, "manifested: final state"),
                labelled(rate, "manifested: history"),
                labelled(rate, "manifested: cycle"),
                labelled(rate, "aborted 23505"),
                rate.manifestedWithoutKeys(),
                rate.failures().size(),
                rate.meanMillis(),
                rate.maxMillis());
    }

    private static int labelled(ReplayRate rate, String label) {
        return rate.outcomes().getOrDefault(label, 0);
    }

    static Analysis search(Program program) {
        return new AnomalySearch(program, Levels.all(Level.EVENTUAL), Bounds.SMALL).find();
    }

    private static void live(List<ReplayedProgram> programs) throws SQLException, InterruptedException {
        try (var targets = new LiveTargets()) {
            for (ReplayedProgram replayed : programs) {
                Program program = replayed.program(ROOT, Bounds.SMALL.loopMax());
                var table = new OutcomeTable(targets.all());
                long begin = System.nanoTime();
                List<Anomaly> anomalies = search(program).internal();
                for (Anomaly anomaly : anomalies) {
                    table.add(replayed.folder(), new DirectedCase(program, Bounds.SMALL.loopMax(), anomaly));
                }
                System.out.print(table.text());
                System.out.printf(
                        Locale.ROOT,
                        "%s: %d internal anomalies, %.0f s in all%n",
                        replayed.folder(),
                        anomalies.size(),
                        (System.nanoTime() - begin) / 1e9);
            }
        }
    }
}
