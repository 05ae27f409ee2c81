package moirai.mockstore.wire;

import java.util.List;
import moirai.mockstore.wire.catalog.BackendMessage;
import moirai.mockstore.wire.protocol.MessageWriter;
import moirai.mockstore.wire.protocol.RowShape;

/**
 * Sends messages as soon as there are many, so that a large result waits for a slow client instead of filling the
 * memory.
 */
record RowSink(MessageWriter out, Connection connection) {

    private static final int FLUSH_SIZE = 32 << 10;

    void rows(RowShape shape, List<List<Object>> rows) {
        for (List<Object> row : rows) {
            out.dataRow(shape, row);
            if (out.size() >= FLUSH_SIZE) {
                flush();
            }
        }
    }

    /** Passes on a message of another server. */
    void relayed(BackendMessage message) {
        out.relayed(message.type(), message.body());
        if (out.size() >= FLUSH_SIZE) {
            flush();
        }
    }

    /** Sends the collected messages; waits while the client does not read. */
    void flush() {
        if (out.size() > 0) {
            connection.send(out.take());
        }
    }
}
