package moirai.runs.logs;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import moirai.history.RunHeader;
import moirai.runs.measures.LogFinding;

/**
 * The failures of servers in the logs that a run has kept.
 *
 * @param findings by node and kind, in the order of the first lines
 * @param isWhole whether they are all that was logged: the logs are there, no old lines had to go, and something was
 *     looked for
 */
public record LogSearch(List<LogFinding> findings, boolean isWhole) {

    private static final int TEXT_MAX = 200;

    public LogSearch {
        findings = List.copyOf(findings);
    }

    /**
     * Searches the logs of a run; finds nothing if it has kept none. O(lines).
     *
     * @param asked further patterns, which are looked for in each line
     */
    public static LogSearch of(Path run, RunHeader header, List<Pattern> asked) {
        return of(ServerLogs.of(run, header.started()), new LogPatterns(header.database(), asked));
    }

    private static LogSearch of(ServerLogs logs, LogPatterns patterns) {
        record Place(String node, String kind) {}
        Map<Place, LogFinding> found = new LinkedHashMap<>();
        logs.each((nanos, line) -> patterns.kind(line.text())
                .ifPresent(kind -> found.merge(
                        new Place(line.node(), kind),
                        new LogFinding(line.node(), kind, 1, nanos, shortened(line.text())),
                        (first, other) -> new LogFinding(
                                first.node(), first.kind(), first.count() + 1, first.nanos(), first.first()))));
        return new LogSearch(new ArrayList<>(found.values()), logs.areWhole() && !patterns.isEmpty());
    }

    private static String shortened(String text) {
        return text.length() <= TEXT_MAX ? text : text.substring(0, TEXT_MAX) + " …";
    }
}
