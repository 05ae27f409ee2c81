package moirai.runs.cases.format;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SortedMap;
import moirai.analysis.durability.WriteKind;
import moirai.history.FaultEvent;
import moirai.history.History;
import moirai.history.HistoryNotation;
import moirai.history.RunHeader;
import moirai.runs.cases.Case;
import moirai.runs.cases.Claim;
import moirai.runs.cases.Confirmation;
import moirai.runs.cases.ExploredCase;
import moirai.runs.cases.HistoryCase;
import moirai.runs.cases.Origin;
import moirai.runs.cases.PredictedCase;
import moirai.runs.cases.StatementOrder;
import moirai.runs.files.Json;

/** A converter of a case to maps, lists, strings and numbers, in the order in which they are written. */
final class CaseTree {

    /** The kind of an excerpt of a history. */
    static final String HISTORY = "history";

    /** The kind of an execution of an explored program. */
    static final String EXPLORED = "explored";

    /** The kind of an anomaly that was predicted without running the program. */
    static final String PREDICTED = "predicted";

    private CaseTree() {}

    static Map<String, Object> of(Case found) {
        var tree = new LinkedHashMap<String, Object>();
        tree.put("format", CaseFormat.NAME);
        tree.put("version", CaseFormat.VERSION);
        tree.put("kind", kind(found));
        tree.put("fingerprint", found.fingerprint().toString());
        tree.put("claim", claim(found.claim()));
        switch (found) {
            case HistoryCase shown -> {
                tree.put("origin", origin(shown.origin(), shown.header()));
                tree.put("history", history(shown.history()));
            }
            case ExploredCase explored -> ExploredFields.write(explored, tree);
            case PredictedCase predicted -> PredictedFields.write(predicted, tree);
        }
        found.minimality().isMinimal().ifPresent(isMinimal -> tree.put("minimal", isMinimal));
        tree.put(
                "confirmations",
                found.confirmations().stream().map(CaseTree::confirmation).toList());
        return tree;
    }

    private static String kind(Case found) {
        return switch (found) {
            case HistoryCase shown -> HISTORY;
            case ExploredCase explored -> EXPLORED;
            case PredictedCase predicted -> PREDICTED;
        };
    }

    private static Map<String, Object> claim(Claim claim) {
        return switch (claim) {
            case Claim.Forbidden(var phenomenon, var level) ->
                Json.object("kind", "forbidden", "phenomenon", phenomenon.label(), "level", level.label());
            case Claim.Lost(var kind, String key, long value) ->
                Json.object("kind", kind.lostLabel(), "key", key, kind == WriteKind.WRITE ? "value" : "element", value);
            case Claim.BrokenAssertion(String failure, String level) ->
                Json.object("kind", "broken-assertion", "failure", failure, "level", level);
            case Claim.NotAllowed(String required, String level) ->
                Json.object("kind", "not-allowed", "required", required, "level", level);
            case Claim.Cycle(String cycle, String levels) ->
                Json.object("kind", "cycle", "cycle", cycle, "levels", levels);
        };
    }

    private static Map<String, Object> origin(Origin origin, RunHeader header) {
        var tree = new LinkedHashMap<String, Object>();
        tree.put("product", origin.product());
        if (!origin.url().isEmpty()) {
            tree.put("url", origin.url());
        }
        tree.put("database", header.database());
        tree.put("isolation", header.isolation());
        tree.put("expect", header.expect());
        tree.put("workload", header.workload());
        tree.put("seed", header.seed().toString());
        tree.put("started", header.started().toString());
        tree.put("argv", origin.argv());
        tree.put("txn-count", origin.txnCount());
        tree.put("txns", origin.txns());
        return tree;
    }

    private static Map<String, Object> history(History history) {
        var tree = new LinkedHashMap<String, Object>();
        tree.put("timed", history.isTimed());
        tree.put("complete", history.isComplete());
        tree.put("transactions", HistoryNotation.format(history).lines().toList());
        if (!history.faults().isEmpty()) {
            tree.put("faults", history.faults().stream().map(CaseTree::fault).toList());
        }
        if (!history.labels().isEmpty()) {
            tree.put("key-labels", labels(history.labels().keys()));
            tree.put("value-labels", labels(history.labels().values()));
        }
        return tree;
    }

    private static Map<String, String> labels(SortedMap<Long, String> labels) {
        var tree = new LinkedHashMap<String, String>();
        labels.forEach((number, label) -> tree.put(number.toString(), label));
        return tree;
    }

    private static Map<String, Object> fault(FaultEvent event) {
        String phase = CaseFields.phase(event.phase());
        return Json.object("nanos", event.nanos(), "phase", phase, "fault", event.fault(), "target", event.target());
    }

    private static Map<String, Object> confirmation(Confirmation confirmation) {
        var tree = new LinkedHashMap<String, Object>();
        tree.put("control", confirmation.control().label());
        tree.put("shown", confirmation.shown());
        tree.put("attempts", confirmation.attempts());
        tree.put("unknown", confirmation.unknown());
        tree.put("database", confirmation.place().database());
        tree.put("isolation", confirmation.place().isolation());
        if (!confirmation.order().isFree()) {
            tree.put(
                    "order",
                    confirmation.order().turns().stream()
                            .map(StatementOrder.Turn::toString)
                            .toList());
        }
        return tree;
    }
}
