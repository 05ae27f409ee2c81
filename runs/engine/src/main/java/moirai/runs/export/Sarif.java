package moirai.runs.export;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import moirai.history.level.IsolationLevel;
import moirai.runs.ExitCode;
import moirai.runs.cases.Case;
import moirai.runs.cases.CaseText;
import moirai.runs.cases.PredictedCase;
import moirai.runs.files.Json;
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

    private static final String LOST_APPEND = "lost-append";

    private Sarif() {}

    static String of(RunSummary run, List<StoredWitness> witnesses) {
        List<Map<String, Object>> rules = rules(run, witnesses);
        List<String> ids =
                rules.stream().map(rule -> String.valueOf(rule.get("id"))).toList();
        var results = new ArrayList<Map<String, Object>>();
        witnesses.forEach(witness -> results.add(result(run, witness, ids.indexOf(witness.phenomenon()))));
        if (run.found().durability().lost() > 0) {
            results.add(lost(run, ids.indexOf(LOST_APPEND)));
        }
        return json(map(
                "tool",
                map("driver", map("name", "moirai", "version", run.seen().moirai(), "rules", rules)),
                "invocations",
                List.of(invocation(run)),
                "originalUriBaseIds",
                map(RUN, map("uri", folder(run.directory()))),
                "results",
                results));
    }

    /** Returns a case as one result, at the lines of the source that it names, or otherwise at its file. */
    static String of(Case found, Path file) {
        String label = found.claim().label();
        String message = label + " in " + found.foundOn();
        List<Map<String, Object>> places = found instanceof PredictedCase predicted ? lines(predicted) : List.of();
        String name = String.valueOf(file.getFileName());
        return json(map(
                "tool",
                map("driver", map("name", "moirai", "rules", List.of(rule(label, label, message)))),
                "originalUriBaseIds",
                map(RUN, map("uri", folder(file.toAbsolutePath().resolveSibling(".")))),
                "results",
                List.of(map(
                        "ruleId",
                        label,
                        "ruleIndex",
                        0,
                        "level",
                        "error",
                        "message",
                        message(message + "\n" + CaseText.what(found)),
                        "locations",
                        places.isEmpty() ? List.of(location(name)) : places,
                        "partialFingerprints",
                        map("moiraiFingerprint/v1", found.fingerprint().toString())))));
    }

    private static List<Map<String, Object>> lines(PredictedCase found) {
        return found.anomaly().hops().stream()
                .flatMap(hop -> Stream.of(hop.in(), hop.out())
                        .distinct()
                        .flatMap(label -> found.program().txn(hop.txn()).origin(label).stream()))
                .distinct()
                .map(origin -> map(
                        "physicalLocation",
                        map("artifactLocation", map("uri", origin.file()), "region", map("startLine", origin.line()))))
                .toList();
    }

    private static String json(Map<String, Object> sarifRun) {
        return Json.text(map("$schema", SCHEMA, "version", VERSION, "runs", List.of(sarifRun)));
    }

    private static List<Map<String, Object>> rules(RunSummary run, List<StoredWitness> witnesses) {
        Map<String, StoredWitness> first = witnesses.stream()
                .collect(Collectors.toMap(
                        StoredWitness::phenomenon, Function.identity(), (one, other) -> one, LinkedHashMap::new));
        var rules = new ArrayList<Map<String, Object>>();
        first.values().forEach(witness -> rules.add(rule(witness.phenomenon(), witness.name(), witness.meaning())));
        if (run.found().durability().lost() > 0) {
            rules.add(rule(LOST_APPEND, "lost append", "A commit that the database had acknowledged is gone."));
        }
        return rules;
    }

    private static Map<String, Object> rule(String id, String name, String meaning) {
        return map("id", id, "shortDescription", message(name), "fullDescription", message(meaning));
    }

    private static Map<String, Object> result(RunSummary run, StoredWitness witness, int rule) {
        return map(
                "ruleId",
                witness.phenomenon(),
                "ruleIndex",
                rule,
                "level",
                isForbidden(run, witness) ? "error" : "note",
                "message",
                message(witness.name() + ": " + witness.meaning() + " It breaks " + String.join(", ", witness.breaks())
                        + "."),
                "locations",
                List.of(location(witness.textFile())),
                "partialFingerprints",
                map("moiraiFingerprint/v1", fingerprint(witness)));
    }

    private static Map<String, Object> lost(RunSummary run, int rule) {
        RunSummary.Durability found = run.found().durability();
        return map(
                "ruleId",
                LOST_APPEND,
                "ruleIndex",
                rule,
                "level",
                "error",
                "message",
                message(found.lost() + " of " + found.acknowledged() + " acknowledged appends are in no final read. "
                        + run.ending().meaning()),
                "locations",
                List.of(location("run.json")));
    }

    private static String fingerprint(StoredWitness witness) {
        return witness.fingerprint().isEmpty() ? witness.phenomenon() : witness.fingerprint();
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
        return map(
                "physicalLocation",
                map("artifactLocation", map("uri", file, "uriBaseId", RUN), "region", map("startLine", 1)));
    }

    /**
     * Returns the notifications that are not anomalies but keep the run from being valid: unknown verdicts, too little
     * evidence, things left behind.
     */
    private static Map<String, Object> invocation(RunSummary run) {
        RunSummary.Ending ending = run.ending();
        boolean isJudged = ending.exitCode() <= ExitCode.INSUFFICIENT_EVIDENCE.code();
        boolean isProven = ending.exitCode() <= ExitCode.INVALID.code();
        Stream<Map<String, Object>> verdict = isProven
                ? Stream.empty()
                : Stream.of(notification(
                        "error",
                        "verdict " + ending.verdict() + ", exit code " + ending.exitCode()
                                + (ending.lack().isEmpty() ? "" : ": " + ending.lack())));
        return map(
                "executionSuccessful",
                isJudged,
                "exitCode",
                ending.exitCode(),
                "commandLine",
                ShellLine.of(run.setup().argv()),
                "startTimeUtc",
                run.setup().started(),
                "toolExecutionNotifications",
                Stream.concat(verdict, ending.notes().stream().map(note -> notification("warning", note)))
                        .toList());
    }

    private static Map<String, Object> notification(String level, String text) {
        return map("level", level, "message", message(text));
    }

    private static Map<String, Object> message(String text) {
        return map("text", text);
    }

    /**
     * Returns the address of a folder, which ends in a slash whether or not the folder still exists; section 3.14.14.
     */
    private static String folder(Path directory) {
        String uri = directory.toAbsolutePath().normalize().toUri().toString();
        return uri.endsWith("/") ? uri : uri + "/";
    }

    private static Map<String, Object> map(Object... keysAndValues) {
        var map = new LinkedHashMap<String, Object>();
        for (int i = 0; i < keysAndValues.length; i += 2) {
            map.put((String) keysAndValues[i], keysAndValues[i + 1]);
        }
        return map;
    }
}
