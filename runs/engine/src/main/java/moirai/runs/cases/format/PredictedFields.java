package moirai.runs.cases.format;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import moirai.directed.encoding.Bounds;
import moirai.directed.encoding.Conflict;
import moirai.directed.encoding.Scenario;
import moirai.directed.levels.Promises;
import moirai.directed.program.Origin;
import moirai.directed.program.Program;
import moirai.directed.program.json.ProgramFormatException;
import moirai.directed.program.json.ProgramJson;
import moirai.directed.search.Anomaly;
import moirai.runs.cases.Confirmation;
import moirai.runs.cases.PredictedCase;

/** A reader of the fields of a file that hold an anomaly of a program, which has to occur in that program. */
final class PredictedFields {

    private static final ObjectMapper JSON = JsonMapper.builder().build();

    private PredictedFields() {}

    private record OriginFields(String levels, boolean exact, BoundsFields bounds, Object program) {}

    private record AnomalyFields(boolean internal, List<Map<String, Object>> hops, Object scenario) {}

    private record ScenarioFields(List<Scenario.InitialRow> rows, List<CallFields> calls, List<Scenario.Turn> turns) {}

    private record CallFields(String transaction, String level, Map<String, Integer> arguments) {}

    /** The bounds of a search as they are written. */
    record BoundsFields(int transactions, int length, int rows, int bits, int loops) {

        BoundsFields(Bounds bounds) {
            this(bounds.txnsMax(), bounds.lengthMax(), bounds.rows(), bounds.bits(), bounds.loopMax());
        }
    }

    static void write(PredictedCase found, Map<String, Object> tree) {
        Anomaly anomaly = found.anomaly();
        tree.put(
                "origin",
                new OriginFields(
                        found.levels(), found.isExact(), new BoundsFields(found.bounds()), program(found.program())));
        tree.put("anomaly", new AnomalyFields(anomaly.isInternal(), hops(found), scenario(anomaly.scenario())));
    }

    static Object scenario(Scenario scenario) {
        List<CallFields> calls = scenario.calls().stream()
                .map(call -> new CallFields(call.txn(), call.level().text(), call.arguments()))
                .toList();
        return new ScenarioFields(scenario.rows(), calls, scenario.turns());
    }

    static List<Map<String, Object>> hops(PredictedCase found) {
        return found.anomaly().hops().stream()
                .map(hop -> hop(found.program(), hop))
                .toList();
    }

    static Object program(Program program) {
        try {
            return JSON.readValue(ProgramJson.write(program), Object.class);
        } catch (JsonProcessingException impossible) {
            throw new IllegalStateException("a program was written as no JSON", impossible);
        }
    }

    private static Map<String, Object> hop(Program program, Anomaly.Hop hop) {
        var tree = new LinkedHashMap<String, Object>();
        tree.put("call", hop.call());
        tree.put("transaction", hop.txn());
        tree.put("in", hop.in());
        tree.put("out", hop.out());
        tree.put("conflict", hop.conflict().sign());
        var txn = program.txn(hop.txn());
        txn.origin(hop.in()).map(Origin::text).ifPresent(place -> tree.put("inSource", place));
        txn.origin(hop.out()).map(Origin::text).ifPresent(place -> tree.put("outSource", place));
        return tree;
    }

    static PredictedCase read(CaseFields file, List<Confirmation> confirmations) {
        CaseFields origin = file.object("origin");
        CaseFields anomaly = file.object("anomaly");
        PredictedCase found = of(origin, origin.text("levels"), anomaly).confirmed(confirmations);
        String claimed = file.object("claim").text("cycle");
        if (!claimed.equals(found.anomaly().cycle())) {
            throw file.refused(
                    "claim.cycle", "'" + claimed + "'", "'" + found.anomaly().cycle() + "', as in the anomaly");
        }
        return found;
    }

