package moirai.mockstore.wire.protocol;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import java.util.List;
import moirai.mockstore.StoreException;
import moirai.mockstore.sql.ResultColumn;
import moirai.mockstore.sql.sessions.Notification;
import moirai.mockstore.sql.types.Bytes;
import moirai.mockstore.sql.types.SqlNull;
import moirai.mockstore.sql.types.SqlType;
import moirai.mockstore.sql.types.TextFormat;

/** Collects the server's messages. The buffers are on the heap, so unsent ones are left to the garbage collector. */
public final class MessageWriter {

    /** The severity of an error or a notice, in the protocol's words. */
    public enum Severity {
        ERROR,
        FATAL,
        WARNING,
        NOTICE
    }

    private ByteBuf out = Unpooled.buffer();
    private ClientEncoding encoding = ClientEncoding.UTF8;

    /** Writes the texts of later messages in an encoding. */
    public void use(ClientEncoding client) {
        encoding = client;
    }

    /** Returns the encoding of texts. */
    public ClientEncoding encoding() {
        return encoding;
    }

    /** Returns the size of the collected messages, in bytes. */
    public int size() {
        return out.readableBytes();
    }

    /** Returns the collected messages; later messages begin a new buffer. */
    public ByteBuf take() {
        ByteBuf taken = out;
        out = Unpooled.buffer();
        return taken;
    }

    /** Writes the answer to a client that requests a newer version of the protocol or unknown extensions. */
    public void negotiateProtocolVersion(List<String> unknownOptions) {
        message('v', () -> {
            out.writeInt(3 << 16);
            out.writeInt(unknownOptions.size());
            unknownOptions.forEach(this::string);
        });
    }

    /** Writes a message as another server has sent it. */
    public void relayed(char type, byte[] body) {
        message(type, () -> out.writeBytes(body));
    }

    public void authenticationOk() {
        message('R', () -> out.writeInt(0));
    }

    public void parameterStatus(String name, String value) {
        message('S', () -> {
            string(name);
            string(value);
        });
    }

    public void backendKeyData(int process, int secret) {
        message('K', () -> out.writeInt(process).writeInt(secret));
    }

    /**
     * Writes that the session waits for the next statement.
     *
     * @param status I, T or E: no transaction, in a transaction, in a failed transaction
     */
    public void readyForQuery(char status) {
        message('Z', () -> out.writeByte(status));
    }

    /** Writes what another session, or this one, has sent to a channel. */
    public void notification(Notification notification) {
        message('A', () -> {
            out.writeInt(notification.process());
            string(notification.channel());
            string(notification.payload());
        });
    }

    public void parseComplete() {
        empty('1');
    }

    public void bindComplete() {
        empty('2');
    }

    public void closeComplete() {
        empty('3');
    }

    public void noData() {
        empty('n');
    }

    public void emptyQueryResponse() {
        empty('I');
    }

    public void portalSuspended() {
        empty('s');
    }

    public void commandComplete(String tag) {
        message('C', () -> string(tag));
    }

    public void parameterDescription(List<Integer> types) {
        message('t', () -> {
            out.writeShort(types.size());
            types.forEach(out::writeInt);
        });
    }

    /** Writes the columns of a result, or that it has none. */
    public void columns(RowShape shape) {
        if (shape.columns().isEmpty()) {
            noData();
        } else {
            rowDescription(shape);
        }
    }

    public void rowDescription(RowShape shape) {
        int start = begin('T');
        out.writeShort(shape.columns().size());
        for (int index = 0; index < shape.columns().size(); index++) {
            ResultColumn column = shape.columns().get(index);
            string(column.label());
            out.writeInt(column.tableNumber());
            out.writeShort(column.columnNumber());
            out.writeInt(WireTypes.oid(column));
            out.writeShort(WireTypes.size(column));
            out.writeInt(WireTypes.modifier(column));
            out.writeShort(shape.binary().get(index) ? 1 : 0);
        }
        end(start);
    }

    public void dataRow(RowShape shape, List<Object> row) {
        int start = begin('D');
        out.writeShort(row.size());
        try {
            for (int index = 0; index < row.size(); index++) {
                value(shape.columns().get(index).type(), shape.binary().get(index), row.get(index));
            }
        } catch (StoreException unmappable) {
            // An error takes the place of the row.
            out.writerIndex(start - 1);
            throw unmappable;
        }
        end(start);
    }

    private void value(SqlType type, boolean binary, Object value) {
        if (value == SqlNull.NULL) {
            out.writeInt(-1);
            return;
        }
        int start = out.writerIndex();
        out.writeInt(0);
        if (value instanceof Bytes raw && type != SqlType.BYTEA) {
            // PostgreSQL's own bytes for a type that the store does not have.
            encoding.requirePlain(raw);
            out.writeBytes(raw.toArray());
        } else if (!encoding.isUtf8() && (!binary || value instanceof String)) {
            out.writeBytes(encoding.write(binary ? value.toString() : TextFormat.write(value, type)));
        } else if (binary) {
            BinaryFormat.write(type, value, out);
        } else {
            ByteBufUtil.writeUtf8(out, TextFormat.write(value, type));
        }
        out.setInt(start, out.writerIndex() - start - 4);
    }

    /** Writes an error, or a notice if the severity is a warning. */
    public void failure(Severity severity, String sqlState, String message) {
        failure(severity, new StoreException(sqlState, message));
    }

    /** Writes an error with what is told beside its message. */
    public void failure(Severity severity, StoreException failure) {
        boolean isNotice = severity == Severity.WARNING || severity == Severity.NOTICE;
        message(isNotice ? 'N' : 'E', () -> {
            field('S', severity.name());
            field('V', severity.name());
            field('C', failure.sqlState());
            field('M', String.valueOf(failure.getMessage()));
            fieldIfAny('D', failure.details().detail());
            fieldIfAny('H', failure.details().hint());
            fieldIfAny('P', failure.details().position());
            fieldIfAny('s', failure.details().schema());
            fieldIfAny('t', failure.details().table());
            fieldIfAny('c', failure.details().column());
            fieldIfAny('n', failure.details().constraint());
            out.writeByte(0);
        });
    }

    private void fieldIfAny(char name, String value) {
        if (!value.isEmpty()) {
            field(name, value);
        }
    }

    private void field(char name, String value) {
        out.writeByte(name);
        string(value);
    }

    private void empty(char type) {
        message(type, () -> {});
    }

    private void message(char type, Runnable content) {
        int start = begin(type);
        content.run();
        end(start);
    }

    /** Writes a string; replaces zero bytes, which would end it early and which PostgreSQL cannot store, by blanks. */
    private void string(String value) {
        out.writeBytes(encoding.told(value.replace('\0', ' ')));
        out.writeByte(0);
    }

    /**
     * Begins a message.
     *
     * @return the position of its length
     */
    private int begin(char type) {
        out.writeByte(type);
        out.writeInt(0);
        return out.writerIndex() - 4;
    }

    private void end(int start) {
        out.setInt(start, out.writerIndex() - start);
    }
}
