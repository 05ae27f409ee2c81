package moirai.runs.report;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import moirai.history.Elements;
import moirai.history.History;
import moirai.history.Op;
import moirai.history.Outcome;
import moirai.history.Txn;

/**
 * A table of transactions side by side, a column for each, time downwards, with the statements that a developer would
 * have typed into as many terminals.
 *
 * <p>Only the begin and the end of a transaction are measured. The steps between are spread evenly over its time, which
 * keeps each transaction's own order.
 */
public final class StatementTable {

    private static final int SHOWN_ELEMENTS = 6;

    private static final String BEGIN = "  | ";
    private static final String END = "  |";
    private static final String HANGING = "  ";

    /** A narrower column would break every statement. */
    private static final int COLUMN_MIN = 16;

    /**
     * The maximal number of transactions. Each makes the table wider and longer, and a table much wider than a screen
     * is not readable.
     */
    private static final int TXNS_MAX = 24;

    /** What a table of timed transactions says below itself. */
    public static final String LEGEND =
            "  Time runs down; begin and end were measured, steps are spread between them.\n";

    private static final String LEGEND_UNTIMED =
            "  The history has no times: the order of the transactions here says nothing.\n";

    private StatementTable() {}

    private record Cell(double nanos, int column, String text) {}

    /**
     * A line of a table, in which all columns but one are empty.
     *
     * @param column from 0
     */
    public record Line(int column, String text) {}

    /** Returns a table of these transactions, in the order of their begins; or a sentence if there are too many. */
    public static String of(History history, List<Integer> txns) {
        List<Integer> ordered = txns.stream()
                .distinct()
                .sorted(Comparator.<Integer>comparingLong(history::startNanos).thenComparing(id -> id))
                .toList();
        if (ordered.size() > TXNS_MAX) {
            return "  " + Numbers.count(ordered.size()) + " transactions are too many to stand side by side, at most "
                    + TXNS_MAX + " do.\n";
        }
        List<String> heads = ordered.stream()
                .map(id -> "T" + id + " (session " + history.session(id) + ")")
                .toList();
        List<Line> lines = lines(history, ordered);
        return render(heads, lines) + Wrapping.hanging(history.isTimed() ? LEGEND : LEGEND_UNTIMED);
    }

    /**
     * Returns the steps of each of these transactions, the first in column 0, in the order in which they happened.
     * Costs O(ops × log).
     */
    public static List<Line> lines(History history, List<Integer> txns) {
        var cells = new ArrayList<Cell>();
        for (int column = 0; column < txns.size(); column++) {
            addCells(history, history.txn(txns.get(column)), column, cells);
        }
        cells.sort(Comparator.comparingDouble(Cell::nanos));
        return cells.stream().map(cell -> new Line(cell.column(), cell.text())).toList();
    }

    private static void addCells(History history, Txn txn, int column, List<Cell> cells) {
        double step = (double) (txn.endNanos() - txn.startNanos()) / (txn.ops().size() + 1);
        cells.add(new Cell(txn.startNanos(), column, "begin"));
        for (int i = 0; i < txn.ops().size(); i++) {
            cells.add(new Cell(
                    txn.startNanos() + step * (i + 1),
                    column,
                    statement(txn.ops().get(i), history)));
        }
        cells.add(new Cell(txn.endNanos(), column, ending(txn.outcome())));
    }

    /** Returns the statement that a developer would have typed, and its result. */
    public static String statement(Op op, History history) {
        String key = history.labels().key(op.key());
        return switch (op) {
            case Op.Append(long list, int element) -> "update list " + key + " append " + history.valueLabel(element);
            case Op.Read(long list, Elements elements) -> reading(history, key) + shortened(elements, history);
            case Op.Write(long register, long value) -> "write key " + key + " = " + history.valueLabel(value);
            case Op.ReadValue(long register, long value) -> reading(history, key) + history.valueLabel(value);
            case Op.ReadInitial(long register) -> reading(history, key) + "nothing";
            case Op.Scan(long from, long to, int matches) ->
                "select lists " + from + " to " + to + " → " + (matches < 0 ? "?" : matches + " found");
            case Op.Add(long set, int element) -> "add " + history.valueLabel(element) + " to set " + key;
            case Op.ReadSet(long set, Elements elements) -> reading(history, key) + shortened(elements, history);
            case Op.Increment(long counter, long amount) -> "increment " + key + " by " + amount;
            case Op.ReadCounter(long counter, long value) -> reading(history, key) + value;
        };
    }

