package moirai.mockstore.wire;

import java.util.List;
import moirai.mockstore.wire.catalog.BackendMessage;
import moirai.mockstore.wire.cursor.RowFormats;
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

    /** Passes on messages of an answer that may have rows of these columns. */
    void relayed(BackendMessage columns, List<BackendMessage> messages) {
        for (BackendMessage message : messages) {
            relayed(RowFormats.encoded(columns, message, out.encoding()));
        }
    }

    /** Passes on a message of another server that has no texts of clients. */
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
