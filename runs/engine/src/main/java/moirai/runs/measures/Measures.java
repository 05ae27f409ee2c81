package moirai.runs.measures;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import moirai.runs.files.JsonRecord;
import moirai.runs.summary.Availability;

/**
 * The measures of a run beside its verdict.
 *
 * @param uptime how much of its time the database committed transactions; unknown without faults
 * @param nodes the same of the sessions at each node, by its name; empty if there is one place, or it is unknown
 * @param logs what servers have logged of failures; empty if they logged none, or kept no logs
 * @param hasWholeLogs whether the logs are all that servers logged, and were searched; if not, failures may be missing
 * @param terms what became of the terms that the user set
 */
public record Measures(
        Availability uptime,
        SortedMap<String, Availability> nodes,
        List<LogFinding> logs,
        @JsonProperty("logs-whole") boolean hasWholeLogs,
        KeptTerms terms) {

    /** Nothing was measured. */
    public static final Measures NONE =
            new Measures(Availability.UNKNOWN, Collections.emptySortedMap(), List.of(), false, KeptTerms.NONE);

    public Measures {
        nodes = Collections.unmodifiableSortedMap(new TreeMap<>(nodes));
        logs = List.copyOf(logs);
    }

    /** Returns the measures of a run of which nothing but its availability is known. */
    public static Measures of(Availability uptime) {
        return new Measures(uptime, Collections.emptySortedMap(), List.of(), false, KeptTerms.NONE);
    }

    /** Returns the same measures, with what became of the terms. */
    public Measures with(KeptTerms kept) {
        return new Measures(uptime, nodes, logs, hasWholeLogs, kept);
    }

    /** Returns the number of lines that tell of failures. */
    public long logCount() {
        return logs.stream().mapToLong(LogFinding::count).sum();
    }

    /** Reads measures as {@code run.json} has them; what an older version did not write is unknown or empty. */
    public static Measures of(JsonRecord json) {
        JsonRecord byNode = json.object("nodes");
        var nodes = new TreeMap<String, Availability>();
        byNode.names().forEach(node -> nodes.put(node, uptime(byNode.object(node))));
        JsonRecord terms = json.object("terms");
        return new Measures(
                uptime(json.object("uptime")),
                nodes,
                json.objects("logs").stream()
                        .map(log -> new LogFinding(
                                log.text("node"),
                                log.text("kind"),
                                log.number("count", 0),
                                log.number("nanos", 0),
                                log.text("first")))
                        .toList(),
                json.truth("logs-whole"),
                new KeptTerms(
                        terms.texts("required"),
                        terms.texts("missed"),
                        terms.texts("accepted"),
                        terms.texts("remarks")));
    }

    private static Availability uptime(JsonRecord json) {
        JsonRecord recovery = json.object("recovery");
        return new Availability(
                json.number("seconds-up", 0),
                json.number("seconds", 0),
                json.number("gap-nanos", 0),
                new Availability.Recovery(
                        Math.toIntExact(recovery.number("count", 0)),
                        recovery.number("median-nanos", 0),
                        recovery.number("max-nanos", 0),
                        Math.toIntExact(recovery.number("without-commit", 0))));
    }
}
