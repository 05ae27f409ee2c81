package moirai.runs.cases.format;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.function.Function;
import moirai.directed.encoding.Bounds;
import moirai.runs.cases.Case;
import moirai.runs.cases.PredictedCase;
import moirai.runs.cases.PredictedCases;
import moirai.runs.files.Json;

/**
 * The JSON format of an analysis: the bounds of its search, and its cases, each as in a {@code case.json} or named by
 * the folder that holds it.
 */
public final class AnalysisFormat {

    private static final String NAME = "moirai-analysis";
    private static final int VERSION = 2;

    private AnalysisFormat() {}

    /** Returns the analysis as JSON with its cases in it. */
    public static String format(PredictedCases found) {
        return format(found, CaseTree::of);
    }

    /** Returns the analysis as JSON with the names of its cases' folders. */
    public static String formatNames(PredictedCases found) {
        return format(found, one -> one.fingerprint().toString());
    }

    private static String format(PredictedCases found, Function<PredictedCase, Object> item) {
        var tree = new LinkedHashMap<String, Object>();
        tree.put("format", NAME);
        tree.put("version", VERSION);
        tree.put("program", found.program());
        tree.put("levels", found.levels());
        tree.put("bounds", new PredictedFields.BoundsFields(found.bounds()));
        tree.put("exact", found.isExact());
        tree.put("cases", found.cases().stream().map(item).toList());
        tree.put("diagnostics", found.remarks());
        return Json.text(tree);
    }

    /**
     * Reads an analysis from text.
     *
     * @param source the name of the text in messages
     * @param named reads the case of a folder
     * @throws moirai.history.HistoryFormatException with source, field, value and what would be accepted, if the text
     *    is no analysis
     */
    public static PredictedCases parse(String source, String text, Function<String, Case> named) {
        var file = new CaseFields(source, "", CaseFormat.tree(source, text));
        file.one("format", List.of(NAME), Function.identity(), "'" + NAME + "' version 1 or " + VERSION);
        boolean isFormer = file.number("version", 1, VERSION) < VERSION;
        String program = isFormer ? file.object("program").text("name") : file.text("program");
        Bounds bounds = PredictedFields.bounds(file.object("bounds"));
        return new PredictedCases(
                program,
                file.text("levels"),
                bounds,
                file.flag("exact"),
                isFormer ? PredictedFields.ofFormer(file) : cases(file, named),
                file.objects("diagnostics").stream().map(AnalysisFormat::remark).toList());
    }

    private static PredictedCases.Remark remark(CaseFields remark) {
        return new PredictedCases.Remark(
                remark.text("source"), remark.text("kind"), remark.text("what"), remark.text("taken"));
    }

    private static List<PredictedCase> cases(CaseFields file, Function<String, Case> named) {
        var cases = new ArrayList<PredictedCase>();
        for (CaseFields.Item item : file.items("cases")) {
            Case read = item.isText() ? named.apply(item.text()) : CaseReading.of(item.object());
            if (!(read instanceof PredictedCase predicted)) {
                throw file.refused(item.name(), "is a case of another kind", "one that was predicted");
            }
            cases.add(predicted);
        }
        return cases;
    }
}
