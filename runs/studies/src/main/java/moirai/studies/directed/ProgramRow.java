package moirai.studies.directed;

import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import moirai.directed.encoding.Bounds;
import moirai.directed.encoding.Setting;
import moirai.directed.levels.Promises;
import moirai.directed.program.Program;
import moirai.directed.search.Analysis;
import moirai.directed.search.Anomaly;
import moirai.directed.search.AnomalySearch;
import moirai.directed.search.Counting;
import moirai.directed.search.Levels;
import moirai.directed.search.Showing;
import moirai.studies.programs.SeparateReads;

/**
 * A program's row of CLOTHO's table 2.
 *
 * @param published the counts of the paper's tool, on programs as the paper has them
 * @param time for reading the source and for the search of {@code published}
 * @param unphantomed the same without reads of ranges that inserts extend
 * @param whole all cycles of the program as it is written
 */
record ProgramRow(
        PublishedProgram name, Program program, Analysis published, Time time, Analysis unphantomed, Analysis whole) {

    static final String HEAD = """
            counted as the paper does: internal, no WW; without reads before inserts; as written: all / internal
                         | 2 transactions | up to 3        | seconds               | without  | as written       |\
             the paper
            program      | anom.  struct. | anom.  struct. |  each   clock     CPU | inserts  | 2, up to 3       |\
             anom. struct. seconds
            """;

    /** The time in seconds: of the clock, and of all processors together. */
    record Time(double seconds, double cpu) {}

    static ProgramRow measure(PublishedProgram name, int txnsMax) {
        long begin = System.nanoTime();
        double cpuBegin = CpuTime.ofProcess();
        Program written = name.translation().program();
        Program program = SeparateReads.of(written);
        Analysis published = search(program, Counting.PUBLISHED, txnsMax);
        var time = new Time((System.nanoTime() - begin) / 1e9, CpuTime.ofProcess() - cpuBegin);
        Analysis unphantomed = search(program, Counting.PUBLISHED.withoutPhantoms(), txnsMax);
        return new ProgramRow(name, written, published, time, unphantomed, search(written, Counting.ALL, txnsMax));
    }

    static Analysis search(Program program, Counting counting, int txnsMax) {
        return search(program, counting, txnsMax, Setting.USUAL);
    }

    /** Searches in the same way with other solvers. */
    static Analysis search(Program program, Counting counting, int txnsMax, Setting setting) {
        return new AnomalySearch(program, Levels.all(Promises.EVENTUAL), bounds(txnsMax))
                .in(setting)
                .counting(counting)
                .showing(Showing.ANY)
                .find();
    }

    /**
     * Returns the bounds: cycles of length 4, as in the paper, and where the paper is silent two rows, numbers below 8,
     * and one repetition of loops.
     */
    static Bounds bounds(int txnsMax) {
        return new Bounds(
                txnsMax, Bounds.SMALL.lengthMax(), Bounds.SMALL.rows(), Bounds.SMALL.bits(), Bounds.SMALL.loopMax());
    }

    String text() {
        List<Anomaly> two = ofTwo(published.internal()).toList();
        var paper = name.published();
        int count = published.internal().size();
        return String.format(
                Locale.ROOT,
                "%-12s | %5d  %7d | %5d  %7d | %5s %7.1f %7.1f | %8d | %16s | %5d %7d %8d%n",
                name.folder(),
                two.size(),
                structures(two),
                count,
                structures(published.internal()),
                count == 0 ? "-" : String.format(Locale.ROOT, "%.2f", time.cpu() / count),
                time.seconds(),
                time.cpu(),
                unphantomed.internal().size(),
                ofTwo(whole.anomalies()).count() + "/" + ofTwo(whole.internal()).count() + " "
                        + whole.anomalies().size() + "/" + whole.internal().size(),
                paper.anomalies(),
                paper.structures(),
                paper.seconds());
    }

    private static Stream<Anomaly> ofTwo(List<Anomaly> anomalies) {
        return anomalies.stream().filter(anomaly -> anomaly.hops().size() == 2);
    }

    static long structures(Collection<Anomaly> anomalies) {
        return anomalies.stream().map(Anomaly::structure).distinct().count();
    }
}
