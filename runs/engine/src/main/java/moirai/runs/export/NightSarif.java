package moirai.runs.export;

import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import moirai.analysis.durability.WriteKind;
import moirai.history.level.Phenomenon;
import moirai.runs.ExitCode;
import moirai.runs.campaign.Cell;
import moirai.runs.campaign.CellResult;
import moirai.runs.campaign.End;
import moirai.runs.campaign.Night;
import moirai.runs.campaign.NightText;
import moirai.runs.campaign.changes.AssessedNight;
import moirai.runs.campaign.changes.KnownFailure;
import moirai.runs.campaign.changes.NightChanges;
import moirai.runs.campaign.changes.NightChangesText;
import moirai.runs.campaign.changes.ShapeChange;
import moirai.runs.files.Json;
import moirai.runs.html.HtmlReport;
import moirai.runs.report.Numbers;
import moirai.runs.report.PlainWords;
import moirai.runs.store.StoredShape;

/**
 * The writer of a night as SARIF 2.1.0: phenomena are rules, and each forbidden shape of anomaly in a cell is a result
 * at the report of its cell's newest run. Cells that are bad without an anomaly are notifications.
 *
 * <p>A shape that was seen before and not this night is a result with the state {@code absent} until it is called gone,
 * and in that night for the last time. GitHub ignores the state and shows such a result as open, which is right as long
 * as nobody knows better.
 */
final class NightSarif {

    /** The number of results that GitHub shows; the gravest come first. */
    private static final int RESULTS_MAX = 5_000;

    /** The name by which locations refer to the store; section 3.14.14. */
    private static final String STORE = "STORE";

    private final AssessedNight assessed;
    private final Night night;
    private final NightChanges changes;

    private NightSarif(AssessedNight assessed) {
        this.assessed = assessed;
        this.night = assessed.night();
        this.changes = assessed.changes();
    }

    static String of(AssessedNight assessed, Path store) {
        return new NightSarif(assessed).text(store);
    }

    private String text(Path store) {
        List<ShapeChange> shown = changes.shapes().stream().limit(RESULTS_MAX).toList();
        var rules = new LinkedHashMap<String, Sarif.Rule>();
        shown.forEach(change -> rules.computeIfAbsent(change.shape().phenomenon(), label -> rule(change.shape())));
        List<String> ids = List.copyOf(rules.keySet());
        Night.Identity identity = night.identity();
        return Sarif.json(Json.object(
                "tool",
                Json.object(
                        "driver",
                        Json.object(
                                "name",
                                GroupSarif.TOOL,
                                "version",
                                identity.moirai(),
                                "rules",
                                List.copyOf(rules.values()))),
                // What follows the last slash is the run; what stands before tells runs with other cells apart.
                "automationDetails",
                Json.object(
                        "id",
                        "moirai/" + identity.campaign()
                                + (identity.shard().isEmpty()
                                        ? ""
                                        : "/" + identity.shard().replace("/", "-of-"))
                                + "/" + identity.id()),
                "invocations",
                List.of(invocation(changes.shapes().size() - shown.size())),
                "originalUriBaseIds",
                Json.object(STORE, Json.object("uri", Sarif.folder(store))),
                "results",
                shown.stream()
                        .map(change -> result(change, ids.indexOf(change.shape().phenomenon())))
                        .toList()));
    }

    private static Sarif.Rule rule(StoredShape shape) {
        return Stream.of(Phenomenon.values())
                .filter(phenomenon -> phenomenon.label().equals(shape.phenomenon()))
                .findFirst()
                .map(phenomenon -> new Sarif.Rule(shape.phenomenon(), shape.name(), PlainWords.meaning(phenomenon)))
                .orElseGet(() -> Sarif.lost(WriteKind.lost(shape.phenomenon()).orElse(WriteKind.APPEND)));
    }

