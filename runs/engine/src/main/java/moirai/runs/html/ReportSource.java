package moirai.runs.html;

import java.nio.file.Path;
import java.util.List;
import moirai.history.History;
import moirai.history.RunHeader;
import moirai.runs.Judgement;

/**
 * What a report is about.
 *
 * @param run the run's directory; records that are there are linked, what is not is not
 * @param argv the command that made the run, without secrets; empty if nobody knows
 * @param notes sentences about what went wrong beside the verdict
 */
public record ReportSource(History history, Judgement judgement, Path run, List<String> argv, List<String> notes) {

    public ReportSource {
        argv = List.copyOf(argv);
        notes = List.copyOf(notes);
    }

    /** What the history says of its origin. */
    RunHeader header() {
        return history.header();
    }
}
