package moirai.benchmarks;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import moirai.history.Seed;
import moirai.mockstore.StoreLevel;
import moirai.programs.Evaluation;
import moirai.programs.SqlPrograms;
import moirai.programs.sql.MockTarget;
import moirai.programs.sql.ProgramOptions;
import moirai.programs.sql.ProgramResults;
import moirai.programs.sql.ProgramRuns;
import moirai.programs.sql.SqlProgram;

/**
 * Figures 14 and 15 of the evaluation of MonkeyDB (Biswas et al. 2021): TPC-C, SmallBank, Voter and Wikipedia at read
 * committed, causal consistency and strict serializability with two and three sessions; and how many of their
 * transactions the mock store commits a second.
 *
 * <p>{@code scripts/program-figures [RUNS [TXNS_PER_SESSION [PROGRAM…]]]}
 */
public final class ProgramFigures {

    private static final Seed SEED = new Seed(42);

    private static final List<StoreLevel> LEVELS =
            List.of(StoreLevel.READ_COMMITTED, StoreLevel.CAUSAL, StoreLevel.STRICT_SERIALIZABLE);

    private ProgramFigures() {}

    /**
     * Measures and prints.
     *
     * @param args runs, transactions of each session, names of programs; all programs if none is named
     */
    @SuppressWarnings("SystemOut") // Its output is its purpose.
    public static void main(String[] args) throws SQLException {
        int runs = Integer.parseInt(args[0]);
        int txnsPerSession = Integer.parseInt(args[1]);
        var names = args.length > 2
                ? List.of(args).subList(2, args.length)
                : SqlPrograms.all().stream().map(SqlProgram::name).toList();
        var results = new ArrayList<ProgramResults>();
        System.out.printf("%d runs, up to %d transactions a session or 10 s, seed %s%n", runs, txnsPerSession, SEED);
        for (StoreLevel level : LEVELS) {
            for (int sessions = 2; sessions <= 3; sessions++) {
                for (String name : names) {
                    var result = ProgramRuns.run(
                            program(name),
                            new MockTarget(level),
                            ProgramOptions.serial(runs, sessions, txnsPerSession, SEED));
                    results.add(result);
                    System.out.println(summary(name, level, result));
                }
            }
        }
        System.out.println();
        System.out.print(new Evaluation(results).table());
    }

    private static SqlProgram program(String name) {
        return SqlPrograms.named(name)
                .orElseThrow(() -> new IllegalArgumentException(
                        "there is no program '" + name + "'; there are " + SqlPrograms.names()));
    }

    private static String summary(String name, StoreLevel level, ProgramResults result) {
        var counts = result.counts();
        int runs = result.runs().size();
        return String.format(
                Locale.ROOT,
                "%-10s %-20s %d sessions: per run %.1f committed, %.1f rolled back, %.1f refused, %.1f conflicts;"
                        + " %.0f commits/s, longest run %.2f s",
                name,
                level.label(),
                result.options().sessions(),
                (double) counts.committed() / runs,
                (double) counts.rolledBack() / runs,
                (double) counts.refused() / runs,
                (double) counts.conflicts() / runs,
                result.committedPerSecond(),
                result.runs().stream().mapToLong(run -> run.nanos()).max().orElse(0) / 1e9);
    }
}
