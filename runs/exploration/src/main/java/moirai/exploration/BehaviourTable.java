package moirai.exploration;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * The table of a behaviour for people, with a column for each session and one transaction, or one part of a
 * transaction, below the other. Sessions without transactions are left out.
 */
final class BehaviourTable {

    private static final String GAP = "  ";

    /** The width of the whole table, in characters. */
    private static final int WIDTH = 80;

    /** The least width of a column. The table of many sessions may therefore be wider than its limit. */
    private static final int COLUMN_MIN = 24;

    private static final int FOLD_INDENT = 4;

    /** The longest statement that is shown whole. */
    private static final int STATEMENT_LENGTH_MAX = 160;

    private final Behaviour behaviour;
    private final List<Behaviour.Part> parts;
    private final List<List<String>> cells = new ArrayList<>();
    private final int[] widths;
    /** The keys that any transaction writes. */
    private final Set<String> written = new HashSet<>();

    private final boolean hasStatements;

    BehaviourTable(Behaviour behaviour, List<Behaviour.Part> parts) {
        this.behaviour = behaviour;
        this.parts = parts;
        behaviour.txns().stream()
                .flatMap(txn -> txn.steps().stream())
                .filter(step -> step.kind() == ExploredStep.Kind.WRITE)
                .forEach(step -> written.add(step.key()));
        this.hasStatements = behaviour.txns().stream()
                .flatMap(txn -> txn.steps().stream())
                .anyMatch(step -> !step.statement().isEmpty());
        List<List<List<String>>> steps =
                behaviour.txns().stream().map(this::stepLines).toList();
        int[] wanted = new int[behaviour.sessionCount()];
        int[] latest = new int[behaviour.sessionCount()];
        for (Behaviour.Part part : parts) {
            int session = behaviour.txns().get(part.txn()).session();
            List<String> lines = lines(part, steps.get(part.txn()), latest[session] == part.txn());
            latest[session] = part.txn();
            cells.add(lines);
            int width = lines.stream().mapToInt(String::length).max().orElse(0);
            wanted[session] =
                    Math.max(wanted[session], Math.max(width, heading(session).length()));
        }
        this.widths = shared(wanted);
    }

    private String heading(int session) {
        boolean isFinal = behaviour.isLastFinal() && session == behaviour.sessionCount() - 1;
        return isFinal ? "afterwards" : "session " + (session + 1);
    }

    /** Returns the widths of columns: narrow columns get their wanted width, and wide ones share the rest. */
    private static int[] shared(int[] wanted) {
        int[] narrowestFirst =
                IntStream.of(wanted).filter(width -> width > 0).sorted().toArray();
        int left = WIDTH;
        int most = WIDTH;
        for (int index = 0; index < narrowestFirst.length; index++) {
            most = Math.max(COLUMN_MIN, left / (narrowestFirst.length - index) - GAP.length());
            left -= Math.min(most, narrowestFirst[index]) + GAP.length();
        }
        int widest = most;
        return IntStream.of(wanted).map(width -> Math.min(width, widest)).toArray();
    }

    private List<String> lines(Behaviour.Part part, List<List<String>> steps, boolean isSameTxn) {
        ExploredTxn txn = behaviour.txns().get(part.txn());
        var lines = new ArrayList<String>();
        if (part.isBegin()) {
            lines.add("T" + part.txn() + " " + txn.name());
        } else if (!isSameTxn) {
            lines.add("T" + part.txn() + " again");
        }
        steps.subList(part.from(), part.to()).forEach(lines::addAll);
        if (part.isEnd()) {
            addEnd(txn, !part.isBegin(), lines);
        }
        return lines;
    }

    private void addEnd(ExploredTxn txn, boolean isApart, List<String> lines) {
        long untold = txn.steps().stream().filter(step -> !isTold(step)).count();
        if (untold > 0) {
            lines.add("  (and " + untold + (untold == 1 ? " read" : " reads") + " of what nobody writes)");
        }
        if (!txn.failure().isEmpty()) {
            lines.add("  FAILED: " + txn.failure());
        } else if (txn.isCommitted()) {
            if (isApart) {
                lines.add("  commit");
            }
            lines.add("  -> " + txn.reply());
        } else {
            lines.add("  aborted");
        }
    }

    /** Returns whether a step is shown. Reads of keys that nobody writes carry no information, so they are counted. */
    private boolean isTold(ExploredStep step) {
        return step.key().isEmpty() || written.contains(step.key());
    }

