package moirai.studies.mockstore;

import java.sql.SQLException;
import java.util.List;
import java.util.Locale;
import moirai.history.Seed;
import moirai.history.level.IsolationLevel;
import moirai.mockstore.StoreLevels;
import moirai.programs.sql.MockTarget;
import moirai.programs.sql.ProgramOptions;
import moirai.programs.sql.ProgramRuns;
import moirai.programs.tpcc.Tpcc;
import moirai.programs.tpcc.TpccScale;

/**
 * Measures the committed transactions of TPC-C a second on the mock store, at each level and as its history grows:
 * through JDBC and SQL, with three sessions in one thread and orders of 5 to 15 lines.
 *
 * <p>{@code scripts/program-throughput [TXNS…]}
 */
public final class ProgramThroughput {

    private static final Seed SEED = new Seed(42);

    private static final int SESSIONS = 3;

    private ProgramThroughput() {}

    /**
     * Measures each level after a warm-up, and prints the results.
     *
     * @param args lengths of histories in transactions
     */
    @SuppressWarnings("SystemOut") // Its output is its purpose.
    public static void main(String[] args) throws SQLException {
        List<Integer> lengths = List.of(args).stream().map(Integer::valueOf).toList();
        for (IsolationLevel level : StoreLevels.all()) {
            commitsPerSecond(level, lengths.getFirst());
            var line = new StringBuilder(String.format(Locale.ROOT, "%-28s", StoreLevels.NAMES.label(level)));
            for (int length : lengths) {
                line.append(String.format(Locale.ROOT, "%7d txns: %7.0f/s", length, commitsPerSecond(level, length)));
            }
            System.out.println(line);
        }
    }

    private static double commitsPerSecond(IsolationLevel level, int txns) throws SQLException {
        return ProgramRuns.run(
                        new Tpcc(TpccScale.PAPER),
                        new MockTarget(level),
                        ProgramOptions.serial(1, SESSIONS, txns / SESSIONS, SEED))
                .committedPerSecond();
    }
}
