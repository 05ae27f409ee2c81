package moirai.runs.export;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import moirai.analysis.durability.WriteKind;
import moirai.history.level.IsolationLevel;
import moirai.runs.ExitCode;
import moirai.runs.cases.Case;
import moirai.runs.cases.CaseText;
import moirai.runs.cases.PredictedCase;
import moirai.runs.files.Json;
import moirai.runs.measures.KeptTerms;
import moirai.runs.report.ShellLine;
import moirai.runs.store.RunSummary;
import moirai.runs.store.StoredWitness;

/**
 * The writer of a run as SARIF 2.1.0 (OASIS, "Static Analysis Results Interchange Format", 2020): phenomena are rules,
 * anomalies are results. A history has no lines of source code, so a result is located at the explanation in the run's
 * directory.
 */
final class Sarif {

    private static final String VERSION = "2.1.0";
    private static final String SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json";

    /** The name by which locations refer to the run's directory; section 3.14.14. */
    private static final String RUN = "RUN";

    private static final ObjectMapper CAMEL_CASE =
            JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();

    private static final String ERROR = "error";

    private Sarif() {}

    record Message(String text) {}

    /** A rule with all descriptions that GitHub asks for. */
    record Rule(String id, Message shortDescription, Message fullDescription, Message help) {

        Rule(String id, String name, String meaning) {
            this(id, new Message(name), new Message(meaning), new Message(meaning));
        }
    }

    private record Result(
            String ruleId,
            int ruleIndex,
            String level,
            Message message,
            List<Map<String, Object>> locations,
            @JsonInclude(JsonInclude.Include.NON_EMPTY) Map<String, String> partialFingerprints,
            @JsonInclude(JsonInclude.Include.NON_EMPTY) List<Map<String, Object>> suppressions) {

        Result(
                String ruleId,
                int ruleIndex,
                String level,
                Message message,
                List<Map<String, Object>> locations,
                Map<String, String> partialFingerprints) {
            this(ruleId, ruleIndex, level, message, locations, partialFingerprints, List.of());
        }

        /** Returns this result, suppressed for a reason. */
        Result suppressed(String why) {
            return new Result(ruleId, ruleIndex, level, message, locations, partialFingerprints, suppression(why));
        }
    }

    record Notification(String level, Message message) {}

    private record Invocation(
            boolean executionSuccessful,
            int exitCode,
            String commandLine,
            String startTimeUtc,
            List<Notification> toolExecutionNotifications) {}

    static String of(RunSummary run, List<StoredWitness> witnesses) {
        List<Rule> rules = rules(run, witnesses);
        List<String> ids = rules.stream().map(Rule::id).toList();
        var results = new ArrayList<Result>();
        witnesses.forEach(witness -> results.add(result(run, witness, ids.indexOf(witness.phenomenon()))));
        if (run.found().durability().lost() > 0) {
            results.add(lost(run, ids.indexOf(run.writes().lostLabel())));
        }
        KeptTerms terms = run.found().beside().terms();
        if (terms.acceptsAll()) {
            String why = String.join("; ", terms.accepted());
            results.replaceAll(result -> result.level().equals(ERROR) ? result.suppressed(why) : result);
        }
        return json(Json.object(
                "tool",
                Json.object(
                        "driver",
                        Json.object("name", "moirai", "version", run.seen().moirai(), "rules", rules)),
                "invocations",
                List.of(invocation(run)),
                "originalUriBaseIds",
                Json.object(RUN, Json.object("uri", folder(run.directory()))),
                "results",
                results));
    }

    /** Returns a case as one result, at the lines of the source that it names, or otherwise at its file. */
    static String of(Case found, Path file) {
        String label = found.claim().label();
        String message = label + " in " + found.foundOn();
        List<Map<String, Object>> places = found instanceof PredictedCase predicted ? lines(predicted) : List.of();
        String name = String.valueOf(file.getFileName());
        return json(Json.object(
                "tool",
                Json.object("driver", Json.object("name", "moirai", "rules", List.of(new Rule(label, label, message)))),
                "originalUriBaseIds",
                Json.object(RUN, Json.object("uri", folder(file.toAbsolutePath().resolveSibling(".")))),
                "results",
                List.of(new Result(
                        label,
                        0,
                        "error",
                        new Message(message + "\n" + CaseText.what(found)),
                        places.isEmpty() ? List.of(location(name)) : places,
                        fingerprints(found.fingerprint().toString())))));
    }

    private static List<Map<String, Object>> lines(PredictedCase found) {
        return found.anomaly().hops().stream()
                .flatMap(hop -> Stream.of(hop.in(), hop.out())
                        .distinct()
                        .flatMap(label -> found.program().txn(hop.txn()).origin(label).stream()))
                .distinct()
                .map(origin -> Json.object(
                        "physicalLocation",
                        Json.object(
                                "artifactLocation",
                                Json.object("uri", origin.file()),
                                "region",
                                Json.object("startLine", origin.line()))))
                .toList();
    }

