package moirai.runs.query;

import java.io.IOException;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import moirai.runs.report.TextTable;
import org.jspecify.annotations.Nullable;

/** An answer in aligned columns; texts are cut where a line would be longer than the terminal is wide. */
final class TableSheet implements Answer.Sheet {

    /** To this width at least a column is kept. */
    private static final int COLUMN_MIN = 8;

    private static final int GAP = 2;
    private static final String CUT = "…";
    private static final MathContext DIGITS = new MathContext(6);

    private final List<List<String>> rows = new ArrayList<>();
    /** By column, whether all values so far are numbers. */
    private final boolean[] isNumber;

    private final int width;
    private final Appendable out;

    TableSheet(List<String> names, int width, Appendable out) {
        this.isNumber = new boolean[names.size()];
        Arrays.fill(isNumber, true);
        this.width = width;
        this.out = out;
        rows.add(names.stream().map(TableSheet::harmless).toList());
    }

    @Override
    public void row(List<@Nullable Object> values) {
        var cells = new ArrayList<String>();
        for (int column = 0; column < values.size(); column++) {
            Object value = values.get(column);
            isNumber[column] &= value == null || value instanceof Number;
            cells.add(text(value));
        }
        rows.add(cells);
    }

    private static String text(@Nullable Object value) {
        return switch (value) {
            case null -> "null";
            case Double number when !number.isNaN() && !number.isInfinite() -> rounded(new BigDecimal(number));
            case Float number when !number.isNaN() && !number.isInfinite() -> rounded(new BigDecimal(number));
            case BigDecimal number -> number.toPlainString();
            default -> harmless(value.toString());
        };
    }

    /** Returns a text in one line and without characters that a terminal might obey. */
    private static String harmless(String text) {
        return text.replaceAll("\\s", " ").replaceAll("\\p{Cc}", "?");
    }

    private static String rounded(BigDecimal number) {
        BigDecimal few = number.round(DIGITS);
        // Digits before the point are never rounded away.
        return few.scale() < 0
                ? number.setScale(0, RoundingMode.HALF_EVEN).toPlainString()
                : few.stripTrailingZeros().toPlainString();
    }

    @Override
    public boolean end() throws IOException {
        int[] widths = widths();
        boolean isNarrowed = false;
        var table = new TextTable(column -> !isNumber[column]);
        for (List<String> row : rows) {
            List<String> cells = IntStream.range(0, row.size())
                    .mapToObj(column -> cut(row.get(column), widths[column]))
                    .toList();
            isNarrowed |= !cells.equals(row);
            table.add(cells);
        }
        out.append(table.toString());
        return isNarrowed;
    }

    private static String cut(String cell, int width) {
        return cell.length() <= width ? cell : cell.substring(0, width - CUT.length()) + CUT;
    }

    /** Returns the widths of the columns: the widest columns of texts are narrowed until all fit. */
    private int[] widths() {
        int[] widths = new int[isNumber.length];
        for (List<String> row : rows) {
            for (int column = 0; column < widths.length; column++) {
                widths[column] = Math.max(widths[column], row.get(column).length());
            }
        }
        int room = width - GAP * (widths.length - 1);
        while (width > 0 && IntStream.of(widths).sum() > room) {
            int widest = -1;
            for (int column = 0; column < widths.length; column++) {
                boolean mayShrink = !isNumber[column] && widths[column] > COLUMN_MIN;
                if (mayShrink && (widest < 0 || widths[column] > widths[widest])) {
                    widest = column;
                }
            }
            if (widest < 0) {
                return widths;
            }
            widths[widest] = Math.min(widths[widest] - 1, width);
        }
        return widths;
    }
}
