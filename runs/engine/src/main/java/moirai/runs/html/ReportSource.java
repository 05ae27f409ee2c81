package moirai.runs.html;

import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import moirai.history.History;
import moirai.history.RunHeader;
import moirai.runs.Judgement;

/**
 * The subject of a report.
 *
 * @param run the run's directory; records that exist there are linked
 * @param argv the command that made the run, without secrets; empty if unknown
 * @param notes sentences about what went wrong beside the verdict
 * @param places the names of the nodes by the sessions that were there; empty if there was only one place
 */
public record ReportSource(
        History history,
        Judgement judgement,
        Path run,
        List<String> argv,
        List<String> notes,
        SortedMap<Integer, String> places) {

    public ReportSource {
        argv = List.copyOf(argv);
        notes = List.copyOf(notes);
        places = Collections.unmodifiableSortedMap(new TreeMap<>(places));
    }

    /** Returns the header of the history, which describes its origin. */
    RunHeader header() {
        return history.header();
    }
}
