package moirai.mockstore.wire;

import java.util.List;
import java.util.Optional;
import moirai.mockstore.StoreException;
import moirai.mockstore.sql.ResultColumn;
import moirai.mockstore.sql.SqlResult;
import moirai.mockstore.wire.catalog.BackendMessage;
import moirai.mockstore.wire.catalog.CatalogSession;
import moirai.mockstore.wire.cursor.CursorRows;
import moirai.mockstore.wire.cursor.CursorSql;
import moirai.mockstore.wire.protocol.MessageWriter;
import moirai.mockstore.wire.protocol.RowShape;

/** A portal of a statement that the store runs. */
final class StorePortal implements Portal {

    private final WireStatement statement;
    private final List<Object> parameters;
    private final RowShape shape;
    private final CatalogSession catalog;
    private SqlResult result = SqlResult.done("");
    private int sentCount;
    private boolean isRun;
    private boolean isComplete;
    /** The rows as a cursor has them, once it was moved as one. */
    private Optional<CursorRows> rows = Optional.empty();

    StorePortal(WireStatement statement, List<Object> parameters, RowShape shape, CatalogSession catalog) {
        this.statement = statement;
        this.parameters = List.copyOf(parameters);
        this.shape = shape;
        this.catalog = catalog;
    }

    @Override
    public StatementKind kind() {
        return statement.kind();
    }

    @Override
    public void describe(MessageWriter out) {
        out.columns(shape);
    }

    @Override
    public void execute(StatementRunner runner, int rowLimit, RowSink sink) {
        if (statement.kind() == StatementKind.EMPTY) {
            sink.out().emptyQueryResponse();
            return;
        }
        if (isComplete && shape.columns().isEmpty()) {
            throw complete();
        }
        boolean first = !isRun;
        run(runner);
        int left = result.rows().size() - sentCount;
        int count = rowLimit <= 0 ? left : Math.min(left, rowLimit);
        int end = sentCount + count;
        sink.rows(shape, catalog.formats().inFormat(shape, result.rows().subList(sentCount, end)));
        sentCount = end;
        // As in PostgreSQL: a full batch says that there may be more, even if there is not.
        if (rowLimit > 0 && count == rowLimit) {
            sink.out().portalSuspended();
            return;
        }
        isComplete = true;
        boolean whole = first || !result.tag().startsWith("SELECT");
        sink.out().commandComplete(whole ? result.tag() : "SELECT " + count);
    }

    private void run(StatementRunner runner) {
        if (!isRun) {
            result = runner.run(statement, parameters);
            isRun = true;
            requireSame(result);
        }
    }

    /** Returns the error of a portal that returns no rows and is executed again. */
    static StoreException complete() {
        return new StoreException("55000", "a portal whose statement is complete cannot be run again");
    }

    @Override
    public BackendMessage columns() {
        var columns = new MessageWriter();
        columns.columns(texts());
        return BackendMessage.split(columns.take()).getFirst();
    }

    private RowShape texts() {
        return RowShape.text(shape.columns());
    }

    @Override
    public List<BackendMessage> move(StatementRunner runner, CursorSql.Fetch fetch) {
        if (shape.columns().isEmpty()) {
            throw new StoreException("XX000", "unsupported portal strategy");
        }
        run(runner);
        CursorRows known = rows.orElseGet(() -> new CursorRows(answer(texts(), result), false));
        rows = Optional.of(known);
        known.standAt(sentCount);
        List<BackendMessage> moved = known.move(fetch);
        sentCount = known.passedCount();
        return moved;
    }

    /** Fails if the client was told of other columns, which somebody has defined anew since. */
    private void requireSame(SqlResult found) {
        if (found.returnsRows() && !kinds(found.columns()).equals(kinds(shape.columns()))) {
            throw new StoreException("0A000", "cached plan must not change result type");
        }
    }

    private static List<List<String>> kinds(List<ResultColumn> columns) {
        return columns.stream()
                .map(column -> List.of(
                        column.label(),
                        column.type().name(),
                        column.foreign() == null ? "" : column.foreign().name()))
                .toList();
    }

    @Override
    public List<BackendMessage> all(StatementRunner runner) {
        SqlResult all = runner.run(statement, parameters);
        requireSame(all);
        return answer(shape, all);
    }

    private List<BackendMessage> answer(RowShape in, SqlResult all) {
        var answer = new MessageWriter();
        answer.columns(in);
        catalog.formats().inFormat(in, all.rows()).forEach(row -> answer.dataRow(in, row));
        answer.commandComplete(all.tag());
        return BackendMessage.split(answer.take());
    }
}
