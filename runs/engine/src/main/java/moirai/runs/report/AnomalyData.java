package moirai.runs.report;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.IntStream;
import moirai.analysis.Anomaly;
import moirai.analysis.AnomalyShape;
import moirai.analysis.explanation.Explanation;
import moirai.analysis.explanation.ExplanationText;
import moirai.analysis.explanation.ProvenEdge;
import moirai.history.Elements;
import moirai.history.History;
import moirai.history.Op;
import moirai.history.Outcome;
import moirai.history.level.IsolationLevel;
import moirai.history.level.Phenomenon;
import moirai.runs.files.Json;

/**
 * The data of one anomaly for programs: the contents of {@link AnomalyText} as maps, lists, strings and numbers, which
 * any format for data can hold.
 *
 * <p>{@code phenomenon}, {@code fingerprint}, {@code name}, {@code meaning}; {@code breaks}: the weakest levels that
 * forbid it; {@code transactions}: id, session, outcome, start and end in nanoseconds, ops in {@link
 * moirai.history.HistoryNotation}; {@code edges} of a cycle: from, to, type, {@code from-op} and {@code to-op} (places
 * in the transactions, from 0, where two ops show it), {@code because}; {@code proof}: the sentences of the
 * explanation.
 */
public final class AnomalyData {

    private AnomalyData() {}

    /** Returns the anomaly as a JSON object over several lines, with a line feed at the end. */
    public static String json(Explanation explanation) {
        return Json.text(of(explanation));
    }

    /** Returns the anomaly as data; the order of the maps' entries is always the same. */
    private static Map<String, Object> of(Explanation explanation) {
        History history = explanation.history();
        Anomaly anomaly = explanation.anomaly();
        var words = new ExplanationText(explanation);
        Phenomenon phenomenon = anomaly.phenomenon();
        var data = new LinkedHashMap<String, Object>();
        data.put("phenomenon", phenomenon.label());
        data.put("fingerprint", AnomalyShape.of(history, anomaly).fingerprint());
        data.put("name", PlainWords.name(anomaly));
        data.put("meaning", PlainWords.meaning(anomaly));
        data.put("breaks", anomaly.breaks().stream().map(IsolationLevel::label).toList());
        data.put(
                "transactions",
                anomaly.txns().stream()
                        .sorted()
                        .map(txn -> transaction(history, txn))
                        .toList());
        if (anomaly instanceof Anomaly.Cycle) {
            data.put(
                    "edges",
                    explanation.edges().stream()
                            .map(edge -> edge(history, edge, words.because(edge)))
                            .toList());
        }
        data.put("proof", words.sentences());
        return data;
    }

    private static Map<String, Object> transaction(History history, int txn) {
        var data = new LinkedHashMap<String, Object>();
        data.put("id", txn);
        data.put("session", history.session(txn));
        switch (history.outcome(txn)) {
            case Outcome.Committed committed -> data.put("outcome", "ok");
            case Outcome.Aborted(String cause) -> putOutcome(data, "fail", cause);
            case Outcome.Indeterminate(String cause) -> putOutcome(data, "info", cause);
        }
        if (history.isTimed()) {
            data.put("start", history.startNanos(txn));
            data.put("end", history.endNanos(txn));
        }
        data.put(
                "ops",
                IntStream.range(history.firstOp(txn), history.endOp(txn))
                        .mapToObj(op -> notation(history, history.op(op)))
                        .toList());
        return data;
    }

    /**
     * Returns the op in the notation of histories, with the names that the history's source gave to keys and values.
     */
    private static String notation(History history, Op op) {
        if (history.labels().isEmpty()) {
            return op.toString();
        }
        String key = history.labels().key(op.key());
        return switch (op) {
            case Op.Append(long list, int element) -> "a" + key + "=" + history.valueLabel(element);
            case Op.Read(long list, Elements elements) -> "r" + key + "=" + whole(elements, history);
            case Op.Write(long register, long value) -> "w" + key + "=" + history.valueLabel(value);
            case Op.ReadValue(long register, long value) -> "r" + key + "=" + history.valueLabel(value);
            case Op.ReadInitial(long register) -> "r" + key + "=nil";
            case Op.Scan scan -> scan.toString();
            case Op.Add(long set, int element) -> "e" + key + "=" + history.valueLabel(element);
            case Op.ReadSet(long set, Elements elements) ->
                "r" + key + "=" + whole(elements, history).replaceAll("^\\[(.*)]$", "{$1}");
            case Op.Increment(long counter, long amount) -> "i" + key + "=" + amount;
            case Op.ReadCounter(long counter, long value) -> "c" + key + "=" + value;
        };
    }

    private static String whole(Elements elements, History history) {
        return StatementTable.labelled(elements, history, Integer.MAX_VALUE);
    }

    private static void putOutcome(Map<String, Object> data, String outcome, String cause) {
        data.put("outcome", outcome);
        if (!cause.isEmpty()) {
            data.put("cause", cause);
        }
    }

    private static Map<String, Object> edge(History history, ProvenEdge edge, String because) {
        var data = new LinkedHashMap<String, Object>();
        data.put("from", edge.from());
        data.put("to", edge.to());
        data.put("type", edge.dependency().label());
        edge.ops().ifPresent(ops -> {
            data.put("key", history.keyLabel(history.key(ops.toOp())));
            data.put("from-op", ops.fromOp() - history.firstOp(edge.from()));
            data.put("to-op", ops.toOp() - history.firstOp(edge.to()));
        });
        data.put("because", because);
        return data;
    }
}
