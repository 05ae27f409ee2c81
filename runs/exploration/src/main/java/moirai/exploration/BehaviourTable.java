package moirai.exploration;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** A behaviour for people. Transactions that did nothing are left out. */
final class BehaviourTable {

    private static final String GAP = "  ";

    /** So that three sessions fit beside each other. */
    private static final int STATEMENT_LENGTH_MAX = 48;

    private final Behaviour behaviour;
    private final List<List<String>> cells = new ArrayList<>();
    private final int[] widths;
    /** Keys that are written by anybody. */
    private final Set<String> written = new HashSet<>();

    private final boolean hasStatements;

    BehaviourTable(Behaviour behaviour) {
        this.behaviour = behaviour;
        behaviour.txns().stream()
                .flatMap(txn -> txn.steps().stream())
                .filter(step -> step.kind() == ExploredStep.Kind.WRITE)
                .forEach(step -> written.add(step.key()));
        this.hasStatements = behaviour.txns().stream()
                .flatMap(txn -> txn.steps().stream())
                .anyMatch(step -> !step.statement().isEmpty());
        this.widths = new int[behaviour.sessionCount()];
        Arrays.setAll(widths, session -> heading(session).length());
        for (int number = 0; number < behaviour.txns().size(); number++) {
            ExploredTxn txn = behaviour.txns().get(number);
            List<String> lines = lines(number, txn);
            cells.add(lines);
            int width = lines.stream().mapToInt(String::length).max().orElse(0);
            widths[txn.session()] = Math.max(widths[txn.session()], width);
        }
    }

    private static String heading(int session) {
        return "session " + (session + 1);
    }

    private List<String> lines(int number, ExploredTxn txn) {
        var lines = new ArrayList<String>();
        lines.add("T" + number + " " + txn.name());
        addSteps(txn, lines);
        if (!txn.failure().isEmpty()) {
            lines.add("  FAILED: " + txn.failure());
        } else if (txn.isCommitted()) {
            lines.add("  -> " + txn.reply());
        } else {
            lines.add("  aborted");
        }
        return lines;
    }

    /** Reads of keys that nobody writes tell nothing: they are counted. */
    private void addSteps(ExploredTxn txn, List<String> lines) {
        int untold = 0;
        String statement = "";
        for (ExploredStep step : txn.steps()) {
            statement = step.statement().isEmpty() ? statement : step.statement();
            if (step.kind() != ExploredStep.Kind.TAKE_BACK && !written.contains(step.key())) {
                untold++;
                continue;
            }
            if (!statement.isEmpty()) {
                lines.add("  " + abridged(statement));
                statement = "";
            }
            lines.add((hasStatements ? "    " : "  ") + line(step));
        }
        if (untold > 0) {
            lines.add("  (and " + untold + (untold == 1 ? " read" : " reads") + " of what nobody writes)");
        }
    }

    private static String abridged(String statement) {
        return statement.length() <= STATEMENT_LENGTH_MAX
                ? statement
                : statement.substring(0, STATEMENT_LENGTH_MAX - 3) + "...";
    }

    private static String line(ExploredStep step) {
        return switch (step.kind()) {
            case WRITE -> step.key() + " := " + step.value();
            case READ_OWN -> step.key() + " = " + step.value() + " of its own";
            case READ -> read(step);
            case READ_LOCKING -> read(step) + ", locked";
            case TAKE_BACK -> "took back what it wrote since the savepoint";
        };
    }

    private static String read(ExploredStep step) {
        return step.key() + " = " + step.value() + (step.from() < 0 ? " of the start" : " of T" + step.from());
    }

    @Override
    public String toString() {
        String headings = IntStream.range(0, widths.length)
                .mapToObj(session -> padded(heading(session), widths[session]))
                .collect(Collectors.joining(GAP));
        var text = new StringBuilder(headings.stripTrailing()).append('\n');
        for (int number = 0; number < cells.size(); number++) {
            int session = behaviour.txns().get(number).session();
            String margin = IntStream.range(0, session)
                    .mapToObj(column -> padded("", widths[column]) + GAP)
                    .collect(Collectors.joining());
            cells.get(number).forEach(line -> text.append(margin).append(line).append('\n'));
        }
        return text.toString();
    }

    private static String padded(String text, int width) {
        return text + " ".repeat(width - text.length());
    }
}
