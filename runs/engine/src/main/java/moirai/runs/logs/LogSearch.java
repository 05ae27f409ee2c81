package moirai.runs.logs;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import moirai.history.RunHeader;
import moirai.runs.measures.LogFinding;

/** The search for failures of servers in the logs that a run has kept. */
public final class LogSearch {

    private static final int TEXT_MAX = 200;

    private LogSearch() {}

    /**
     * Returns what the servers of a run have logged of failures, by node and kind, in the order of the first lines;
     * nothing if the run has kept no logs. O(lines).
     *
     * @param asked further patterns, which are looked for in each line
     */
    public static List<LogFinding> of(Path run, RunHeader header, List<Pattern> asked) {
        return of(ServerLogs.of(run, header.started()), new LogPatterns(header.database(), asked));
    }

    private static List<LogFinding> of(ServerLogs logs, LogPatterns patterns) {
        record Place(String node, String kind) {}
        Map<Place, LogFinding> found = new LinkedHashMap<>();
        logs.each((nanos, line) -> patterns.kind(line.text())
                .ifPresent(kind -> found.merge(
                        new Place(line.node(), kind),
                        new LogFinding(line.node(), kind, 1, nanos, shortened(line.text())),
                        (first, other) -> new LogFinding(
                                first.node(), first.kind(), first.count() + 1, first.nanos(), first.first()))));
        return new ArrayList<>(found.values());
    }

    private static String shortened(String text) {
        return text.length() <= TEXT_MAX ? text : text.substring(0, TEXT_MAX) + " …";
    }
}
