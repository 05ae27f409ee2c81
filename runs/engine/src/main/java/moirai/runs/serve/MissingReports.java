package moirai.runs.serve;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import moirai.analysis.Checker;
import moirai.history.HistoryFormatException;
import moirai.history.files.HistoryReader;
import moirai.history.level.IsolationLevel;
import moirai.runs.EvidenceRule;
import moirai.runs.Judgement;
import moirai.runs.html.HtmlReport;
import moirai.runs.report.ShellLine;
import moirai.runs.store.RunDirectory;
import moirai.runs.store.RunSummary;

/**
 * A maker of reports for runs that have none: it judges the history again. It makes one report at a time, because a
 * history is large.
 */
final class MissingReports {

    private final Checker checker;
    private final ReentrantLock turn = new ReentrantLock();

    MissingReports(Checker checker) {
        this.checker = checker;
    }

    /** Makes the report, and returns why it could not be made; empty if it exists now. */
    Optional<String> make(Path run) {
        var directory = new RunDirectory(run);
        if (!Files.isRegularFile(directory.record())) {
            return Optional.of("this run did not end, so there is no report; see: "
                    + ShellLine.here(List.of("check", run.toString())));
        }
        turn.lock();
        try {
            Path file = run.resolve(HtmlReport.NAME);
            return Files.exists(file) ? Optional.empty() : make(directory, file);
        } catch (HistoryFormatException unreadable) {
            return Optional.of("there is no report, and none can be made: " + unreadable.getMessage());
        } finally {
            turn.unlock();
        }
    }

    private Optional<String> make(RunDirectory directory, Path file) {
        HistoryReader.Loaded loaded = HistoryReader.read(directory.history());
        IsolationLevel expect = IsolationLevel.NAMES
                .named(RunSummary.read(directory.path()).ending().expect())
                .orElse(IsolationLevel.SERIALIZABLE);
        Judgement judgement = Judgement.of(loaded.history(), checker, expect, EvidenceRule.DEFAULT);
        return HtmlReport.attempt(() -> directory.reportSource(loaded.history(), judgement), file);
    }
}
