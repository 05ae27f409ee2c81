package moirai.cli.scheduling;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Map;
import moirai.directed.encoding.Bounds;
import moirai.directed.encoding.Scenario;
import moirai.directed.program.Origin;
import moirai.directed.program.Program;
import moirai.directed.program.json.ProgramJson;
import moirai.directed.search.Analysis;
import moirai.directed.search.Anomaly;
import moirai.sources.Translation;

/** An analysis for tools, and for {@link AnalysisReading}. */
final class AnalysisJson {

    static final String FORMAT = "moirai-analysis";
    static final int VERSION = 1;

    private static final JsonMapper MAPPER = JsonMapper.builder().build();

    private AnalysisJson() {}

    static String write(Translation translation, Analysis analysis) throws JsonProcessingException {
        ObjectNode root = MAPPER.createObjectNode();
        root.put("format", FORMAT).put("version", VERSION);
        root.put("levels", analysis.levels().text());
        root.set("bounds", bounds(analysis.bounds()));
        root.put("exact", translation.isExact());
        root.set("program", MAPPER.readTree(ProgramJson.write(translation.program())));
        var anomalies = root.putArray("anomalies");
        for (Anomaly anomaly : analysis.anomalies()) {
            anomalies.add(anomaly(translation.program(), anomaly));
        }
        var diagnostics = root.putArray("diagnostics");
        translation
                .diagnostics()
                .forEach(found -> diagnostics
                        .addObject()
                        .put("source", found.origin().text())
                        .put("kind", found.kind().word())
                        .put("what", found.what())
                        .put("taken", found.taken()));
        return MAPPER.writerWithDefaultPrettyPrinter().writeValueAsString(root) + "\n";
    }

    private static ObjectNode bounds(Bounds bounds) {
        return MAPPER.createObjectNode()
                .put("transactions", bounds.txnsMax())
                .put("length", bounds.lengthMax())
                .put("rows", bounds.rows())
                .put("bits", bounds.bits())
                .put("loops", bounds.loopMax());
    }

    private static ObjectNode anomaly(Program program, Anomaly anomaly) {
        ObjectNode node = MAPPER.createObjectNode();
        node.put("cycle", anomaly.cycle()).put("key", anomaly.key()).put("internal", anomaly.isInternal());
        var hops = node.putArray("hops");
        for (Anomaly.Hop hop : anomaly.hops()) {
            ObjectNode written = hops.addObject().put("call", hop.call()).put("transaction", hop.txn());
            written.put("in", hop.in())
                    .put("out", hop.out())
                    .put("conflict", hop.conflict().sign());
            var txn = program.txn(hop.txn());
            txn.origin(hop.in()).map(Origin::text).ifPresent(place -> written.put("inSource", place));
            txn.origin(hop.out()).map(Origin::text).ifPresent(place -> written.put("outSource", place));
        }
        node.set("scenario", scenario(anomaly.scenario()));
        return node;
    }

    private static ObjectNode scenario(Scenario scenario) {
        ObjectNode node = MAPPER.createObjectNode();
        var rows = node.putArray("rows");
        scenario.rows()
                .forEach(row -> rows.addObject().put("table", row.table()).set("values", numbers(row.values())));
        var calls = node.putArray("calls");
        scenario.calls()
                .forEach(call -> calls.addObject()
                        .put("transaction", call.txn())
                        .put("level", call.level().name())
                        .set("arguments", numbers(call.arguments())));
        var turns = node.putArray("turns");
        scenario.turns().forEach(turn -> {
            var missed = turns.addObject()
                    .put("call", turn.call())
                    .put("statement", turn.statement())
                    .putArray("missed");
            turn.missed().forEach(missed::add);
        });
        return node;
    }

    private static ObjectNode numbers(Map<String, Integer> values) {
        ObjectNode node = MAPPER.createObjectNode();
        values.forEach(node::put);
        return node;
    }
}