    /**
     * Returns the lines of each step of a transaction. What a statement has read before, and a column that it does not
     * change, say nothing new: an UPDATE of one column reads and writes whole rows.
     */
    private List<List<String>> stepLines(ExploredTxn txn) {
        var all = new ArrayList<List<String>>();
        var values = new HashMap<String, Object>();
        var known = new HashSet<ExploredStep>();
        String statement = "";
        String current = "";
        for (ExploredStep step : txn.steps()) {
            var lines = new ArrayList<String>();
            if (!step.statement().isEmpty()) {
                statement = step.statement();
                current = statement;
                known.clear();
            }
            boolean isRepeated = step.kind() == ExploredStep.Kind.WRITE
                    ? step.value().equals(values.get(step.key())) && isUnnamedColumn(current, step.key())
                    : !step.key().isEmpty() && !known.add(withoutStatement(step));
            boolean isNew = !hasStatements || !isRepeated;
            if (isTold(step) && isNew) {
                if (!statement.isEmpty()) {
                    lines.add("  " + abridged(statement));
                    statement = "";
                }
                lines.add((hasStatements ? "    " : "  ") + line(step));
            }
            if (!step.key().isEmpty()) {
                values.put(step.key(), step.value());
            }
            all.add(lines);
        }
        return all;
    }

    /** Returns whether a key is a column that the text of a statement does not have; otherwise it may have been set. */
    private static boolean isUnnamedColumn(String statement, String key) {
        int dot = key.lastIndexOf(").");
        return dot >= 0
                && !statement
                        .toLowerCase(Locale.ROOT)
                        .contains(key.substring(dot + 2).toLowerCase(Locale.ROOT));
    }

    /** Returns a read without what it does not say: the statement that it begins, and its lock. */
    private static ExploredStep withoutStatement(ExploredStep step) {
        return new ExploredStep("", ExploredStep.Kind.READ, step.key(), step.value(), step.from());
    }

    /** Returns a statement without its middle if it is long: its parameters, at the end, matter most. */
    private static String abridged(String statement) {
        if (statement.length() <= STATEMENT_LENGTH_MAX) {
            return statement;
        }
        int parameters = statement.lastIndexOf(" with [");
        int end = parameters < 0 ? 0 : Math.min(statement.length() - parameters, STATEMENT_LENGTH_MAX / 2);
        return statement.substring(0, STATEMENT_LENGTH_MAX - 3 - end) + "..."
                + statement.substring(statement.length() - end);
    }

    private String line(ExploredStep step) {
        return switch (step.kind()) {
            case WRITE -> step.key() + " := " + value(step);
            case READ_OWN -> step.key() + " = " + value(step) + " of its own";
            case READ -> read(step);
            case READ_LOCKING -> read(step) + ", locked";
            case TAKE_BACK -> "back to the savepoint";
            case STATEMENT -> "no row";
            case WAIT -> "waits for a lock";
        };
    }

    private String read(ExploredStep step) {
        return step.key() + " = " + value(step)
                + (step.from() == ExploredStep.FROM_START ? " of the start" : " of T" + step.from());
    }

    /** Returns the value of a step. Among tables, a key without a column stands for a row or its lock. */
    private String value(ExploredStep step) {
        String value = String.valueOf(step.value());
        if (!hasStatements || !step.key().endsWith(")")) {
            return value;
        }
        return switch (value) {
            case "true" -> "a row";
            case "ABSENT" -> step.key().startsWith("lock of ") ? "free" : "no row";
            default -> value;
        };
    }

    @Override
    public String toString() {
        String headings = columns(widths.length)
                .mapToObj(session -> padded(heading(session), widths[session]))
                .collect(Collectors.joining(GAP));
        var text = new StringBuilder(headings.stripTrailing()).append('\n');
        for (int number = 0; number < cells.size(); number++) {
            int session = behaviour.txns().get(parts.get(number).txn()).session();
            String margin = columns(session)
                    .mapToObj(column -> padded("", widths[column]) + GAP)
                    .collect(Collectors.joining());
            cells.get(number).stream()
                    .flatMap(line -> folded(line, widths[session]).stream())
                    .forEach(line -> text.append(margin).append(line).append('\n'));
        }
        return text.toString();
    }

    /** Returns the visible columns before this one. */
    private IntStream columns(int end) {
        return IntStream.range(0, end).filter(session -> widths[session] > 0);
    }

    /**
     * Splits a line into pieces that fit into the width, at spaces if possible. All but the first piece are indented.
     */
    private static List<String> folded(String line, int width) {
        var pieces = new ArrayList<String>();
        String rest = line;
        int indent = line.length() - line.stripLeading().length() + FOLD_INDENT;
        while (rest.length() > width) {
            int space = rest.lastIndexOf(' ', width);
            int cut = space > indent ? space : width;
            pieces.add(rest.substring(0, cut).stripTrailing());
            rest = " ".repeat(indent) + rest.substring(cut).stripLeading();
        }
        pieces.add(rest);
        return pieces;
    }

    private static String padded(String text, int width) {
        return text + " ".repeat(width - text.length());
    }
}
