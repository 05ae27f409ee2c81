package moirai.studies.directed;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import moirai.directed.encoding.Bounds;
import moirai.directed.levels.Promises;
import moirai.directed.program.Program;
import moirai.directed.program.TxnType;
import moirai.directed.program.json.ProgramJson;
import moirai.directed.search.Analysis;
import moirai.directed.search.AnomalySearch;
import moirai.directed.search.Combinations;
import moirai.directed.search.Levels;
import moirai.directed.search.Pruning;

/**
 * A comparison of the pruned search for anomalies of two transactions with the naive one, and the progress of the naive
 * one when the pruned one ends: the question of figure 20 of Rahmani and others, CLOTHO (2019). The pruned search asks
 * for any cycle of a ring at a time, the naive one for each. Both then look for executions that are easy to read. One
 * thread runs; the first search also warms up. Run by {@code scripts/directed-search [program.json]...}.
 */
public final class DirectedSearchReport {

    private static final Path PROGRAMS = Path.of("generators/directed/src/test/resources/programs");

    private DirectedSearchReport() {}

    /** Prints two lines for each program. To be started in the root of the project. */
    public static void main(String[] args) throws IOException {
        List<Path> files = args.length > 0
                ? List.of(args).stream().map(Path::of).toList()
                : List.of(PROGRAMS.resolve("smallbank.json"), PROGRAMS.resolve("tpcc.json"));
        for (Path file : files) {
            System.out.print(lines(ProgramJson.read(Files.readString(file))));
        }
    }

    /**
     * Returns a line for each of two levels: one where nearly every edge is possible, and one where nearly no ring is.
     */
    static String lines(Program program) {
        return line(program, Promises.EVENTUAL) + line(program, Promises.SNAPSHOT);
    }

    private static String line(Program program, Promises level) {
        List<Moment> pruned = search(program, level, Pruning.RINGS);
        List<Moment> naive = search(program, level, Pruning.NONE);
        double end = pruned.getLast().seconds();
        int found = naive.stream()
                .filter(moment -> moment.seconds() <= end)
                .mapToInt(Moment::anomalies)
                .max()
                .orElse(0);
        return String.format(
                Locale.ROOT,
                "%s at %s: pruned %s; naive %s, and %d anomalies by the end of the pruned search%n",
                program.name(),
                level.name(),
                pruned.getLast().text(),
                naive.getLast().text(),
                found);
    }

    /** The progress of a search after a combination of transactions. */
    private record Moment(double seconds, int anomalies, long questions) {

        String text() {
            return String.format(Locale.ROOT, "%d anomalies, %,d questions, %.2f s", anomalies, questions, seconds);
        }
    }

    private static List<Moment> search(Program program, Promises level, Pruning pruning) {
        var moments = new ArrayList<Moment>();
        var last = new Moment(0, 0, 0);
        long begin = System.nanoTime();
        for (List<TxnType> pair : Combinations.multisets(program.txns(), 2)) {
            Analysis here = new AnomalySearch(program, Levels.all(level), Bounds.SMALL)
                    .pruning(pruning)
                    .find(pair.stream().map(TxnType::name).toList());
            last = new Moment(
                    (System.nanoTime() - begin) / 1e9,
                    last.anomalies() + here.anomalies().size(),
                    last.questions() + here.questions());
            moments.add(last);
        }
        return moments;
    }
}
