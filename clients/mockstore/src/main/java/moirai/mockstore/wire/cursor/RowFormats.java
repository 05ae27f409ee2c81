package moirai.mockstore.wire.cursor;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.BiFunction;
import moirai.mockstore.StoreException;
import moirai.mockstore.sql.ResultColumn;
import moirai.mockstore.sql.types.Bytes;
import moirai.mockstore.sql.types.SqlType;
import moirai.mockstore.wire.catalog.BackendMessage;
import moirai.mockstore.wire.catalog.ForeignFormats;
import moirai.mockstore.wire.protocol.ClientEncoding;
import moirai.mockstore.wire.protocol.MessageWriter;
import moirai.mockstore.wire.protocol.RowShape;
import moirai.mockstore.wire.protocol.WireTypes;

/**
 * Puts answers into other formats: texts into binary values, or the other way.
 *
 * @param foreign the formats of types that the store does not have
 */
public record RowFormats(ForeignFormats foreign) {

    /** The sizes of what stands in the description of a column: before the number of its type, and behind it. */
    private static final int BEFORE_TYPE = Integer.BYTES + Short.BYTES;

    private static final int BEHIND_TYPE = Short.BYTES + Integer.BYTES;

    /** The numbers of the types whose binary values are texts. */
    private static final Set<Integer> TEXTS =
            Set.of(SqlType.TEXT.oid(), SqlType.VARCHAR.oid(), SqlType.CHAR.oid(), SqlType.UNKNOWN.oid(), 19, 114, 142);

    /** A column of a description: the number of its type, its format, and the place where that stands. */
    private record Described(int oid, boolean binary, int place) {}

    /**
     * Returns an answer in formats that a client requests.
     *
     * @param answer columns, which may be none, rows and an end
     * @param formats 0 is text, 1 is binary; an empty list means all text, a single element applies to all
     * @throws StoreException if there are neither none, one, nor as many as columns (SQLSTATE 08P01)
     */
    public List<BackendMessage> of(List<BackendMessage> answer, List<Integer> formats) {
        BackendMessage columns = answer.getFirst();
        if (columns.type() != 'T') {
            return answer;
        }
        List<Described> described = described(columns);
        if (formats.size() > 1 && formats.size() != described.size()) {
            throw new StoreException(
                    "08P01",
                    "bind message has " + formats.size() + " result formats but query has " + described.size()
                            + " columns");
        }
        byte[] body = columns.body().clone();
        boolean isSame = true;
        for (int column = 0; column < described.size(); column++) {
            boolean binary = RowShape.isBinary(formats, column);
            isSame &= binary == described.get(column).binary;
            ByteBuffer.wrap(body).putShort(described.get(column).place, (short) (binary ? 1 : 0));
        }
        if (isSame) {
            return answer;
        }
        var converted = new ArrayList<BackendMessage>();
        converted.add(new BackendMessage('T', body));
        for (BackendMessage message : answer.subList(1, answer.size())) {
            converted.add(message.isRow() ? row(described, message, formats) : message);
        }
        return converted;
    }

    /**
     * Returns a message of an answer with its texts, which are in UTF-8, in the encoding of a client.
     *
     * @param columns of the rows of the answer
     */
    public static BackendMessage encoded(BackendMessage columns, BackendMessage message, ClientEncoding client) {
        if (client.isUtf8()) {
            return message;
        }
        return switch (message.type()) {
            case 'T' -> labelled(message, client);
            case 'D' -> encodedRow(described(columns), message, client);
            default -> message;
        };
    }

    private static BackendMessage labelled(BackendMessage columns, ClientEncoding client) {
        var out = new ByteArrayOutputStream();
        byte[] body = columns.body();
        out.write(body, 0, Short.BYTES);
        int start = Short.BYTES;
        for (Described column : described(columns)) {
            int end = start;
            while (body[end] != 0) {
                end++;
            }
            out.writeBytes(client.write(new String(body, start, end - start, StandardCharsets.UTF_8)));
            start = column.place + Short.BYTES;
            out.write(body, end, start - end);
        }
        return new BackendMessage('T', out.toByteArray());
    }

    private static BackendMessage encodedRow(List<Described> described, BackendMessage row, ClientEncoding client) {
        return row(row.bytes(), (column, value) -> {
            Described of = described.get(column);
            if (!of.binary || TEXTS.contains(of.oid)) {
                return client.write(new String(value.toArray(), StandardCharsets.UTF_8));
            }
            if (!WireTypes.isKnown(of.oid)) {
                client.requirePlain(value);
            }
            return value.toArray();
        });
    }

    /** Makes a row of values that are changed, each with its index; NULL stays. */
    private static BackendMessage row(List<Object> values, BiFunction<Integer, Bytes, byte[]> change) {
        var out = new ByteArrayOutputStream();
        out.writeBytes(
                ByteBuffer.allocate(Short.BYTES).putShort((short) values.size()).array());
        for (int column = 0; column < values.size(); column++) {
            if (values.get(column) instanceof Bytes bytes) {
                byte[] value = change.apply(column, bytes);
                out.writeBytes(
                        ByteBuffer.allocate(Integer.BYTES).putInt(value.length).array());
                out.writeBytes(value);
            } else {
                out.writeBytes(ByteBuffer.allocate(Integer.BYTES).putInt(-1).array());
            }
        }
        return new BackendMessage('D', out.toByteArray());
    }

    /** Returns the numbers of the types of columns. */
    public static List<Integer> types(BackendMessage columns) {
        return described(columns).stream().map(Described::oid).toList();
    }

    private static List<Described> described(BackendMessage columns) {
        var described = new ArrayList<Described>();
        var body = ByteBuffer.wrap(columns.body());
        for (int left = body.getShort(); left > 0; left--) {
            while (body.get() != 0) {
                // The label.
            }
            int oid = body.position(body.position() + BEFORE_TYPE).getInt();
            int place = body.position() + BEHIND_TYPE;
            described.add(new Described(oid, body.position(place).getShort() == 1, place));
        }
        return described;
    }

    private BackendMessage row(List<Described> described, BackendMessage row, List<Integer> formats) {
        return row(
                row.bytes(),
                (column, value) -> converted(described.get(column), value, RowShape.isBinary(formats, column)));
    }

    private byte[] converted(Described column, Bytes value, boolean binary) {
        if (column.binary == binary) {
            return value.toArray();
        }
        if (!WireTypes.isKnown(column.oid)) {
            return foreign.converted(column.oid, value, column.binary, binary);
        }
        SqlType type = WireTypes.ofOid(column.oid);
        var shape = new RowShape(List.of(new ResultColumn("", type, "", "", 0, 0, 0, 0, null)), List.of(binary));
        var writer = new MessageWriter();
        writer.dataRow(shape, List.of(WireTypes.parameter(type, column.binary, value)));
        return ((Bytes) BackendMessage.split(writer.take()).getFirst().bytes().getFirst()).toArray();
    }
}
