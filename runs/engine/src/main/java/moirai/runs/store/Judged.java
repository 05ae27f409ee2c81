package moirai.runs.store;

import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import moirai.history.History;
import moirai.history.files.HistoryReader;
import moirai.runs.Judgement;
import moirai.runs.html.Proofs;
import moirai.runs.html.ReportSource;
import moirai.runs.interim.Streamed;
import moirai.runs.summary.Availability;
import moirai.runs.summary.HistorySummary;

/** A history of a run, judged. */
sealed interface Judged {

    /** Returns the whole history, or the transactions that prove what was found in it. */
    History history();

    /** Returns the judgement, whose ids are those of {@link #history}. */
    Judgement judgement();

    /** Returns sentences about what is missing in the history, and how it was judged if that is not usual. */
    List<String> notes();

    /** Returns the same history with another judgement. */
    Judged with(Judgement other);

    /** Returns how much of its time the database committed transactions; unknown without faults. */
    Availability uptime();

    /**
     * Returns the same of the sessions at each node; empty if it is not known.
     *
     * @param sessions the numbers of the sessions at each node
     */
    SortedMap<String, Availability> uptimeByNode(SortedMap<String, List<Integer>> sessions);

    /** Returns the subject of the report. */
    ReportSource page(Path run, ReportSource.Circumstances besides);

    /** The judgement of a history that the heap holds. */
    record Whole(HistoryReader.Loaded loaded, Judgement judgement, Availability uptime) implements Judged {

        /** Makes a judged history, whose faults and commits say how available the database was. O(transactions). */
        static Whole of(HistoryReader.Loaded loaded, Judgement judgement) {
            History history = loaded.history();
            // Runs without faults need not pay for a pass over the history.
            Availability uptime =
                    history.faults().isEmpty() ? Availability.UNKNOWN : Availability.of(HistorySummary.of(history));
            return new Whole(loaded, judgement, uptime);
        }

        @Override
        public SortedMap<String, Availability> uptimeByNode(SortedMap<String, List<Integer>> sessions) {
            return uptime.isKnown() ? Availability.byNode(history(), sessions) : Collections.emptySortedMap();
        }

        @Override
        public Judged with(Judgement other) {
            return new Whole(loaded, other, uptime);
        }

        @Override
        public History history() {
            return loaded.history();
        }

        @Override
        public List<String> notes() {
            return loaded.warnings();
        }

        @Override
        public ReportSource page(Path run, ReportSource.Circumstances besides) {
            return ReportSource.of(history(), judgement, run, besides);
        }
    }

    /** The judgement of a history that was read piece by piece. */
    record ByPieces(Streamed streamed, Judgement judgement, List<String> notes) implements Judged {

        public ByPieces {
            notes = List.copyOf(notes);
        }

        @Override
        public Judged with(Judgement other) {
            return new ByPieces(streamed, other, notes);
        }

        @Override
        public History history() {
            return streamed.history();
        }

        @Override
        public Availability uptime() {
            return Availability.of(streamed.summary());
        }

        @Override
        public SortedMap<String, Availability> uptimeByNode(SortedMap<String, List<Integer>> sessions) {
            return Collections.emptySortedMap();
        }

        @Override
        public ReportSource page(Path run, ReportSource.Circumstances besides) {
            var proofs = Proofs.ofExcerpts(Proofs.of(history(), judgement).explanations(), history());
            return new ReportSource(streamed.summary(), judgement, proofs, run, besides);
        }
    }
}
