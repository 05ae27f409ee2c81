package moirai.runs.report;

import java.util.ArrayList;
import java.util.List;
import java.util.function.IntPredicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** A table of text. Columns of names are left-aligned, the others right-aligned. */
public final class TextTable {

    private final List<List<String>> rows = new ArrayList<>();
    private final List<Integer> widths = new ArrayList<>();
    private final IntPredicate isName;

    /** Makes a table without headings; {@code isName} decides which columns, from 0, are names. */
    public TextTable(IntPredicate isName) {
        this.isName = isName;
    }

    /** Makes a table with headings whose first columns are names. */
    public TextTable(int nameColumns, List<String> headings) {
        this(column -> column < nameColumns);
        add(headings);
    }

    /** Adds a row, which has as many cells as those before. */
    public void add(List<String> row) {
        rows.add(List.copyOf(row));
        for (int column = 0; column < row.size(); column++) {
            int width = row.get(column).length();
            if (column == widths.size()) {
                widths.add(width);
            } else {
                widths.set(column, Math.max(width, widths.get(column)));
            }
        }
    }

    /** Returns the rows as lines, with two spaces between columns. O(cells). */
    @Override
    public String toString() {
        return rows.stream().map(this::line).collect(Collectors.joining("\n", "", "\n"));
    }

    private String line(List<String> row) {
        return IntStream.range(0, row.size())
                .mapToObj(column -> padded(row.get(column), column))
                .collect(Collectors.joining("  "))
                .stripTrailing();
    }

    private String padded(String cell, int column) {
        String gap = " ".repeat(widths.get(column) - cell.length());
        return isName.test(column) ? cell + gap : gap + cell;
    }
}
