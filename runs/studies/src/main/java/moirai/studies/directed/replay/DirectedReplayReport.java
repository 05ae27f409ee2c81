package moirai.studies.directed.replay;

import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import moirai.directed.encoding.Bounds;
import moirai.directed.levels.Promises;
import moirai.directed.program.Program;
import moirai.directed.search.Analysis;
import moirai.directed.search.Anomaly;
import moirai.directed.search.AnomalySearch;
import moirai.directed.search.Levels;
import moirai.reenactment.DirectedCase;
import moirai.reenactment.ReplayTarget;

/**
 * A count of the anomalies that two transactions can have at EC and that happen when they are replayed: all of them on
 * the mock store, and the internal ones on databases at their levels. Programs come from their Java source. The
 * replayed statements are those of the abstract program, or with {@code code} those of the compiled methods. Run by
 * {@code scripts/directed-replay [live|cassandra|code] [PROGRAM]...}.
 *
 * <p>On the mock store an anomaly has manifested if each read returned the dictated version, and returned values and
 * final rows are as predicted; the cycle is then in the history. On databases no read can be attributed to a write.
 * There all returned values and final rows must be those of the case, and no serial order of the calls may explain
 * them. The label says which evidence there is: no serial order leaves these rows ({@code final state}), or none
 * returns and leaves the same ({@code history}); on the mock store also {@code cycle}, where only the sources of reads
 * show the anomaly.
 */
public final class DirectedReplayReport {

    private static final String LIVE = "live";
    private static final String CODE = "code";
    private static final String CASSANDRA = "cassandra";

    /** The maximal number of replayed cases of each ring; of more cases, every second, third and so on is replayed. */
    private static final int RING_CASES_MAX = 8;

    /** The bounds of rings, which are higher because long forks are longer than anomalies of two transactions. */
    private static final Bounds RING_BOUNDS = new Bounds(4, 8, 2, 3, 1);

    private static final Path ROOT = Path.of("");

    private DirectedReplayReport() {}

    /** Prints a line for each program, or a table for each. To be started in the root of the project. */
    public static void main(String[] args) throws SQLException, InterruptedException {
        List<String> words = new ArrayList<>(List.of(args));
        boolean isLive = words.remove(LIVE);
        boolean isCode = words.remove(CODE);
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
        } else if (isCode) {
            System.out.println(CodeReplayReport.HEAD);
            for (ReplayedProgram program : programs) {
                System.out.println(new CodeReplayReport(ROOT).line(program));
            }
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

    /** Returns the row of a program: the outcomes of its anomalies on the mock store. */
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
        return new AnomalySearch(program, Levels.all(Promises.EVENTUAL), Bounds.SMALL).find();
    }

    private static void live(List<ReplayedProgram> programs) throws SQLException, InterruptedException {
        try (var targets = new LiveTargets()) {
            for (ReplayedProgram replayed : programs) {
                Program program = replayed.program(ROOT, Bounds.SMALL.loopMax());
                List<Anomaly> internal = search(program).internal();
                List<Anomaly> chosen = sample(internal, replayed.casesMax());
                System.out.println(replayed.folder() + ": " + internal.size() + " internal anomalies of two, "
                        + chosen.size() + " of them replayed");
                table(replayed.folder(), targets.all(), program, chosen);
                for (ReplayedProgram.Ring ring : replayed.rings()) {
                    var searched = new AnomalySearch(program, Levels.all(ring.level()), RING_BOUNDS);
                    List<Anomaly> found = searched.find(ring.txns()).anomalies();
                    List<Anomaly> some = sample(found, RING_CASES_MAX);
                    System.out.println(replayed.folder() + ": " + found.size() + " anomalies of " + ring + " at "
                            + ring.level().name() + ", " + some.size() + " of them replayed");
                    table(ring.toString(), targets.servers(), program, some);
                }
            }
        }
    }

    /** Returns all anomalies; or if there are too many, every second, third and so on, always with the first. */
    private static List<Anomaly> sample(List<Anomaly> all, int atMost) {
        int step = Math.ceilDiv(Math.max(1, all.size()), atMost);
        return IntStream.range(0, all.size())
                .filter(index -> index % step == 0)
                .mapToObj(all::get)
                .toList();
    }

    private static void table(String name, List<ReplayTarget> targets, Program program, List<Anomaly> anomalies)
            throws SQLException, InterruptedException {
        long begin = System.nanoTime();
        var table = new OutcomeTable(targets);
        for (Anomaly anomaly : anomalies) {
            table.add(name, new DirectedCase(program, Bounds.SMALL.loopMax(), anomaly));
        }
        System.out.print(table.text());
        System.out.printf(Locale.ROOT, "%.0f s%n%n", (System.nanoTime() - begin) / 1e9);
    }
}
