package moirai.studies.keyvalue.report;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** A table of text with headings. The first columns are names and left-aligned; the others are right-aligned. */
final class TextTable {

    private final List<List<String>> rows = new ArrayList<>();

    private final int nameColumns;

    TextTable(int nameColumns, List<String> headings) {
        this.nameColumns = nameColumns;
        add(headings);
    }

    void add(List<String> row) {
        rows.add(List.copyOf(row));
    }

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
        int width =
                rows.stream().mapToInt(row -> row.get(column).length()).max().orElse(0);
        String gap = " ".repeat(width - cell.length());
        return column < nameColumns ? cell + gap : gap + cell;
    }
}