    /** Returns the cases of a file that the analysis of sources wrote before all cases had one format. */
    static List<PredictedCase> ofFormer(CaseFields file) {
        return file.objects("anomalies").stream()
                .map(anomaly -> of(file, file.text("levels"), anomaly))
                .toList();
    }

    private static PredictedCase of(CaseFields origin, String levels, CaseFields node) {
        Program program = program(origin.object("program"));
        Bounds bounds = bounds(origin.object("bounds"));
        Anomaly anomaly = anomaly(node, scenario(node.object("scenario")));
        requireShown(anomaly, node, () -> anomaly.execution(program, bounds.loopMax()));
        return PredictedCase.of(program, levels, bounds, origin.flag("exact"), anomaly);
    }

    static Anomaly anomaly(CaseFields node, Scenario scenario) {
        return new Anomaly(
                node.objects("hops").stream().map(PredictedFields::hop).toList(), node.flag("internal"), scenario);
    }

    static Program program(CaseFields program) {
        try {
            return ProgramJson.read(program.node().toString());
        } catch (ProgramFormatException wrong) {
            throw program.wrong(String.valueOf(wrong.getMessage()));
        }
    }

    static Bounds bounds(CaseFields bounds) {
        try {
            return new Bounds(
                    bounds.count("transactions", 0),
                    bounds.count("length", 0),
                    bounds.count("rows", 0),
                    bounds.count("bits", 0),
                    bounds.count("loops", 0));
        } catch (IllegalArgumentException outOfRange) {
            throw bounds.wrong(String.valueOf(outOfRange.getMessage()));
        }
    }

    private static Anomaly.Hop hop(CaseFields hop) {
        return new Anomaly.Hop(
                hop.count("call", 0),
                hop.text("transaction"),
                hop.text("in"),
                hop.text("out"),
                hop.one("conflict", List.of(Conflict.values()), Conflict::sign, "WR, RW or WW"));
    }

    static Scenario scenario(CaseFields scenario) {
        return new Scenario(
                scenario.objects("rows").stream()
                        .map(row -> new Scenario.InitialRow(row.text("table"), row.numbers("values")))
                        .toList(),
                scenario.objects("calls").stream()
                        .map(call -> new Scenario.Call(
                                call.text("transaction"),
                                call.parsed(
                                        "level",
                                        Promises::parse,
                                        "one of " + String.join(", ", Promises.NAMES.labels())),
                                call.numbers("arguments")))
                        .toList(),
                scenario.objects("turns").stream()
                        .map(turn ->
                                new Scenario.Turn(turn.count("call", 0), turn.text("statement"), turn.texts("missed")))
                        .toList());
    }

    /**
     * Throws an exception if an anomaly does not occur in its program, whichever check detects that.
     *
     * @param shown executes the scenario, and fails if the cycle is not there
     */
    static void requireShown(Anomaly anomaly, CaseFields place, Runnable shown) {
        List<Scenario.Call> calls = anomaly.scenario().calls();
        boolean isWithin = IntStream.concat(
                        anomaly.hops().stream().mapToInt(Anomaly.Hop::call),
                        anomaly.scenario().turns().stream().mapToInt(Scenario.Turn::call))
                .allMatch(call -> call < calls.size());
        if (!isWithin || anomaly.hops().isEmpty()) {
            throw place.wrong(
                    "a call that is none; expected numbers from 0 to " + (calls.size() - 1) + ", at least one");
        }
        for (Anomaly.Hop hop : anomaly.hops()) {
            String called = calls.get(hop.call()).txn();
            if (!hop.txn().equals(called)) {
                throw place.refused(
                        "hops",
                        "call " + hop.call() + " is transaction '" + hop.txn() + "'",
                        "'" + called + "', as in its scenario");
            }
        }
        try {
            shown.run();
        } catch (IllegalStateException | IllegalArgumentException foreign) {
            throw place.wrong(foreign.getMessage() + "; expected an anomaly of the file's program");
        }
    }
}
