package moirai.cli.shrinking;

import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import moirai.analysis.shrinking.Shrunk;
import moirai.history.History;
import moirai.history.level.Phenomenon;
import moirai.runs.cases.Distillation;
import moirai.runs.cases.Minimality;
import moirai.runs.report.Numbers;

/** The result of shrinking, for people. */
final class ShrinkText {

    private ShrinkText() {}

    /** Returns all cases in a line each and an empty line, if there are several. */
    static String list(Distillation found) {
        if (found.cases().size() < 2) {
            return "";
        }
        var text = new StringBuilder();
        for (int i = 0; i < found.cases().size(); i++) {
            Distillation.Distilled one = found.cases().get(i);
            text.append(String.format(
                    Locale.ROOT,
                    "#%d  %s: %s, %s%n",
                    i + 1,
                    one.name(),
                    Numbers.counted(one.found().history().txnCount(), "transaction"),
                    one.found().fingerprint()));
        }
        if (found.skipped() > 0) {
            text.append("not looked at: %s of the witnesses; enough was spent on the others%n"
                    .formatted(Numbers.count(found.skipped())));
        }
        return text.append('\n').toString();
    }

    /** Returns how much is left, and whether that is minimal. */
    static String of(Distillation.Distilled shown, History whole) {
        Shrunk shrunk = shown.shrunk();
        History part = shrunk.history();
        var text = new StringBuilder();
        text.append("shrunk     %s: %s of %s transactions, %s of %s ops are left%n"
                .formatted(
                        shown.name(),
                        Numbers.count(part.txnCount()),
                        Numbers.count(whole.txnCount()),
                        Numbers.count(part.opCount()),
                        Numbers.count(whole.opCount())));
        text.append("minimal    %s (%s tried)%n"
                .formatted(Minimality.of(shrunk.isMinimal()).text(), Numbers.counted(shrunk.attempts(), "part")));
        if (!shrunk.others().isEmpty()) {
            text.append("others     smaller parts showed %s instead%n".formatted(others(shrunk)));
        }
        return text.append("called     %s%n".formatted(names(shrunk))).toString();
    }

    private static String others(Shrunk shrunk) {
        return shrunk.others().stream().sorted().map(Phenomenon::label).collect(Collectors.joining(", "));
    }

    /** Returns the names that the transactions have in the whole history. */
    static String names(Shrunk shrunk) {
        return IntStream.range(0, shrunk.txns().size())
                        .mapToObj(txn -> "T" + txn + " is T" + shrunk.txns().get(txn))
                        .collect(Collectors.joining(", "))
                + " of the whole";
    }
}