    private Map<String, Object> result(ShapeChange change, int rule) {
        StoredShape shape = change.shape();
        boolean isShown = shows(night, change);
        String count = isShown
                ? ", " + Numbers.count(shape.count()) + (shape.isAtLeast() ? " times or more" : " times")
                        + " in its run"
                : "";
        String text = shape.name() + " in " + change.cell() + count + "; "
                + NightChangesText.history(change.trend(), changes.significance()) + ".";
        String run = lastRun(change);
        Map<String, Object> result = Json.object(
                "ruleId",
                shape.phenomenon(),
                "ruleIndex",
                rule,
                "level",
                isShown ? "error" : "note",
                "message",
                new Sarif.Message(text),
                "locations",
                List.of(Sarif.location(stable(change.cell(), run), STORE)));
        if (!run.isEmpty()) {
            Map<String, Object> exact = Sarif.location(uri(run + "/" + HtmlReport.NAME), STORE);
            exact.put("message", new Sarif.Message("the last run that showed it"));
            result.put("relatedLocations", List.of(exact));
        }
        var fingerprints = new LinkedHashMap<String, String>();
        fingerprints.put("moiraiCell/v1", change.cell());
        fingerprints.putAll(Sarif.fingerprints(shape.fingerprint()));
        result.put("partialFingerprints", fingerprints);
        if (changes.nights() > 0) {
            result.put("baselineState", state(change, isShown));
        }
        assessed.known()
                .of(change.cell(), shape)
                .filter(known -> !known.isExpiredOn(assessed.known().day()))
                .ifPresent(known -> result.put("suppressions", suppression(known)));
        return result;
    }

    private static boolean shows(Night night, ShapeChange change) {
        return run(night, change).isPresent();
    }

    /** Returns the run of a night that showed the shape; empty if none did. */
    private static Optional<String> run(Night night, ShapeChange change) {
        return night.result(change.cell())
                .filter(result -> result.anomalies().stream()
                        .anyMatch(one -> one.fingerprint().equals(change.shape().fingerprint())))
                .map(CellResult::run);
    }

    /** Returns the last run that showed the shape, which may be gone by now; empty if none is known. */
    private String lastRun(ShapeChange change) {
        var nights = new ArrayList<>(assessed.earlier());
        nights.add(night);
        return nights.reversed().stream()
                .flatMap(one -> run(one, change).stream())
                .filter(run -> !run.isEmpty())
                .findFirst()
                .orElse("");
    }

    /**
     * Returns the place of a result: the report of the newest run of its cell. GitHub takes results at different places
     * for different ones, so it must be the same each night.
     */
    private String stable(String cell, String run) {
        String ofCell = run.isEmpty()
                ? night.cells().stream()
                        .filter(one -> one.name().equals(cell))
                        .map(Cell::runName)
                        .findFirst()
                        .orElse(cell)
                : run.substring(0, Math.max(0, run.lastIndexOf('/')));
        return uri(ofCell + "/latest/" + HtmlReport.NAME);
    }

    private static String uri(String path) {
        try {
            return new URI(null, null, path, null).getRawPath();
        } catch (URISyntaxException impossible) {
            throw new IllegalStateException("'" + path + "' is no path", impossible);
        }
    }

    private static String state(ShapeChange change, boolean isShown) {
        if (!isShown) {
            return "absent";
        }
        return switch (change.trend().change()) {
            case NEW, BACK -> "new";
            case MORE_OFTEN, VARIANT -> "updated";
            case STILL, FLAKY, MISSED, GONE, UNKNOWN -> "unchanged";
        };
    }

    private static List<Map<String, Object>> suppression(KnownFailure known) {
        return Sarif.suppression(known.reason() + " (" + known.owner() + ", until " + known.until() + ")"
                + (known.link().isEmpty() ? "" : " " + known.link()));
    }

    /** @param left how many results there was no room for */
    private Map<String, Object> invocation(int left) {
        ExitCode code = assessed.code();
        var notifications = new ArrayList<Sarif.Notification>();
        night.results().stream()
                .filter(result -> !result.isGood())
                .filter(result -> result.code() != ExitCode.INVALID
                        || !result.ending().missed().isEmpty())
                .map(result -> Sarif.notification(
                        result.ending().end() == End.JUDGED ? "warning" : "error",
                        NightText.word(result) + " " + result.cell() + reasons(result)))
                .forEach(notifications::add);
        night.missing().forEach(cell -> notifications.add(Sarif.notification("error", "missing " + cell.name())));
        if (left > 0) {
            notifications.add(Sarif.notification(
                    "warning", Numbers.counted(left, "shape") + " more: there is room for " + RESULTS_MAX));
        }
        return Json.object(
                "executionSuccessful",
                code.code() <= ExitCode.INSUFFICIENT_EVIDENCE.code(),
                "exitCode",
                code.code(),
                "startTimeUtc",
                night.identity().begun(),
                "toolExecutionNotifications",
                notifications);
    }

    private static String reasons(CellResult result) {
        List<String> reasons = Stream.concat(Stream.of(result.ending().detail()), result.ending().reasons().stream())
                .filter(reason -> !reason.isEmpty())
                .toList();
        return reasons.isEmpty() ? "" : ": " + String.join("; ", reasons);
    }
}
