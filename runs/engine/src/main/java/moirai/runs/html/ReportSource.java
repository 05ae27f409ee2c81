package moirai.runs.html;

import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import moirai.history.History;
import moirai.history.RunHeader;
import moirai.runs.Judgement;
import moirai.runs.summary.HistorySummary;

/**
 * The subject of a report: a judgement, the proofs, and a summary. The history itself is not among it, so a report of a
 * history of any length can be made.
 *
 * @param run the run's directory; records that exist there are linked
 */
public record ReportSource(
        HistorySummary summary, Judgement judgement, Proofs proofs, Path run, Circumstances besides) {

    /**
     * What is known of a run besides its history.
     *
     * @param argv the command that made the run, without secrets; empty if unknown
     * @param notes sentences about what went wrong beside the verdict
     * @param places the names of the nodes by the sessions that were there; empty if there was only one place
     */
    public record Circumstances(List<String> argv, List<String> notes, SortedMap<Integer, String> places) {

        public Circumstances {
            argv = List.copyOf(argv);
            notes = List.copyOf(notes);
            places = Collections.unmodifiableSortedMap(new TreeMap<>(places));
        }
    }

    /** Returns the subject for a history that is held as a whole. Costs a bounded number of passes over it. */
    public static ReportSource of(History whole, Judgement judgement, Path run, Circumstances besides) {
        return new ReportSource(HistorySummary.of(whole), judgement, Proofs.of(whole, judgement), run, besides);
    }

    /** Returns the header of the history, which describes its origin. */
    RunHeader header() {
        return summary.header();
    }
}
