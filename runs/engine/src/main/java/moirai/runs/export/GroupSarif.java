package moirai.runs.export;

import java.net.URI;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import moirai.directed.causes.AnomalyKind;
import moirai.directed.program.Origin;
import moirai.directed.program.TxnType;
import moirai.directed.search.Anomaly;
import moirai.runs.cases.PredictedCase;
import moirai.runs.cases.PredictedCases;
import moirai.runs.cases.groups.AnomalyGroup;
import moirai.runs.cases.groups.GroupText;
import moirai.runs.files.Json;

/**
 * The writer of the groups of an analysis as SARIF 2.1.0: kinds are rules, groups are results, and what the source was
 * taken for are notifications.
 *
 * <p>The file keeps to what GitHub asks for beside the schema. Every result has a location. Paths are relative to the
 * folder of the build, which is called %SRCROOT%; those of files elsewhere are absolute and have no base. Groups that
 * only the baseline has are left out, since GitHub ignores {@code baselineState} and would show them as open.
 */
final class GroupSarif {

    static final String TOOL = "moirai";

    private static final String ROOT = "%SRCROOT%";

    private final GroupExport found;
    private final Baseline baseline;

    private GroupSarif(GroupExport found, Baseline baseline) {
        this.found = found;
        this.baseline = baseline;
    }

    static String of(GroupExport found, Baseline baseline) {
        return new GroupSarif(found, baseline).text();
    }

    private String text() {
        List<AnomalyGroup> groups = found.groups().groups();
        var rules = new ArrayList<Sarif.Rule>();
        Stream.of(AnomalyKind.values())
                .filter(kind -> groups.stream().anyMatch(group -> group.kind() == kind))
                .forEach(kind -> rules.add(new Sarif.Rule(kind.id(), kind.label(), kind.meaning())));
        if (!found.byRows().isEmpty()) {
            rules.add(new Sarif.Rule(
                    GroupExport.BY_ROWS,
                    "row by row",
                    "A statement that takes several rows one by one finds them as they are at several times."));
        }
        List<Object> results = new ArrayList<>();
        groups.forEach(group -> results.add(result(group)));
        found.byRows().forEach(rows -> results.add(result(rows)));
        return Sarif.json(Json.object(
                "tool",
                Json.object("driver", Json.object("name", TOOL, "rules", rules)),
                "invocations",
                List.of(Json.object(
                        "executionSuccessful",
                        true,
                        "toolExecutionNotifications",
                        found.losses().stream().map(this::notification).toList())),
                "results",
                results));
    }

    private Map<String, Object> result(AnomalyGroup group) {
        PredictedCase smallest = found.analysis().cases().get(group.smallest().number() - 1);
        var text = new GroupText(smallest.program(), smallest.bounds().loopMax());
        String repairs = group.repairs().isEmpty() ? "" : "\nrepair: " + String.join("\nor: ", group.repairs());
        Map<String, Object> result = result(
                group.kind().id(),
                group.isHarmful() ? "error" : "warning",
                group.kind().label() + ": " + text.sentence(group) + ".\n"
                        + group.smallest().anomaly().cycle() + repairs,
                GroupExport.text(group));
        List<Map<String, Object>> places =
                blamed(group, smallest).map(this::location).toList();
        result.put("locations", places);
        result.put(
                "relatedLocations", others(group, smallest).map(this::location).toList());
        if (!baseline.equals(Baseline.NONE)) {
            result.put("baselineState", baseline.isNew(group) ? "new" : "unchanged");
        }
        result.put(
                "properties",
                Json.object(
                        "transaction",
                        group.cause().txn(),
                        "anomalies",
                        group.members().size()));
        return result;
    }

    private Map<String, Object> result(GroupExport.ByRows rows) {
        String fingerprint = rows.fingerprint();
        Map<String, Object> result = result(
                GroupExport.BY_ROWS,
                "warning",
                String.join(", ", rows.txns()) + ": not serializable if a statement takes its rows one by one.",
                fingerprint);
        result.put("locations", rows.places().stream().map(this::location).toList());
        if (!baseline.equals(Baseline.NONE)) {
            result.put("baselineState", baseline.isNew(fingerprint) ? "new" : "unchanged");
        }
        return result;
    }

    private static Map<String, Object> result(String rule, String level, String message, String fingerprint) {
        var result = new LinkedHashMap<String, Object>();
        result.put("ruleId", rule);
        result.put("level", level);
        result.put("message", new Sarif.Message(message));
        result.put("partialFingerprints", Map.of(Baseline.FINGERPRINT, fingerprint));
        return result;
    }

    /** Returns the statements at which the cause's transaction is on the smallest cycle, the one that is read first. */
    private static Stream<Origin> blamed(AnomalyGroup group, PredictedCase found) {
        Anomaly.Hop hop = group.smallest().blamed();
        return origins(found, hop, hop.out(), hop.in());
    }

    private static Stream<Origin> others(AnomalyGroup group, PredictedCase found) {
        List<Origin> blamed = blamed(group, found).toList();
        return found.anomaly().hops().stream()
                .flatMap(hop -> origins(found, hop, hop.in(), hop.out()))
                .filter(origin -> !blamed.contains(origin))
                .distinct();
    }

    private static Stream<Origin> origins(PredictedCase found, Anomaly.Hop hop, String... labels) {
        TxnType txn = found.program().txn(hop.txn());
        return Stream.of(labels).flatMap(label -> txn.origin(label).stream()).distinct();
    }

    private Map<String, Object> location(Origin origin) {
        String uri = found.path().apply(origin.file());
        boolean isAbsolute = URI.create(uri).isAbsolute();
        return Json.object(
                "physicalLocation",
                Json.object(
                        "artifactLocation",
                        isAbsolute ? Json.object("uri", uri) : Json.object("uri", uri, "uriBaseId", ROOT),
                        "region",
                        Json.object("startLine", origin.line())));
    }

    private Map<String, Object> notification(PredictedCases.Remark loss) {
        Map<String, Object> notification =
                Json.object("level", "warning", "message", new Sarif.Message(GroupExport.text(loss)));
        Origin.of(loss.source()).ifPresent(origin -> notification.put("locations", List.of(location(origin))));
        return notification;
    }
}