    private static String reading(History history, String key) {
        String verb = switch (history.dataModel()) {
            case LIST_APPEND -> "select list";
            case REGISTER -> "read key";
            case SET -> "read set";
            case COUNTER -> "read counter";
        };
        return verb + " " + key + " → ";
    }

    /** Returns the list shortened to its tail, which holds the newest elements. */
    private static String shortened(Elements elements, History history) {
        return labelled(elements, history, SHOWN_ELEMENTS);
    }

    /** Returns the last of these elements, at most so many, with the names that the history's source gave them. */
    static String labelled(Elements elements, History history, int most) {
        if (!elements.isKnown()) {
            return elements.toString();
        }
        int first = Math.max(0, elements.count() - most);
        return IntStream.range(first, elements.count())
                .mapToObj(i -> history.valueLabel(elements.at(i)))
                .collect(Collectors.joining(" ", first == 0 ? "[" : "[… ", "]"));
    }

    /** Returns a word for the outcome of a transaction. */
    public static String ending(Outcome outcome) {
        return switch (outcome) {
            case Outcome.Committed how -> "commit";
            case Outcome.Aborted(String cause) -> "rolled back " + cause;
            case Outcome.Indeterminate(String cause) -> "no answer " + cause;
        };
    }

    /**
     * Returns a table with these columns; each is as wide as its widest text, if a line has room for that, and breaks
     * long texts otherwise. Only a table of very many columns is wider than a line.
     */
    public static String render(List<String> heads, List<Line> lines) {
        int[] widths = heads.stream().mapToInt(String::length).toArray();
        int[] wanted = widths.clone();
        for (Line line : lines) {
            wanted[line.column()] = Math.max(wanted[line.column()], line.text().length());
        }
        int[] most = shared(wanted);
        List<Line> broken = lines.stream()
                .flatMap(line -> broken(line, most[line.column()]))
                .toList();
        for (Line line : broken) {
            widths[line.column()] = Math.max(widths[line.column()], line.text().length());
        }
        var table = new StringBuilder();
        for (int column = 0; column < widths.length; column++) {
            table.append(BEGIN).append(padded(heads.get(column), widths[column]));
        }
        table.append(END).append('\n');
        for (Line line : broken) {
            for (int column = 0; column < widths.length; column++) {
                String text = column == line.column() ? line.text() : "";
                table.append(BEGIN).append(padded(text, widths[column]));
            }
            table.append(END).append('\n');
        }
        return table.toString();
    }

    /** Returns the widths of columns: narrow ones get what they want, and wide ones share the rest of a line. */
    private static int[] shared(int[] wanted) {
        int[] narrowestFirst = IntStream.of(wanted).sorted().toArray();
        int left = Wrapping.width() - wanted.length * BEGIN.length() - END.length();
        int wide = wanted.length;
        for (int width : narrowestFirst) {
            if (width > left / wide) {
                break; // So are all that follow, and they get the same.
            }
            left -= width;
            wide--;
        }
        int most = wide == 0 ? Integer.MAX_VALUE : left / wide;
        int over = wide == 0 ? 0 : Math.max(0, left % wide);
        int[] widths = wanted.clone();
        for (int column = 0; column < widths.length; column++) {
            if (widths[column] > most) {
                widths[column] = Math.max(COLUMN_MIN, most + (over-- > 0 ? 1 : 0));
            }
        }
        return widths;
    }

    /** Returns a text in lines of a width, the further ones indented; a longer word stays whole. */
    private static Stream<Line> broken(Line line, int width) {
        if (line.text().length() <= width) {
            return Stream.of(line);
        }
        String own = line.text()
                .substring(0, line.text().length() - line.text().stripLeading().length());
        String wrapped = Wrapping.wrap(line.text(), own + HANGING, width).substring(HANGING.length());
        return wrapped.lines().map(text -> new Line(line.column(), text));
    }

    private static String padded(String text, int width) {
        return text + " ".repeat(width - text.length());
    }
}
