package moirai.runs.cases.format;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Predicate;
import moirai.directed.encoding.Bounds;
import moirai.runs.cases.Case;
import moirai.runs.cases.PredictedCase;
import moirai.runs.cases.PredictedCases;
import moirai.runs.cases.groups.AnomalyGroups;
import moirai.runs.cases.groups.GroupText;
import moirai.runs.files.Json;

/**
 * The JSON format of an analysis: the bounds of its search, and its cases, each as in a {@code case.json} or named by
 * the folder that holds it. Of more than {@value #WHOLE_MAX} cases most are written as cycles, which share programs and
 * executions.
 */
public final class AnalysisFormat {

    private static final String NAME = "moirai-analysis";
    private static final int VERSION = 3;

    /** The most cases of an analysis that are written whole: each has its program, of some ten kilobytes, in it. */
    public static final int WHOLE_MAX = 256;

    private AnalysisFormat() {}

    /** Returns the analysis as JSON with its cases in it. */
    public static String format(PredictedCases found) {
        return format(found, AnomalyGroups.of(found));
    }

    /** Returns the analysis as JSON with its cases in it, and with its groups. */
    public static String format(PredictedCases found, AnomalyGroups groups) {
        var shared = new SharedFields();
        return format(found, groups, found.cases().size() > WHOLE_MAX ? shared::of : CaseTree::of, shared);
    }

    /** Returns the analysis as JSON with the names of its cases' folders. */
    public static String formatNames(PredictedCases found) {
        return formatNames(found, AnomalyGroups.of(found), one -> true);
    }

    /**
     * Returns the analysis as JSON with its groups, and with the names of the folders of its cases.
     *
     * @param hasFolder whether a case has a folder; it is written as a cycle if it has none
     */
    public static String formatNames(PredictedCases found, AnomalyGroups groups, Predicate<PredictedCase> hasFolder) {
        var shared = new SharedFields();
        return format(
                found, groups, one -> hasFolder.test(one) ? one.fingerprint().toString() : shared.of(one), shared);
    }

    private static String format(
            PredictedCases found, AnomalyGroups groups, Function<PredictedCase, Object> item, SharedFields shared) {
        var tree = new LinkedHashMap<String, Object>();
        tree.put("format", NAME);
        tree.put("version", VERSION);
        tree.put("program", found.program());
        tree.put("levels", found.levels());
        tree.put("bounds", new PredictedFields.BoundsFields(found.bounds()));
        tree.put("exact", found.isExact());
        tree.put("cases", found.cases().stream().map(item).toList());
        shared.write(tree);
        tree.put("groups", tree(found, groups));
        tree.put(
                "diagnostics",
                found.remarks().stream().map(AnalysisFormat::tree).toList());
        if (!found.sources().equals(PredictedCases.Sources.UNKNOWN)) {
            tree.put("sources", found.sources());
        }
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
        file.one("format", List.of(NAME), Function.identity(), "'" + NAME + "' version 1 to " + VERSION);
        boolean isFormer = file.number("version", 1, VERSION) == 1;
        String program = isFormer ? file.object("program").text("name") : file.text("program");
        Bounds bounds = PredictedFields.bounds(file.object("bounds"));
        return new PredictedCases(
                program,
                file.text("levels"),
                bounds,
                file.flag("exact"),
                isFormer ? PredictedFields.ofFormer(file) : cases(file, named, bounds),
                file.objects("diagnostics").stream().map(AnalysisFormat::remark).toList(),
                file.has("sources") ? sources(file.object("sources")) : PredictedCases.Sources.UNKNOWN);
    }

    /** Returns the groups, which are for other programs: whoever reads the cases finds them again. */
    private static List<Map<String, Object>> tree(PredictedCases found, AnomalyGroups groups) {
        return groups.groups().stream()
                .map(group -> {
                    PredictedCase smallest = found.cases().get(group.smallest().number() - 1);
                    var text =
                            new GroupText(smallest.program(), smallest.bounds().loopMax());
                    return Json.object(
                            "fingerprint",
                            group.fingerprint().toString(),
                            "kind",
                            group.kind().id(),
                            "transaction",
                            group.cause().txn(),
                            "cause",
                            text.sentence(group),
                            "smallest",
                            group.smallest().number(),
                            "anomalies",
                            group.numbers(),
                            "repairs",
                            group.repairs());
                })
                .toList();
    }

    private static Map<String, Object> tree(PredictedCases.Remark remark) {
        var tree = new LinkedHashMap<String, Object>();
        tree.put("source", remark.source());
        tree.put("kind", remark.kind());
        tree.put("what", remark.what());
        tree.put("taken", remark.taken());
        tree.put("transactions", remark.txns());
        return tree;
    }

    private static PredictedCases.Sources sources(CaseFields sources) {
        return new PredictedCases.Sources(sources.texts("paths"), sources.texts("ddl"), sources.texts("txns"));
    }

    private static PredictedCases.Remark remark(CaseFields remark) {
        return new PredictedCases.Remark(
                remark.text("source"),
                remark.text("kind"),
                remark.text("what"),
                remark.text("taken"),
                remark.has("transactions") ? remark.texts("transactions") : List.of());
    }

    private static List<PredictedCase> cases(CaseFields file, Function<String, Case> named, Bounds bounds) {
        var shared = new SharedFields.Reader(file, bounds);
        var cases = new ArrayList<PredictedCase>();
        for (CaseFields.Item item : file.items("cases")) {
            if (!item.isText() && item.object().has("execution")) {
                cases.add(shared.read(item.object()));
                continue;
            }
            Case read = item.isText() ? named.apply(item.text()) : CaseReading.of(item.object());
            if (!(read instanceof PredictedCase predicted)) {
                throw file.refused(item.name(), "is a case of another kind", "one that was predicted");
            }
            cases.add(predicted);
        }
        return cases;
    }
}
