package moirai.runs.campaign.execution;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import moirai.history.HistoryFormatException;
import moirai.runs.ExitCode;
import moirai.runs.StopRequest;
import moirai.runs.campaign.CellResult;
import moirai.runs.campaign.KeptCase;
import moirai.runs.campaign.Night;
import moirai.runs.campaign.NightDirectory;
import moirai.runs.campaign.changes.AssessedNight;
import moirai.runs.campaign.changes.ShapeChange;
import moirai.runs.cases.HistoryCase;
import moirai.runs.corpus.Corpus;
import moirai.runs.emission.CaseFiles;
import moirai.runs.store.RunDirectory;

/**
 * What follows the cells of a night: each new failure, which its run has shrunk to a case, is replayed under control,
 * and put into the corpus if that shows it again. Of several shapes of one phenomenon in a cell only the first is
 * replayed.
 */
public final class CaseKeeping {

    private static final Duration REPLAY_MAX = Duration.ofMinutes(2);

    /** The time that a replay may take beyond its budget, to end what it has begun. */
    private static final Duration GRACE = Duration.ofMinutes(1);

    private final NightDirectory directory;
    private final Path store;
    private final Corpus corpus;
    private final CellLauncher launcher;
    private final StopRequest stop;

    /**
     * @param store the directory of all runs
     * @param corpus where cases are kept that were shown again
     */
    public CaseKeeping(NightDirectory directory, Path store, Corpus corpus, CellLauncher launcher, StopRequest stop) {
        this.directory = directory;
        this.store = store;
        this.corpus = corpus;
        this.launcher = launcher;
        this.stop = stop;
    }

    /**
     * Replays what is new and was not replayed before, until the time is over. Each result is on the disk before the
     * next replay begins.
     *
     * @param night a night that ended
     * @param share no replay begins after it
     * @return the results of the whole night, those of an earlier part too
     */
    public List<KeptCase> run(AssessedNight night, Duration share) throws InterruptedException {
        var kept = new ArrayList<>(directory.cases());
        var done = new HashSet<List<String>>();
        long begun = System.nanoTime();
        for (ShapeChange change : night.changes().newFailures()) {
            boolean isListed = night.known().isAccepted(change.cell(), change.shape());
            if (isListed || !done.add(List.of(change.cell(), change.shape().phenomenon()))) {
                continue;
            }
            boolean isKept = kept.stream()
                    .anyMatch(one -> one.cell().equals(change.cell())
                            && one.fingerprint().equals(change.shape().fingerprint()));
            Duration left = share.minusNanos(System.nanoTime() - begun);
            if (!isKept && !stop.isAsked()) {
                Optional<KeptCase> one = keep(night.night(), change, left);
                one.ifPresent(directory::append);
                one.ifPresent(kept::add);
            }
        }
        return kept;
    }

    /** Returns what became of a failure; empty if that is not known, because the night is being stopped. */
    private Optional<KeptCase> keep(Night night, ShapeChange change, Duration left) throws InterruptedException {
        Optional<Path> found = night.result(change.cell()).flatMap(result -> folder(result, change));
        if (found.isEmpty()) {
            return Optional.of(result(change, "", "its run has no case of it", false));
        }
        Path folder = found.get();
        try {
            if (CaseFiles.read(folder) instanceof HistoryCase shown
                    && shown.origin().isExisting()) {
                return Optional.of(result(
                        change,
                        folder.toString(),
                        "not replayed: it was found on a database that exists, so a person has to ask for it"
                                + " (moirai replay with --url)",
                        false));
            }
            return left.isPositive()
                    ? replayed(change, folder, left)
                    : Optional.of(result(change, folder.toString(), KeptCase.SPENT, false));
        } catch (HistoryFormatException broken) {
            return Optional.of(result(change, folder.toString(), "not replayed: " + broken.getMessage(), false));
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    /** Returns the case of the same shape, or else one of the same phenomenon. */
    private Optional<Path> folder(CellResult result, ShapeChange change) {
        String shape = change.shape().fingerprint().replaceFirst("^[^-]*-", "");
        try {
            List<Path> all = CaseFiles.in(new RunDirectory(store.resolve(result.run())).anomalies()).stream()
                    .filter(folder -> isOf(folder, change.shape().phenomenon()))
                    .toList();
            return all.stream()
                    .filter(folder -> name(folder).equals(shape))
                    .findFirst()
                    .or(() -> all.stream().findFirst());
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    /** Returns whether a case claims this phenomenon; one that cannot be read claims nothing. */
    private static boolean isOf(Path folder, String phenomenon) {
        try {
            return CaseFiles.read(folder) instanceof HistoryCase found
                    && found.claim().label().equals(phenomenon);
        } catch (HistoryFormatException broken) {
            return false;
        }
    }

    private static String name(Path folder) {
        return String.valueOf(folder.getFileName()).replaceFirst("^[^-]*-", "");
    }

    private Optional<KeptCase> replayed(ShapeChange change, Path folder, Duration left)
            throws InterruptedException, IOException {
        Duration budget = left.compareTo(REPLAY_MAX) < 0 ? left : REPLAY_MAX;
        Path output = directory.replayOutput(String.valueOf(folder.getFileName()));
        CellProcess.Ended ended = CellProcess.run(
                launcher.command(List.of("replay", folder.toString(), "--budget=" + budget.toMillis() + "ms")),
                output,
                budget.plus(GRACE),
                stop::isAsked);
        if (ended.how() == CellProcess.How.STOPPED || stop.isAsked()) {
            return Optional.empty();
        }
        String said = CellRecord.lastLine(output);
        boolean isShown = ended.how() == CellProcess.How.ENDED && ended.exitCode() == ExitCode.INVALID.code();
        boolean isConfirmed = isShown && !CaseFiles.read(folder).confirmations().isEmpty();
        if (isConfirmed) {
            return Optional.of(result(change, corpus.add(CaseFiles.read(folder)).toString(), said, true));
        }
        // What a process that hung has printed last is what its threads did.
        String outcome = ended.how() == CellProcess.How.HUNG
                ? "the replay was killed after " + ended.took().toSeconds() + " s"
                : "the replay ended after " + ended.took().toSeconds() + " s" + (said.isEmpty() ? "" : ": " + said);
        return Optional.of(result(change, folder.toString(), outcome, false));
    }

    private static KeptCase result(ShapeChange change, String folder, String outcome, boolean isShown) {
        return new KeptCase(change.cell(), change.shape().fingerprint(), folder, outcome, isShown);
    }
}
