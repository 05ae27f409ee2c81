package moirai.runs.serve;

import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The selection and order of rows that a request asks for. A missing or wrong value gives the default, since a query
 * comes from an address that people edit.
 *
 * @param search words that all have to occur in a row, in any case
 * @param verdict the verdict of the rows; empty for all
 * @param isDescending whether the largest comes first
 * @param page from 0
 */
record Query(String search, String verdict, Row.Column sort, boolean isDescending, int page) {

    static final int ROWS_A_PAGE = 1_000;

    /** The default query, with the newest run first. */
    private static final Query ALL = new Query("", "", Row.Column.STARTED, true, 0);

    /** @param rawQuery the part of the address behind the question mark */
    static Query of(@Nullable String rawQuery) {
        Map<String, String> values = values(rawQuery == null ? "" : rawQuery);
        String sort = values.getOrDefault("sort", "-" + ALL.sort.key());
        boolean isDescending = sort.startsWith("-");
        String key = isDescending ? sort.substring(1) : sort;
        Row.Column column = Stream.of(Row.Column.values())
                .filter(known -> known.key().equals(key))
                .findFirst()
                .orElse(ALL.sort);
        String page = values.getOrDefault("page", "");
        return new Query(
                values.getOrDefault("q", "").strip(),
                values.getOrDefault("verdict", ""),
                column,
                isDescending,
                page.matches("\\d{1,6}") ? Integer.parseInt(page) : 0);
    }

    private static Map<String, String> values(String rawQuery) {
        var values = new HashMap<String, String>();
        for (String pair : rawQuery.split("&", -1)) {
            int equals = pair.indexOf('=');
            if (equals > 0) {
                try {
                    values.put(
                            pair.substring(0, equals),
                            URLDecoder.decode(pair.substring(equals + 1), StandardCharsets.UTF_8));
                } catch (IllegalArgumentException malformed) {
                    // As if it had not been said.
                    values.remove(pair.substring(0, equals));
                }
            }
        }
        return values;
    }

    /** Returns all selected rows, in their order. Costs O(n log n). */
    List<Row> apply(List<Row> rows) {
        List<String> words = List.of(search.toLowerCase(Locale.ROOT).split("\\s+"));
        Comparator<Row> order =
                Comparator.<Row>comparingDouble(row -> row.number(sort)).thenComparing(row -> row.cell(sort));
        return rows.stream()
                .filter(row -> verdict.isEmpty() || row.cell(Row.Column.VERDICT).equals(verdict))
                .filter(row -> {
                    String text = String.join("\n", row.cells()).toLowerCase(Locale.ROOT);
                    return words.stream().allMatch(text::contains);
                })
                .sorted(isDescending ? order.reversed() : order)
                .toList();
    }

    /**
     * Returns the address of the same query in another order: by a column, or reversed if the column is already the
     * order.
     */
    String by(Row.Column column) {
        boolean isReversed = column == sort ? !isDescending : column.isNumber() || column == Row.Column.STARTED;
        return address((isReversed ? "-" : "") + column.key(), 0);
    }

    /** Returns the address of another page of the same query. */
    String at(int other) {
        return address((isDescending ? "-" : "") + sort.key(), other);
    }

    private String address(String order, int other) {
        return "/?q=" + URLEncoder.encode(search, StandardCharsets.UTF_8) + "&verdict="
                + URLEncoder.encode(verdict, StandardCharsets.UTF_8) + "&sort=" + order
                + (other == 0 ? "" : "&page=" + other);
    }
}
