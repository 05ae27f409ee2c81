package moirai.runs.store;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Optional;
import moirai.analysis.Checker;
import moirai.clients.ClientException;
import moirai.history.files.HistoryDirectory;
import moirai.history.files.HistoryReader;
import moirai.history.keeping.Keep;
import moirai.history.keeping.Manifest;
import moirai.history.level.IsolationLevel;
import moirai.runs.ExitCode;
import moirai.runs.Judgement;
import moirai.runs.RunException;
import moirai.runs.RunSettings;
import moirai.runs.RunWatcher;
import moirai.runs.interim.HeapNeed;
import moirai.runs.interim.HistoryFollower;
import moirai.runs.interim.Streamed;
import moirai.runs.interim.StreamedCheck;
import moirai.runs.sessions.SessionSource;

/** The judging of a run from its files: for the watcher while it goes, and at its end. */
final class RunJudging implements AutoCloseable {

    private static final String SHOWN = "the report shows the transactions that prove what was found";
    private static final String DROPPED = "the check while the run went did not reach its end, and a part of the"
            + " history is not on the disk any more";
    private static final String FOLLOWED =
            "the whole run was judged as it was recorded, and the part that is not kept was dropped then";
    private static final String FOLLOWED_IN_PART =
            "this part of the run was judged as it was recorded, and of parts before what they had not dropped";

    private final RunSettings settings;
    private final StoredRun.Place place;
    private final Checker checker;
    private Optional<HistoryFollower> follower = Optional.empty();
    private String doubt = "";

    RunJudging(RunSettings settings, StoredRun.Place place, Checker checker) {
        this.settings = settings;
        this.place = place;
        this.checker = checker;
    }

    /**
     * Starts the check of the history recorded so far. Its findings have no part in the judgement, unless the history
     * is too large to be judged as a whole, or not all of it stays.
     *
     * @param writersBefore the number of writers of earlier parts of the run
     */
    void follow(RunWatcher watcher, int writersBefore) {
        boolean isNeeded = !place.keep().equals(Keep.all());
        if (!watcher.wantsVerdicts() && !isNeeded) {
            return;
        }
        IsolationLevel expect = settings.levels().expect();
        Path directory = place.directory().history();
        follower = Optional.of(HistoryFollower.ofPart(directory, writersBefore, expect, place.keep(), watcher::soFar));
    }

    /** Notes why the history may lack something that the run did: then no level counts as holding. */
    void doubt(String why) {
        doubt = why;
    }

    /**
     * Judges the whole history at once if it is there and the heap holds it, and otherwise piece by piece, mostly done
     * by now.
     */
    Judged judge() throws InterruptedException {
        Judged judged = judgeWithoutDoubt();
        return doubt.isEmpty() ? judged : judged.with(judged.judgement().doubted(doubt));
    }

    private Judged judgeWithoutDoubt() throws InterruptedException {
        IsolationLevel expect = settings.levels().expect();
        Path directory = place.directory().history();
        if (follower.isPresent() && !place.keep().equals(Keep.all())) {
            follower.get().stop();
        }
        if (Manifest.of(directory).isEmpty() && HeapNeed.of(directory).fits()) {
            HistoryReader.Loaded loaded = HistoryReader.read(directory);
            return Judged.Whole.of(loaded, Judgement.of(loaded.history(), checker, expect, settings.evidence()));
        }
        Optional<Streamed> followed = follower.isPresent() ? follower.get().rest() : Optional.empty();
        Streamed streamed = followed.isPresent() ? followed.get() : StreamedCheck.whole(directory);
        var notes = new ArrayList<>(streamed.warnings());
        follower.map(HistoryFollower::trouble)
                .filter(trouble -> !trouble.isEmpty())
                .ifPresent(notes::add);
        Judgement judgement = Judgement.of(streamed, expect, settings.evidence());
        if (Manifest.of(directory).isEmpty()) {
            notes.add("judged piece by piece, since the whole history does not fit into the heap; " + SHOWN);
            return new Judged.ByPieces(streamed, judgement, notes);
        }
        boolean isWhole =
                follower.stream().allMatch(known -> known.dropped().unjudged().isEmpty());
        String how = isWhole ? FOLLOWED : FOLLOWED_IN_PART;
        notes.add((followed.isPresent() ? how : DROPPED) + "; " + SHOWN);
        follower.map(known -> known.dropped().note())
                .filter(note -> !note.isEmpty())
                .ifPresent(notes::add);
        String covered = isWhole ? "the whole run was judged" : "the run was judged but for what parts before dropped";
        Judgement reaching = followed.isPresent()
                ? judgement.reaching(covered + "; on the disk is what --keep " + place.keep() + " kept")
                : judgement.doubted(DROPPED).reaching("of the part that --keep " + place.keep() + " kept");
        return new Judged.ByPieces(streamed, reaching, notes);
    }

    /**
     * Checks that others did not write to the tables of the run. A history that they may have written to says nothing
     * about the database; it is stored all the same, with a mark.
     */
    static void confirm(SessionSource source, HistoryDirectory history) {
        try {
            source.confirm();
        } catch (ClientException displaced) {
            HistoryDirectory.displaced(history.path(), String.valueOf(displaced.getMessage()));
            throw new RunException(String.valueOf(displaced.getMessage()), ExitCode.UNKNOWN, displaced);
        }
    }

    @Override
    public void close() {
        follower.ifPresent(HistoryFollower::close);
    }
}
