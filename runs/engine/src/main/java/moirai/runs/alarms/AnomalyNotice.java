package moirai.runs.alarms;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import moirai.analysis.durability.WriteKind;
import moirai.history.RunHeader;
import moirai.runs.RunResult;
import moirai.runs.files.Json;
import moirai.runs.interim.AnomalyKind;
import moirai.runs.report.ShellLine;

/**
 * The notices of a run, as JSON in one line each. A change that a reader of an older version would misunderstand raises
 * {@code schema}.
 *
 * @param directory the absolute path of the run's directory
 */
record AnomalyNotice(Path directory, RunHeader header) {

    private static final int SCHEMA = 1;

    /** Unlike the files of a run, a notice is one line, so that a file of many notices is JSON Lines. */
    private static final ObjectMapper ONE_LINE = new ObjectMapper();

    /** The maximal number of kinds in the last notice. */
    static final int KINDS_MAX = 100;

    private static final double NANOS_A_SECOND = 1e9;

    /** Returns the notice of a kind of anomaly that is new. */
    String of(AnomalyKind kind) {
        Map<String, Object> notice = head("anomaly");
        notice.put("anomaly", data(kind));
        return Json.text(ONE_LINE, notice) + "\n";
    }

    /**
     * Returns the last notice of the run.
     *
     * @param found all kinds, the gravest first
     * @param untold how many kinds had no notice of their own
     */
    String of(RunResult result, List<AnomalyKind> found, int untold) {
        Map<String, Object> notice = head("end");
        notice.put("verdict", result.judgement().word());
        notice.put("exit-code", result.exitCode().code());
        notice.put("anomalies", found.stream().limit(KINDS_MAX).map(this::data).toList());
        notice.put("left-out", Math.max(0, found.size() - KINDS_MAX));
        notice.put("untold", untold);
        return Json.text(ONE_LINE, notice) + "\n";
    }

    private Map<String, Object> head(String event) {
        return Json.object(
                "schema",
                SCHEMA,
                "event",
                event,
                "run",
                directory.toString(),
                "seed",
                header.seed().toString(),
                "database",
                header.database(),
                "workload",
                header.workload(),
                "level",
                Json.object("asked", header.isolation(), "expected", header.expect()));
    }

    private Map<String, Object> data(AnomalyKind kind) {
        return Json.object(
                "shape",
                kind.shape(),
                "phenomenon",
                kind.phenomenon(),
                "name",
                kind.name(),
                "forbidden",
                kind.isForbidden(),
                "count",
                kind.count(),
                "first",
                time(kind.times().firstNanos()),
                "last",
                time(kind.times().lastNanos()),
                "explain",
                explain(kind));
    }

    /** Returns a time on the run's clock, and by the calendar unless the run's clock is virtual. */
    private Map<String, Object> time(long nanos) {
        Map<String, Object> time = Json.object("seconds", nanos / NANOS_A_SECOND);
        if (!header.started().equals(Instant.EPOCH)) {
            time.put("time", header.started().plusNanos(nanos).toString());
        }
        return time;
    }

    private String explain(AnomalyKind kind) {
        return WriteKind.lost(kind.phenomenon()).isPresent()
                ? ShellLine.of(List.of("check", directory.toString()))
                : ShellLine.of(List.of("explain", directory.toString(), "--anomaly", kind.shape()));
    }
}
