package moirai.runs.store;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import moirai.analysis.Checker;
import moirai.runs.ExitCode;
import moirai.runs.RunResult;
import moirai.runs.cases.Distillation;
import moirai.runs.emission.CaseFiles;
import moirai.runs.files.FullDisk;
import moirai.runs.html.HtmlReport;
import moirai.runs.html.Proofs;
import moirai.runs.html.ReportSource;

/**
 * The files for readers that a run leaves beside its history and {@code run.json}. If one cannot be written, a note
 * says so and no verdict changes: all of them can be made again.
 */
final class ResultFiles {

    private final StoredRun.Place place;
    private final List<String> notes;

    /** @param notes sentences about what went wrong are added here */
    ResultFiles(StoredRun.Place place, List<String> notes) {
        this.place = place;
        this.notes = notes;
    }

    /** Writes {@code run.json}, and returns what it means for the exit code if it cannot be written. */
    ExitCode record(RunRecord record) {
        try {
            place.directory().write(record);
            return ExitCode.VALID;
        } catch (IOException failed) {
            notes.add("run.json could not be written: " + failed);
            boolean isFull = FullDisk.reason(failed, place.directory().path()).isPresent();
            return isFull ? ExitCode.UNKNOWN : ExitCode.INTERNAL_ERROR;
        }
    }

    /**
     * Writes the findings, and an explanation of each anomaly.
     *
     * @param places the names of the nodes by the sessions that were there; empty if there is only one place
     */
    void write(Judged judged, SortedMap<Integer, String> places) {
        try {
            place.directory().write(Results.of(judged.history(), judged.judgement()));
            AnomalyFiles.write(
                    place.directory().anomalies(),
                    Proofs.of(judged.history(), judged.judgement()).explanations(),
                    places);
        } catch (IOException | RuntimeException failed) {
            notes.add("not all result files could be written: " + failed);
            System.getLogger(ResultFiles.class.getName()).log(System.Logger.Level.WARNING, "result files", failed);
        }
    }

    /** Writes the small cases of all findings, and returns them. */
    List<RunResult.SmallCase> cases(Judged judged, Checker checker) {
        var cases = new ArrayList<RunResult.SmallCase>();
        try {
            var source = new Distillation.Source(judged.history(), place.argv());
            var found = Distillation.of(
                    source, judged.judgement().findings(), judged.judgement().expect(), checker);
            for (Distillation.Distilled one : found.cases()) {
                Path folder = CaseFiles.write(place.directory().anomalies(), one.found());
                cases.add(new RunResult.SmallCase(
                        one.name(), one.found().history().txnCount(), folder));
            }
            if (found.skipped() > 0) {
                notes.add(found.skipped() + " of the witnesses were not shrunk: enough was spent on the others");
            }
        } catch (IOException | RuntimeException failed) {
            notes.add("not all cases could be written: " + failed);
            System.getLogger(ResultFiles.class.getName()).log(System.Logger.Level.WARNING, "cases", failed);
        }
        return cases;
    }

    /**
     * Writes the page, as the last file: it names the other files, and a process that is killed meanwhile has lost
     * nothing else.
     */
    void page(Judged judged) {
        Path run = place.directory().path();
        var besides = new ReportSource.Circumstances(
                place.argv(), notes, place.directory().places());
        HtmlReport.attempt(() -> judged.page(run, besides), run.resolve(HtmlReport.NAME))
                .ifPresent(notes::add);
    }
}
