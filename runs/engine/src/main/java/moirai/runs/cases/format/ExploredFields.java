package moirai.runs.cases.format;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Pattern;
import moirai.runs.cases.Claim;
import moirai.runs.cases.Confirmation;
import moirai.runs.cases.ExploredCase;
import moirai.runs.cases.ExploredCase.RanStep;
import moirai.runs.cases.ExploredCase.RanTxn;
import moirai.runs.cases.Minimality;

/** A reader of the fields of a file that hold an execution of an explored program. */
final class ExploredFields {

    /** The value of {@code schema} in the files that exploration wrote before all cases had one format. */
    static final String FORMER = "moirai-explored-behaviour/2";

    private static final Pattern LEVEL = Pattern.compile("[a-z-]{2,40}");

    /** The statement of former files about an execution that breaks an assertion. */
    private static final String ASSERTIONS = "assertions";

    private ExploredFields() {}

    static void write(ExploredCase found, Map<String, Object> tree) {
        var origin = new LinkedHashMap<String, Object>();
        origin.put("program", found.source().name());
        if (!found.source().client().isEmpty()) {
            origin.put("client", found.source().client().lines().toList());
        }
        origin.put("calls", found.source().calls());
        origin.put("excluded-by", found.excludedBy());
        tree.put("origin", origin);
        tree.put("transactions", found.txns().stream().map(ExploredFields::txn).toList());
    }

    private static Map<String, Object> txn(RanTxn txn) {
        var tree = new LinkedHashMap<String, Object>();
        tree.put("session", txn.session());
        tree.put("call", txn.call());
        tree.put("steps", txn.steps().stream().map(ExploredFields::step).toList());
        tree.put("outcome", outcome(txn.isCommitted()));
        tree.put("reply", txn.reply());
        if (!txn.failure().isEmpty()) {
            tree.put("failure", txn.failure());
        }
        return tree;
    }

    private static Map<String, Object> step(RanStep step) {
        var tree = new LinkedHashMap<String, Object>();
        if (!step.statement().isEmpty()) {
            tree.put("statement", step.statement());
        }
        tree.put("kind", step.kind());
        tree.put("key", step.key());
        tree.put("value", step.value());
        if (RanStep.READS.contains(step.kind())) {
            tree.put("from", step.from());
        }
        return tree;
    }

    static ExploredCase read(
            CaseFields file, Claim.OfExecution claim, Minimality minimality, List<Confirmation> confirmations) {
        CaseFields origin = file.object("origin");
        String client = origin.has("client") ? String.join("\n", origin.texts("client")) + "\n" : "";
        var source = new ExploredCase.Source(origin.text("program"), client, origin.lists("calls"));
        return new ExploredCase(
                claim, source, txns(file, source), origin.texts("excluded-by"), minimality, confirmations);
    }

    /** Returns the case of a file that exploration wrote before all cases had one format. */
    static ExploredCase ofFormer(CaseFields file) {
        file.one("schema", List.of(FORMER), Function.identity(), "'" + FORMER + "', or a file with 'format' instead");
        String asked = file.text("asked");
        Claim.OfExecution claim = asked.equals(ASSERTIONS)
                ? new Claim.BrokenAssertion(file.text("failure"), level(file, "level"))
                : new Claim.NotAllowed(level(file, "asked"), level(file, "level"));
        String client = file.has("client") ? file.lines("client") : "";
        var source = new ExploredCase.Source(file.text("program"), client, file.lists("calls"));
        List<String> excludedBy = file.has("excluded-by") ? file.texts("excluded-by") : List.of();
        return new ExploredCase(claim, source, txns(file, source), excludedBy, Minimality.UNKNOWN, List.of());
    }

    /** Returns the name of a level. Only exploration knows which levels exist, so the name is not checked here. */
    static String level(CaseFields fields, String name) {
        return fields.known(
                name,
                text -> LEVEL.matcher(text).matches() ? Optional.of(text) : Optional.empty(),
                "the name of a level");
    }

    private static List<RanTxn> txns(CaseFields file, ExploredCase.Source source) {
        var txns = new ArrayList<RanTxn>();
        for (CaseFields txn : file.objects("transactions")) {
            int number = txns.size();
            txns.add(new RanTxn(
                    (int) txn.number("session", 0, source.calls().size()),
                    txn.text("call"),
                    txn.objects("steps").stream()
                            .map(step -> step(step, number))
                            .toList(),
                    txn.one("outcome", List.of(true, false), ExploredFields::outcome, "'committed' or 'aborted'"),
                    txn.text("reply"),
                    txn.has("failure") ? txn.text("failure") : ""));
        }
        return txns;
    }

    private static String outcome(boolean isCommitted) {
        return isCommitted ? "committed" : "aborted";
    }

    /** @param txn the number of the step's transaction, which reads from those before it alone */
    private static RanStep step(CaseFields step, int txn) {
        String expected = "one of " + String.join(", ", RanStep.KINDS);
        String kind = step.one("kind", RanStep.KINDS, Function.identity(), expected);
        return new RanStep(
                step.has("statement") ? step.text("statement") : "",
                kind,
                step.text("key"),
                step.text("value"),
                RanStep.READS.contains(kind)
                        ? (int) step.number("from", RanStep.FROM_START, txn - 1L)
                        : RanStep.FROM_NOBODY);
    }
}
