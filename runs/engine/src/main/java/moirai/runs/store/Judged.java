package moirai.runs.store;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import moirai.analysis.Checker;
import moirai.history.DataModel;
import moirai.history.History;
import moirai.history.files.HistoryReader;
import moirai.history.level.IsolationLevel;
import moirai.runs.Judgement;
import moirai.runs.RunSettings;
import moirai.runs.html.Proofs;
import moirai.runs.html.ReportSource;
import moirai.runs.interim.HeapNeed;
import moirai.runs.interim.HistoryFollower;
import moirai.runs.interim.Streamed;
import moirai.runs.interim.StreamedCheck;

/** A history of a run, judged. */
sealed interface Judged {

    /** Returns the whole history, or the transactions that prove what was found in it. */
    History history();

    /** Returns the judgement, whose ids are those of {@link #history}. */
    Judgement judgement();

    /** Returns what is missing in the history, and how it was judged if that is not usual. */
    List<String> notes();

    /** Returns the subject of the report. */
    ReportSource page(Path run, ReportSource.Circumstances besides);

    /** The judgement of a history that the heap holds. */
    record Whole(HistoryReader.Loaded loaded, Judgement judgement) implements Judged {

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
    record ByPieces(Streamed streamed, Judgement judgement) implements Judged {

        private static final String BY_PIECES = "judged piece by piece, since the whole history does not fit into the"
                + " heap; the report shows the transactions that prove what was found";

        @Override
        public History history() {
            return streamed.history();
        }

        @Override
        public List<String> notes() {
            var notes = new ArrayList<String>(streamed.warnings());
            notes.add(BY_PIECES);
            return notes;
        }

        @Override
        public ReportSource page(Path run, ReportSource.Circumstances besides) {
            var proofs = Proofs.ofExcerpts(Proofs.of(history(), judgement).explanations(), history());
            return new ReportSource(streamed.summary(), judgement, proofs, run, besides);
        }
    }

    /**
     * Judges a history that has ended.
     *
     * @param directory the one with the segments
     * @param follower who has judged most of it, if anybody has
     */
    static Judged of(RunSettings settings, Path directory, Checker checker, Optional<HistoryFollower> follower)
            throws InterruptedException {
        IsolationLevel expect = settings.levels().expect();
        boolean isOfLists = settings.workload().structure().model() == DataModel.LIST_APPEND;
        if (!isOfLists || HeapNeed.of(directory).fits()) {
            HistoryReader.Loaded loaded = HistoryReader.read(directory);
            return new Whole(loaded, Judgement.of(loaded.history(), checker, expect, settings.evidence()));
        }
        Optional<Streamed> followed = follower.isPresent() ? follower.get().rest() : Optional.empty();
        Streamed streamed = followed.isPresent() ? followed.get() : StreamedCheck.whole(directory);
        return new ByPieces(streamed, Judgement.of(streamed, expect, settings.evidence()));
    }
}
