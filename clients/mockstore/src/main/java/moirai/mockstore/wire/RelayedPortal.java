package moirai.mockstore.wire;

import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import moirai.mockstore.StoreException;
import moirai.mockstore.wire.catalog.BackendMessage;
import moirai.mockstore.wire.cursor.CursorRows;
import moirai.mockstore.wire.cursor.CursorSql;
import moirai.mockstore.wire.cursor.RowFormats;
import moirai.mockstore.wire.protocol.MessageWriter;

/** A portal of a statement whose answer is passed on as it comes: its columns, its rows, and its end. */
final class RelayedPortal implements Portal {

    private final Supplier<List<BackendMessage>> statement;
    private final RowFormats formats;
    private Optional<List<BackendMessage>> answer = Optional.empty();
    /** The number of rows that were sent or moved over. */
    private int passedCount;

    private boolean isComplete;

    RelayedPortal(Supplier<List<BackendMessage>> statement, RowFormats formats) {
        this.statement = statement;
        this.formats = formats;
    }

    @Override
    public StatementKind kind() {
        return StatementKind.OTHER;
    }

    /** Runs the statement, since only then it is known in which format each column comes. */
    @Override
    public void describe(MessageWriter out) {
        BackendMessage columns = columns();
        out.relayed(
                columns.type(),
                RowFormats.encoded(columns, columns, out.encoding()).body());
    }

    @Override
    public BackendMessage columns() {
        return answer().getFirst();
    }

    @Override
    public void execute(StatementRunner runner, int rowLimit, RowSink sink) {
        if (isComplete && columns().type() != 'T') {
            throw StorePortal.complete();
        }
        List<BackendMessage> rows = rows();
        boolean isWhole = passedCount == 0;
        if (isWhole) {
            answer().stream().filter(message -> message.type() == 'N').forEach(sink::relayed);
        }
        int left = rows.size() - passedCount;
        int count = rowLimit <= 0 ? left : Math.min(left, rowLimit);
        sink.relayed(columns(), rows.subList(passedCount, passedCount + count));
        passedCount += count;
        if (rowLimit > 0 && count == rowLimit) {
            sink.out().portalSuspended();
            return;
        }
        isComplete = true;
        BackendMessage end = answer().getLast();
        sink.relayed(isWhole || !end.isOfQuery() ? end : BackendMessage.complete("SELECT " + count));
    }

    @Override
    public List<BackendMessage> move(StatementRunner runner, CursorSql.Fetch fetch) {
        if (columns().type() != 'T') {
            throw new StoreException("XX000", "unsupported portal strategy");
        }
        var rows = new CursorRows(formats.of(answer(), List.of()), false);
        rows.standAt(passedCount);
        List<BackendMessage> moved = rows.move(fetch);
        passedCount = rows.passedCount();
        return moved;
    }

    @Override
    public List<BackendMessage> all(StatementRunner runner) {
        return List.copyOf(answer());
    }

    private List<BackendMessage> rows() {
        return answer().stream().filter(BackendMessage::isRow).toList();
    }

    private List<BackendMessage> answer() {
        List<BackendMessage> known = answer.orElseGet(statement);
        answer = Optional.of(known);
        return known;
    }
}
