package moirai.cli.scheduling;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import moirai.directed.encoding.Bounds;
import moirai.directed.encoding.Conflict;
import moirai.directed.encoding.Scenario;
import moirai.directed.levels.Promises;
import moirai.directed.program.Program;
import moirai.directed.program.json.ProgramFormatException;
import moirai.directed.program.json.ProgramJson;
import moirai.directed.search.Anomaly;
import moirai.reenactment.DirectedCase;

/** Reads what {@link AnalysisJson} wrote: of a file that was changed only what is still an anomaly of its program. */
final class AnalysisReading {

    private static final JsonMapper MAPPER = JsonMapper.builder()
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .build();

    private AnalysisReading() {}

    /** Throws AnalysisFormatException where the text is no analysis. */
    static StoredAnalysis read(String json) {
        JsonNode root = parsed(json);
        String format = text(root, "format", "format");
        int version = number(root, "version", "version");
        if (!format.equals(AnalysisJson.FORMAT) || version != AnalysisJson.VERSION) {
            throw new AnalysisFormatException("format: '" + format + "' version " + version + "; expected '"
                    + AnalysisJson.FORMAT + "' version " + AnalysisJson.VERSION);
        }
        Program program = program(member(root, "program", "program"));
        Bounds bounds = bounds(member(root, "bounds", "bounds"));
        List<Anomaly> anomalies = list(root, "anomalies", "anomalies", AnalysisReading::anomaly);
        for (int i = 0; i < anomalies.size(); i++) {
            requireShown(program, bounds, anomalies.get(i), "anomalies[" + i + "]");
        }
        boolean isExact = flag(root, "exact", "exact");
        return new StoredAnalysis(program, text(root, "levels", "levels"), bounds, isExact, anomalies);
    }

    private static JsonNode parsed(String json) {
        try {
            return MAPPER.readTree(json);
        } catch (JsonProcessingException broken) {
            throw new AnalysisFormatException(
                    broken.getOriginalMessage() + "; expected JSON that moirai schedule" + " analyze has written");
        }
    }

    private static Program program(JsonNode node) {
        try {
            return ProgramJson.read(node.toString());
        } catch (ProgramFormatException wrong) {
            throw new AnalysisFormatException("program: " + wrong.getMessage());
        }
    }

    private static Bounds bounds(JsonNode node) {
        int txns = number(node, "transactions", "bounds.transactions");
        int length = number(node, "length", "bounds.length");
        int rows = number(node, "rows", "bounds.rows");
        int bits = number(node, "bits", "bounds.bits");
        int loops = number(node, "loops", "bounds.loops");
        try {
            return new Bounds(txns, length, rows, bits, loops);
        } catch (IllegalArgumentException outOfRange) {
            throw new AnalysisFormatException("bounds: " + outOfRange.getMessage());
        }
    }

    /** What a file says is nobody's fault but the file's, whoever notices it. */
    private static void requireShown(Program program, Bounds bounds, Anomaly anomaly, String path) {
        int calls = anomaly.scenario().calls().size();
        boolean isWithin = anomaly.hops().stream().allMatch(hop -> hop.call() >= 0 && hop.call() < calls)
                && anomaly.scenario().turns().stream().allMatch(turn -> turn.call() >= 0 && turn.call() < calls);
        if (!isWithin || anomaly.hops().isEmpty()) {
            throw new AnalysisFormatException(
                    path + ": a call that is none; expected numbers from 0 to " + (calls - 1) + ", at least one");
        }
        for (Anomaly.Hop hop : anomaly.hops()) {
            String called = anomaly.scenario().calls().get(hop.call()).txn();
            if (!hop.txn().equals(called)) {
                throw new AnalysisFormatException(path + ".hops: call " + hop.call() + " is transaction '" + hop.txn()
                        + "'; expected '" + called + "', as in its scenario");
            }
        }
        try {
            new DirectedCase(program, bounds.loopMax(), anomaly).steps();
        } catch (IllegalStateException | IllegalArgumentException foreign) {
            throw new AnalysisFormatException(
                    path + ": " + foreign.getMessage() + "; expected an anomaly of the file's program");
        }
    }

