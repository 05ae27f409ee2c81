package moirai.runs.cases;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import moirai.runs.cases.ExploredCase.RanStep;
import moirai.runs.cases.ExploredCase.RanTxn;
import moirai.runs.report.StatementTable;
import moirai.runs.report.StatementTable.Line;
import moirai.runs.report.Wrapping;

/**
 * The text of an execution of an explored program for people: a column for each session, one transaction below the
 * other.
 */
final class ExploredText {

    /** The width of a column, at which its texts are broken into lines unless a word is longer. */
    private static final int COLUMN = 44;

    private final ExploredCase found;
    private final Set<String> written;

    private ExploredText(ExploredCase found) {
        this.found = found;
        this.written = found.txns().stream()
                .flatMap(txn -> txn.steps().stream())
                .filter(step -> step.kind().equals("write"))
                .map(RanStep::key)
                .collect(Collectors.toSet());
    }

    static String of(ExploredCase found) {
        return new ExploredText(found).whole();
    }

    private String whole() {
        String claim = switch (found.claim()) {
            case Claim.BrokenAssertion(String failure, String level) ->
                "broken-assertion: " + failure + "\n"
                        + Wrapping.wrap(
                                "An execution that " + level + " allows breaks the assertion of the program.",
                                "",
                                Wrapping.width());
            case Claim.NotAllowed(String required, String level) ->
                "not-allowed: not " + required + "\n"
                        + Wrapping.wrap(
                                "An execution that " + level + " allows is none of " + required + ".",
                                "",
                                Wrapping.width());
        };
        return claim + "\n" + table()
                + "  Transactions stand in an order in which they can run; reads say whose writes they show.\n";
    }

    private String table() {
        List<Integer> sessions =
                found.txns().stream().map(RanTxn::session).distinct().sorted().toList();
        List<String> heads = sessions.stream()
                .map(session -> session < found.source().calls().size() ? "session " + (session + 1) : "afterwards")
                .toList();
        var lines = new ArrayList<Line>();
        for (int number = 0; number < found.txns().size(); number++) {
            RanTxn txn = found.txns().get(number);
            int column = sessions.indexOf(txn.session());
            texts(number, txn).forEach(text -> lines.add(new Line(column, text)));
        }
        return StatementTable.render(heads, lines);
    }

    /**
     * Returns the lines of a transaction. Reads of keys that no transaction writes carry no information, so they are
     * only counted.
     */
    private List<String> texts(int number, RanTxn txn) {
        var texts = new ArrayList<String>(List.of("T" + number + " " + txn.call()));
        long idle = 0;
        String statement = "";
        for (RanStep step : txn.steps()) {
            statement = step.statement().isEmpty() ? statement : step.statement();
            if (!step.kind().equals("take-back") && !written.contains(step.key())) {
                idle++;
                continue;
            }
            if (!statement.isEmpty()) {
                texts.addAll(folded(statement, "  "));
                statement = "";
            }
            texts.addAll(folded(text(step), "    "));
        }
        if (idle > 0) {
            texts.add("  (and " + idle + (idle == 1 ? " read" : " reads") + " of what nobody writes)");
        }
        if (!txn.failure().isEmpty()) {
            texts.addAll(folded("FAILED: " + txn.failure(), "  "));
        } else {
            texts.addAll(folded(txn.isCommitted() ? "commit → " + txn.reply() : "rolled back", "  "));
        }
        return texts;
    }

    private static List<String> folded(String text, String indent) {
        List<String> lines = Wrapping.wrap(text, indent, COLUMN).lines().toList();
        return IntStream.range(0, lines.size())
                .mapToObj(line -> (line == 0 ? "" : "    ") + lines.get(line))
                .toList();
    }

    private static String text(RanStep step) {
        return switch (step.kind()) {
            case "write" -> step.key() + " := " + step.value();
            case "read-own" -> step.key() + " = " + step.value() + " of its own";
            case "take-back" -> "back to the savepoint";
            default ->
                step.key() + " = " + step.value()
                        + (step.from() == RanStep.FROM_START ? " of the start" : " of T" + step.from())
                        + (step.kind().equals("read-locking") ? ", locked" : "");
        };
    }
}
