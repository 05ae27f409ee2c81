package moirai.runs.store;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import moirai.analysis.durability.WriteKind;
import moirai.runs.ExitCode;
import moirai.runs.RunException;
import moirai.runs.files.JsonRecord;
import moirai.runs.latency.Latency;
import moirai.runs.latency.TxnKind;
import moirai.runs.measures.Measures;
import moirai.runs.parts.PartEnd;
import moirai.runs.report.OwnCommand;

/**
 * The contents of {@code run.json} for a run that ended, as the source of other reports. The history is not read, so
 * that this costs the same for runs of any length. Fields that an older version did not write are empty or 0.
 *
 * @param directory the directory of the run
 */
public record RunSummary(Path directory, Ending ending, Setup setup, Found found, Seen seen, Evidence evidence) {

    private static final int SCHEMA = 1;

    /**
     * The end of the run.
     *
     * @param verdict the word of the judgement, such as {@code INVALID}
     * @param expect the label of the level that had to hold
     * @param lack why the evidence does not suffice for a pass; empty if it does
     * @param meaning the cause of a violation; empty if it is unknown
     */
    public record Ending(
            String verdict,
            int exitCode,
            int besideCode,
            String expect,
            String lack,
            String meaning,
            List<String> notes) {

        public Ending {
            notes = List.copyOf(notes);
        }
    }

    /**
     * The settings of the run.
     *
     * @param started in ISO 8601
     * @param argv the command that runs it again, without secrets
     */
    public record Setup(
            String database, String isolation, String workload, String seed, String started, List<String> argv) {

        public Setup {
            argv = List.copyOf(argv);
        }
    }

    /**
     * The findings of the check, with levels and phenomena by their labels.
     *
     * @param holds the strongest levels that hold
     * @param broken the weakest levels that are broken
     * @param doubts by phenomenon, why it was not decided
     * @param beside what was measured beside the levels
     */
    public record Found(
            Map<String, Long> anomalies,
            List<String> holds,
            List<String> broken,
            Map<String, String> doubts,
            Durability durability,
            Measures beside) {

        public Found {
            anomalies = Collections.unmodifiableMap(new LinkedHashMap<>(anomalies));
            holds = List.copyOf(holds);
            broken = List.copyOf(broken);
            doubts = Collections.unmodifiableMap(new LinkedHashMap<>(doubts));
        }
    }

    /**
     * The durability of acknowledged writes.
     *
     * @param isAsked whether final reads were to check it
     * @param isKnown whether they did, for all writes or with a loss; if not, the numbers are meaningless
     * @param unread writes that no final read says anything of
     */
    public record Durability(
            @JsonProperty("asked") boolean isAsked,
            @JsonProperty("known") boolean isKnown,
            long acknowledged,
            long lost,
            long unread) {}

    /**
     * The amount of what was observed.
     *
     * @param seconds how long sessions ran, in all parts of the run
     * @param latencyMicros the latencies of the last part, by the name of the kind of transactions; {@link #ALL} are
     *     all of them
     * @param moirai the version that ran it
     */
    public record Seen(
            double seconds,
            long committed,
            long aborted,
            long indeterminate,
            Map<String, Latency> latencyMicros,
            String moirai) {

        /** The key of the latency of all transactions. */
        public static final String ALL = "all";

        private static final Latency NONE = new Latency(0, 0, 0);

        public Seen {
            latencyMicros = Collections.unmodifiableMap(new LinkedHashMap<>(latencyMicros));
        }

        /** Returns the latency that no more than a hundredth of the committed transactions exceeded. */
        public long p99Micros() {
            return latencyMicros.getOrDefault(ALL, NONE).p99();
        }
    }

    /**
     * How much the run could have noticed.
     *
     * @param overlap the share of transactions that overlapped another
     */
    public record Evidence(double overlap, long versionsRead, long keysContended) {}

    /** Returns the kind of the writes whose durability is judged. */
    public WriteKind writes() {
        return WriteKind.ofWorkload(setup.workload());
    }

    /** Returns a clause that says what is known of the durability of acknowledged writes, or why nothing is. */
    public String durabilityText() {
        Durability known = found.durability();
        String writes = "acknowledged " + writes().noun() + "s";
        if (!known.isAsked()) {
            return "not checked: only a run with faults ends with the final reads that would show whether " + writes
                    + " are still there";
        }
        return known.isKnown()
                ? known.lost() + " of " + known.acknowledged() + " " + writes + " are lost, as far as final reads show"
                : "not known: the final reads are missing or not complete";
    }