    /** Returns a file with this run. */
    static String json(Map<String, Object> sarifRun) {
        return Json.text(CAMEL_CASE, Json.object("$schema", SCHEMA, "version", VERSION, "runs", List.of(sarifRun)))
                + "\n";
    }

    private static List<Rule> rules(RunSummary run, List<StoredWitness> witnesses) {
        Map<String, StoredWitness> first = witnesses.stream()
                .collect(Collectors.toMap(
                        StoredWitness::phenomenon, Function.identity(), (one, other) -> one, LinkedHashMap::new));
        var rules = new ArrayList<Rule>();
        first.values().forEach(witness -> rules.add(new Rule(witness.phenomenon(), witness.name(), witness.meaning())));
        if (run.found().durability().lost() > 0) {
            rules.add(lost(run.writes()));
        }
        return rules;
    }

    /** Returns the rule that no acknowledged write of this kind is lost. */
    static Rule lost(WriteKind kind) {
        return new Rule(kind.lostLabel(), kind.lostName(), "A commit that the database had acknowledged is gone.");
    }

    private static Result result(RunSummary run, StoredWitness witness, int rule) {
        String message =
                witness.name() + ": " + witness.meaning() + " It breaks " + String.join(", ", witness.breaks()) + ".";
        return new Result(
                witness.phenomenon(),
                rule,
                isForbidden(run, witness) ? ERROR : "note",
                new Message(message),
                List.of(location(witness.textFile())),
                fingerprints(witness.fingerprint().isEmpty() ? witness.phenomenon() : witness.fingerprint()));
    }

    private static Result lost(RunSummary run, int rule) {
        RunSummary.Durability found = run.found().durability();
        String message = found.lost() + " of " + found.acknowledged() + " acknowledged "
                + run.writes().noun() + "s are lost, as the final reads prove. "
                + run.ending().meaning();
        return new Result(
                run.writes().lostLabel(), rule, ERROR, new Message(message), List.of(location("run.json")), Map.of());
    }

    /** Returns what suppresses a result that is known and accepted; section 3.35. */
    static List<Map<String, Object>> suppression(String why) {
        return List.of(Json.object("kind", "external", "status", "accepted", "justification", why));
    }

    static Map<String, String> fingerprints(String fingerprint) {
        return Map.of("moiraiFingerprint/v1", fingerprint);
    }

    /** Returns whether the level that had to hold forbids the anomaly. */
    private static boolean isForbidden(RunSummary run, StoredWitness witness) {
        Optional<IsolationLevel> expect =
                IsolationLevel.NAMES.named(run.ending().expect());
        return expect.isPresent()
                && witness.breaks().stream()
                        .flatMap(label -> IsolationLevel.NAMES.named(label).stream())
                        .anyMatch(expect.get()::implies);
    }

    private static Map<String, Object> location(String file) {
        return location(file, RUN);
    }

    /** @param base the name of the folder from which the file is told */
    static Map<String, Object> location(String file, String base) {
        return Json.object(
                "physicalLocation",
                Json.object(
                        "artifactLocation",
                        Json.object("uri", file, "uriBaseId", base),
                        "region",
                        Json.object("startLine", 1)));
    }

    /**
     * Returns the notifications that are not anomalies but keep the run from being valid: unknown verdicts, too little
     * evidence, things left behind.
     */
    private static Invocation invocation(RunSummary run) {
        RunSummary.Ending ending = run.ending();
        boolean isJudged = ending.exitCode() <= ExitCode.INSUFFICIENT_EVIDENCE.code();
        boolean isProven = ending.exitCode() <= ExitCode.INVALID.code();
        Stream<Notification> verdict = isProven
                ? Stream.empty()
                : Stream.of(notification(
                        "error",
                        "verdict " + ending.verdict() + ", exit code " + ending.exitCode()
                                + (ending.lack().isEmpty() ? "" : ": " + ending.lack())));
        Stream<Notification> missed = run.found().beside().terms().missed().stream()
                .map(figure -> notification("error", "required: " + figure));
        return new Invocation(
                isJudged,
                ending.exitCode(),
                ShellLine.of(run.setup().argv()),
                run.setup().started(),
                Stream.of(verdict, missed, ending.notes().stream().map(note -> notification("warning", note)))
                        .flatMap(Function.identity())
                        .toList());
    }

    static Notification notification(String level, String text) {
        return new Notification(level, new Message(text));
    }

    /**
     * Returns the address of a folder, which ends in a slash whether or not the folder still exists; section 3.14.14.
     */
    static String folder(Path directory) {
        String uri = directory.toAbsolutePath().normalize().toUri().toString();
        return uri.endsWith("/") ? uri : uri + "/";
    }
}
