package moirai.studies.directed;

import java.util.Locale;
import java.util.concurrent.ForkJoinPool;
import moirai.directed.program.Program;
import moirai.directed.search.Analysis;
import moirai.directed.search.Counting;
import moirai.studies.programs.SeparateReads;

/**
 * CLOTHO's figure 20: the cycles that the basic search finds in the time of the optimised one, and both beside our
 * search.
 *
 * @param ours the answer of our search, with one thread
 * @param ourSeconds the time of our search
 * @param byStructure the published search with its inner loop
 * @param basic the same without the inner loop
 */
record SearchRace(
        String program, Analysis ours, double ourSeconds, BasicSearch.Answer byStructure, BasicSearch.Answer basic) {

    static final String HEAD = """
            program      | ours: anom., s  | by structure: anom., s | basic in that time \
            | by structure in ours | basic in ours
            """;

    /** The slower searches are stopped after this multiple of the time of ours. */
    static final int LONGER = 5;

    /** Runs the searches one after the other, each in one thread whose processor time is measured. */
    static SearchRace run(PublishedProgram name) {
        Program program = SeparateReads.of(name.translation().program());
        var bounds = ProgramRow.bounds(2);
        double[] seconds = new double[1];
        Analysis ours;
        try (var one = new ForkJoinPool(1)) {
            ours = one.submit(() -> {
                        double begin = CpuTime.ofThread();
                        Analysis found = ProgramRow.search(program, Counting.PUBLISHED, bounds.txnsMax());
                        seconds[0] = CpuTime.ofThread() - begin;
                        return found;
                    })
                    .join();
        }
        double secondsMax = LONGER * seconds[0];
        return new SearchRace(
                name.folder(),
                ours,
                seconds[0],
                new BasicSearch(program, bounds, true, secondsMax).find(),
                new BasicSearch(program, bounds, false, secondsMax).find());
    }

    String text() {
        return String.format(
                Locale.ROOT,
                "%-12s | %6d  %7.1f | %10d %9.1f%s | %18d | %20d | %13d%n",
                program,
                ours.anomalies().size(),
                ourSeconds,
                byStructure.found().size(),
                byStructure.seconds(),
                byStructure.isComplete() ? " " : "+",
                basic.until(byStructure.seconds()),
                byStructure.until(ourSeconds),
                basic.until(ourSeconds));
    }
}
