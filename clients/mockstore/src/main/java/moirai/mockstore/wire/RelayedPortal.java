package moirai.mockstore.wire;

import java.util.ArrayDeque;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.function.Supplier;
import moirai.mockstore.wire.catalog.BackendMessage;
import moirai.mockstore.wire.protocol.MessageWriter;

/** A portal of a statement whose answer is passed on as it comes: its columns, its rows, and its end. */
final class RelayedPortal implements Portal {

    private final Supplier<List<BackendMessage>> statement;
    private Optional<Queue<BackendMessage>> answer = Optional.empty();

    RelayedPortal(Supplier<List<BackendMessage>> statement) {
        this.statement = statement;
    }

    @Override
    public StatementKind kind() {
        return StatementKind.OTHER;
    }

    /** Runs the statement, since only then it is known in which format each column comes. */
    @Override
    public void describe(MessageWriter out) {
        BackendMessage columns = answer().element();
        out.relayed(columns.type(), columns.body());
    }

    @Override
    public void execute(StatementRunner runner, int rowLimit, RowSink sink) {
        Queue<BackendMessage> left = answer();
        int count = 0;
        while (!left.isEmpty() && !(left.element().isRow() && rowLimit > 0 && count == rowLimit)) {
            BackendMessage next = left.remove();
            count += next.isRow() ? 1 : 0;
            if (next.isRow() || next.type() == 'C' || next.type() == 'N') {
                sink.relayed(next);
            }
        }
        if (!left.isEmpty()) {
            sink.out().portalSuspended();
        }
    }

    @Override
    public List<BackendMessage> all(StatementRunner runner) {
        return List.copyOf(answer());
    }

    private Queue<BackendMessage> answer() {
        Queue<BackendMessage> known = answer.orElseGet(() -> new ArrayDeque<>(statement.get()));
        answer = Optional.of(known);
        return known;
    }
}