    /**
     * Reads the summary of a run.
     *
     * @throws RunException if there is none, or it is not readable by this version
     */
    public static RunSummary read(Path directory) {
        Path file = new RunDirectory(directory).record();
        if (!Files.isRegularFile(file)) {
            throw refused(
                    directory + " has no run.json: expected the directory of a run that ended; what a killed one has"
                            + " left, or another checker's history, is judged by '" + OwnCommand.line("check")
                            + "', and '" + OwnCommand.line("shrink") + "'"
                            + " makes cases of it, which have reports");
        }
        JsonRecord json;
        try {
            json = JsonRecord.read(file);
        } catch (IOException unreadable) {
            String why =
                    String.valueOf(unreadable.getMessage()).lines().findFirst().orElse("");
            throw refused(file + " cannot be read as JSON: " + why);
        }
        if (json.number("schema", 0) != SCHEMA || !json.hasObject("result")) {
            throw refused(file + ": schema " + json.text("schema") + " is not known; expected " + SCHEMA + ", as '"
                    + OwnCommand.line("run") + "' writes it");
        }
        return new RunSummary(
                directory,
                ending(json.object("result")),
                setup(json),
                found(json.object("found")),
                seen(json),
                evidence(json));
    }

    private static Ending ending(JsonRecord result) {
        return new Ending(
                result.text("verdict"),
                Math.clamp(result.number("exit-code", ExitCode.INTERNAL_ERROR.code()), 0, Integer.MAX_VALUE),
                Math.clamp(result.number("beside-code", ExitCode.VALID.code()), 0, Integer.MAX_VALUE),
                result.text("expect"),
                result.text("lack"),
                result.text("meaning"),
                result.texts("notes"));
    }

    private static Setup setup(JsonRecord json) {
        JsonRecord setup = json.object("setup");
        JsonRecord identity = json.object("identity");
        return new Setup(
                setup.text("database"),
                setup.text("isolation"),
                setup.text("workload"),
                setup.text("seed"),
                identity.text("started"),
                identity.texts("argv"));
    }

    private static Found found(JsonRecord found) {
        JsonRecord anomalies = found.object("anomalies");
        JsonRecord doubts = found.object("doubts");
        JsonRecord kept = found.object("durability");
        return new Found(
                anomalies.names().collect(Collectors.toMap(Function.identity(), name -> anomalies.number(name, 0))),
                found.texts("holds"),
                found.texts("broken"),
                doubts.names().collect(Collectors.toMap(Function.identity(), doubts::text)),
                new Durability(
                        kept.truth("asked"),
                        kept.truth("known"),
                        kept.number("acknowledged", 0),
                        kept.number("lost", 0),
                        kept.number("unread", 0)),
                Measures.of(found.object("beside")));
    }

    private static Seen seen(JsonRecord json) {
        JsonRecord identity = json.object("identity");
        JsonRecord seen = json.object("seen");
        JsonRecord counts = seen.object("counts");
        List<PartEnd> parts =
                identity.objects("parts").stream().map(RunPlan::part).toList();
        // The counts are those of all parts, and "seconds" those of the last.
        double seconds = parts.size() > 1 ? PartEnd.total(parts).toMillis() / 1e3 : identity.decimal("seconds");
        return new Seen(
                seconds,
                counts.number("committed", 0),
                counts.number("aborted", 0),
                counts.number("indeterminate", 0),
                latencies(seen.object("latency-micros")),
                identity.text("moirai"));
    }

    private static Map<String, Latency> latencies(JsonRecord micros) {
        var latencies = new LinkedHashMap<String, Latency>();
        latencies.put(Seen.ALL, latency(micros));
        JsonRecord byKind = micros.object("by-kind");
        for (TxnKind kind : TxnKind.values()) {
            if (byKind.hasObject(kind.label())) {
                latencies.put(kind.label(), latency(byKind.object(kind.label())));
            }
        }
        return latencies;
    }

    private static Latency latency(JsonRecord micros) {
        return new Latency(micros.number("p50", 0), micros.number("p99", 0), micros.number("max", 0));
    }

    private static Evidence evidence(JsonRecord json) {
        JsonRecord evidence = json.object("seen").object("evidence");
        return new Evidence(
                evidence.decimal("overlap"), evidence.number("versions-read", 0), evidence.number("keys-contended", 0));
    }

    private static RunException refused(String message) {
        return new RunException(message, ExitCode.BAD_ARGUMENTS);
    }
}
