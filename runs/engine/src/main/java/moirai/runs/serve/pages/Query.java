package moirai.runs.serve.pages;

import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The selection and order of rows that a request asks for. A missing or wrong value gives the default, since a query
 * comes from an address that people edit.
 *
 * @param isDescending whether the largest comes first
 * @param page from 0
 * @param isReloading whether the page is to ask again by itself
 */
record Query(Filter filter, Row.Column sort, boolean isDescending, int page, boolean isReloading) {

    static final int ROWS_A_PAGE = 1_000;

    /** @param rawQuery the part of the address behind the question mark */
    static Query of(@Nullable String rawQuery) {
        QueryString query = QueryString.of(rawQuery);
        String sort = query.last("sort");
        boolean isDescending = sort.startsWith("-");
        String key = isDescending ? sort.substring(1) : sort;
        String page = query.last("page");
        return Stream.of(Row.Column.values())
                .filter(known -> known.key().equals(key))
                .findFirst()
                .map(column -> new Query(Filter.of(query), column, isDescending, 0, false))
                // The newest run first.
                .orElse(new Query(Filter.of(query), Row.Column.STARTED, true, 0, false))
                .at(
                        page.matches("\\d{1,6}") ? Integer.parseInt(page) : 0,
                        query.last("reload").equals("on"));
    }

    /** Returns all selected rows, in their order. Costs O(n log n). */
    List<Row> apply(List<Row> rows) {
        Comparator<Row> order =
                Comparator.<Row>comparingDouble(row -> row.number(sort)).thenComparing(row -> row.cell(sort));
        return rows.stream()
                .filter(filter.test())
                .sorted(isDescending ? order.reversed() : order)
                .toList();
    }

    /**
     * Returns the address of the same query in another order: by a column, or reversed if the column is already the
     * order.
     */
    String by(Row.Column column) {
        boolean isReversed = column == sort ? !isDescending : column.isLargestFirst();
        return new Query(filter, column, isReversed, 0, isReloading).address();
    }

    /** Returns the same query on another page. */
    Query at(int other) {
        return at(other, isReloading);
    }

    /** Returns the same query, asked again by itself or not. */
    Query reloading(boolean isOn) {
        return at(page, isOn);
    }

    private Query at(int other, boolean isOn) {
        return new Query(filter, sort, isDescending, other, isOn);
    }

    /** Returns the order as a query says it: {@code committed}, or {@code -committed} for the largest first. */
    String order() {
        return (isDescending ? "-" : "") + sort.key();
    }

    String address() {
        return "/?sort=" + order() + filter.address() + (page == 0 ? "" : "&page=" + page)
                + (isReloading ? "&reload=on" : "");
    }
}
