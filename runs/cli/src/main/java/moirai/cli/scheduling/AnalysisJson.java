package moirai.cli.scheduling;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import moirai.directed.program.Origin;
import moirai.directed.program.json.ProgramJson;
import moirai.directed.search.Analysis;
import moirai.directed.search.Anomaly;
import moirai.sources.Translation;

/** An analysis for tools. */
final class AnalysisJson {

    private static final JsonMapper MAPPER = JsonMapper.builder().build();

    private AnalysisJson() {}

    static String write(Translation translation, Analysis analysis) throws JsonProcessingException {
        ObjectNode root = MAPPER.createObjectNode();
        root.put("levels", analysis.levels().text());
        root.put("bounds", analysis.bounds().text());
        root.put("exact", translation.isExact());
        root.set("program", MAPPER.readTree(ProgramJson.write(translation.program())));
        var anomalies = root.putArray("anomalies");
        for (Anomaly anomaly : analysis.anomalies()) {
            ObjectNode node = anomalies.addObject();
            node.put("cycle", anomaly.cycle()).put("key", anomaly.key()).put("internal", anomaly.isInternal());
            var hops = node.putArray("hops");
            for (Anomaly.Hop hop : anomaly.hops()) {
                ObjectNode written = hops.addObject().put("transaction", hop.txn());
                written.put("in", hop.in())
                        .put("out", hop.out())
                        .put("conflict", hop.conflict().sign());
                var txn = translation.program().txn(hop.txn());
                txn.origin(hop.in()).map(Origin::text).ifPresent(place -> written.put("inSource", place));
                txn.origin(hop.out()).map(Origin::text).ifPresent(place -> written.put("outSource", place));
            }
            node.put("scenario", anomaly.scenario().text());
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
}
