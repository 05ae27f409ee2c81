package moirai.studies.directed.replay;

import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import moirai.directed.encoding.Bounds;
import moirai.directed.program.Program;
import moirai.directed.search.Anomaly;
import moirai.nemesis.cassandra.CassandraCluster;
import moirai.nemesis.cassandra.CassandraOptions;
import moirai.reenactment.DirectedCase;
import moirai.reenactment.ReplayOutcome;
import moirai.reenactment.cassandra.CassandraTarget;

/**
 * A replay of all anomalies that two transactions can have at EC, on three nodes of Cassandra that are cut off from
 * each other as each case says.
 */
final class CassandraReplay {

    private static final int NODES = 3;

    private CassandraReplay() {}

    /** Prints a line for each program; on the error stream, each case that did not happen. */
    static void print(List<ReplayedProgram> programs) {
        var cluster = new CassandraCluster(CassandraOptions.of(NODES));
        try (CassandraTarget target = CassandraTarget.start(cluster)) {
            System.out.println(target.describe());
            for (ReplayedProgram replayed : programs) {
                System.out.println(line(replayed, target));
            }
        }
    }

    private static String line(ReplayedProgram replayed, CassandraTarget target) {
        Program program = replayed.program(Path.of(""), Bounds.SMALL.loopMax());
        List<Anomaly> anomalies = DirectedReplayReport.search(program).anomalies();
        Map<String, Integer> outcomes = new TreeMap<>();
        long begin = System.nanoTime();
        for (Anomaly anomaly : anomalies) {
            var wanted = new DirectedCase(program, Bounds.SMALL.loopMax(), anomaly);
            ReplayOutcome outcome = target.replay(wanted);
            outcomes.merge(outcome.label(), 1, Integer::sum);
            if (!(outcome instanceof ReplayOutcome.Manifested)) {
                System.err.println(outcome.sentence() + "\n" + wanted.text());
            }
        }
        double seconds = (System.nanoTime() - begin) / 1e9;
        return String.format(
                Locale.ROOT, "%s | %d | %s | %.0f s", replayed.folder(), anomalies.size(), outcomes, seconds);
    }
}