    private static Anomaly anomaly(JsonNode node, String path) {
        return new Anomaly(
                list(node, "hops", path + ".hops", AnalysisReading::hop),
                flag(node, "internal", path + ".internal"),
                scenario(member(node, "scenario", path + ".scenario"), path + ".scenario"));
    }

    private static Anomaly.Hop hop(JsonNode node, String path) {
        String sign = text(node, "conflict", path + ".conflict");
        Conflict conflict = List.of(Conflict.values()).stream()
                .filter(known -> known.sign().equals(sign))
                .findFirst()
                .orElseThrow(
                        () -> new AnalysisFormatException(path + ".conflict: '" + sign + "'; expected WR, RW or WW"));
        return new Anomaly.Hop(
                number(node, "call", path + ".call"),
                text(node, "transaction", path + ".transaction"),
                text(node, "in", path + ".in"),
                text(node, "out", path + ".out"),
                conflict);
    }

    private static Promises level(JsonNode call, String path) {
        try {
            return Promises.parse(text(call, "level", path));
        } catch (IllegalArgumentException unknown) {
            throw new AnalysisFormatException(path + ": " + unknown.getMessage());
        }
    }

    private static Scenario scenario(JsonNode node, String path) {
        return new Scenario(
                list(
                        node,
                        "rows",
                        path + ".rows",
                        (row, at) -> new Scenario.InitialRow(
                                text(row, "table", at + ".table"), numbers(member(row, "values", at + ".values"), at))),
                list(
                        node,
                        "calls",
                        path + ".calls",
                        (call, at) -> new Scenario.Call(
                                text(call, "transaction", at + ".transaction"),
                                level(call, at + ".level"),
                                numbers(member(call, "arguments", at + ".arguments"), at))),
                list(
                        node,
                        "turns",
                        path + ".turns",
                        (turn, at) -> new Scenario.Turn(
                                number(turn, "call", at + ".call"),
                                text(turn, "statement", at + ".statement"),
                                list(turn, "missed", at + ".missed", AnalysisReading::item))));
    }

    private static Map<String, Integer> numbers(JsonNode node, String path) {
        Map<String, Integer> numbers = new LinkedHashMap<>();
        node.fieldNames().forEachRemaining(name -> numbers.put(name, number(node, name, path + "." + name)));
        return numbers;
    }

    private static <T> List<T> list(JsonNode node, String name, String path, BiFunction<JsonNode, String, T> item) {
        JsonNode list = member(node, name, path);
        if (!list.isArray()) {
            throw wrong(list, path, "a list");
        }
        var items = new ArrayList<T>();
        for (int i = 0; i < list.size(); i++) {
            items.add(item.apply(list.get(i), path + "[" + i + "]"));
        }
        return items;
    }

    private static String item(JsonNode node, String path) {
        if (!node.isTextual()) {
            throw wrong(node, path, "a text");
        }
        return node.textValue();
    }

    private static String text(JsonNode node, String name, String path) {
        return item(member(node, name, path), path);
    }

    private static int number(JsonNode node, String name, String path) {
        JsonNode number = member(node, name, path);
        if (!number.isInt()) {
            throw wrong(number, path, "a whole number");
        }
        return number.intValue();
    }

    private static boolean flag(JsonNode node, String name, String path) {
        JsonNode flag = member(node, name, path);
        if (!flag.isBoolean()) {
            throw wrong(flag, path, "true or false");
        }
        return flag.booleanValue();
    }

    private static JsonNode member(JsonNode node, String name, String path) {
        JsonNode member = node.get(name);
        if (member == null) {
            throw new AnalysisFormatException(path + ": missing; expected what moirai schedule analyze writes");
        }
        return member;
    }

    private static AnalysisFormatException wrong(JsonNode node, String path, String expected) {
        String shown = node.toString();
        String cut = shown.length() > 80 ? shown.substring(0, 80) + "…" : shown;
        return new AnalysisFormatException(path + ": " + cut + "; expected " + expected);
    }
}
