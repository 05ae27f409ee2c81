package moirai.mockstore.wire.cursor;

import java.util.List;
import moirai.mockstore.StoreException;
import moirai.mockstore.wire.catalog.BackendMessage;

/** The rows of a cursor or portal, as texts, and the place at which it stands. */
public final class CursorRows {

    private final BackendMessage columns;
    private final List<BackendMessage> rows;
    private final boolean isScrollable;
    /** The number of the row at which it stands; 0 is before the first one. */
    private int position;

    /**
     * Creates rows, before the first of which a cursor stands.
     *
     * @param answer to a query: its columns, its rows and its end
     */
    public CursorRows(List<BackendMessage> answer, boolean isScrollable) {
        this.columns = answer.getFirst();
        this.rows = answer.stream().filter(BackendMessage::isRow).toList();
        this.isScrollable = isScrollable;
    }

    /** Returns the description of the columns. */
    public BackendMessage columns() {
        return columns;
    }

    /** Returns how many rows it has passed, with the one at which it stands. */
    public int passedCount() {
        return Math.min(position, rows.size());
    }

    /** Stands at a row. */
    public void standAt(int row) {
        position = row;
    }

    /** Moves as a statement says, and returns the rows. */
    public List<BackendMessage> move(CursorSql.Fetch fetch) {
        long by = switch (fetch.step()) {
            case BY -> fetch.count();
            case TO -> (fetch.count() < 0 ? rows.size() + 1 + fetch.count() : fetch.count()) - position;
        };
        if (by < 0 && !isScrollable) {
            throw new StoreException(
                    "55000",
                    "cursor can only scan forward",
                    StoreException.Details.NONE.withHint("Declare it with SCROLL option to enable backward scan."));
        }
        List<BackendMessage> passed = move(by);
        if (fetch.step() == CursorSql.Step.BY && !fetch.isSingle()) {
            return passed;
        }
        return position >= 1 && position <= rows.size() ? List.of(rows.get(position - 1)) : List.of();
    }

    /** Moves by some rows, back if they are negative, and returns those that it passes or reaches. */
    public List<BackendMessage> move(long count) {
        int from = position;
        position = (int) Math.clamp(from + count, 0, rows.size() + 1L);
        if (count == 0) {
            return from >= 1 && from <= rows.size() ? rows.subList(from - 1, from) : List.of();
        }
        if (count > 0) {
            return rows.subList(Math.min(from, rows.size()), Math.min(position, rows.size()));
        }
        return rows.subList(Math.max(0, position - 1), Math.max(0, Math.min(from - 1, rows.size())))
                .reversed();
    }
}
