package moirai.mockstore.wire.catalog;

import io.netty.buffer.ByteBuf;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import moirai.mockstore.StoreException;
import moirai.mockstore.sql.types.Bytes;
import moirai.mockstore.sql.types.SqlNull;

/**
 * A message from a server.
 *
 * @param body without the length; never changed
 */
@SuppressWarnings("ArrayRecordComponent")
public record BackendMessage(char type, byte[] body) {

    /** The size of a column in a description, behind its label: table, number, type, size, modifier and format. */
    private static final int COLUMN_SIZE = 3 * Integer.BYTES + 3 * Short.BYTES;

    private static final String NO_RIGHT = "42501";

    /** The message that says that a statement returns no rows. */
    public static final BackendMessage NO_DATA = new BackendMessage('n', new byte[0]);

    /** The message that says that a statement has no parameters. */
    public static final BackendMessage NO_PARAMETERS = new BackendMessage('t', new byte[Short.BYTES]);

    /** Returns the end of a statement, with its tag. */
    public static BackendMessage complete(String tag) {
        return new BackendMessage('C', (tag + '\0').getBytes(StandardCharsets.UTF_8));
    }

    /** Returns the messages of which bytes consist. */
    public static List<BackendMessage> split(ByteBuf bytes) {
        var messages = new ArrayList<BackendMessage>();
        while (bytes.isReadable()) {
            char type = (char) bytes.readUnsignedByte();
            byte[] body = new byte[bytes.readInt() - Integer.BYTES];
            bytes.readBytes(body);
            messages.add(new BackendMessage(type, body));
        }
        return messages;
    }

    /**
     * Returns this description of columns with the tables and columns that another one names: this one has them of
     * copies. Descriptions of other numbers of columns change nothing.
     */
    BackendMessage withPlacesOf(BackendMessage other) {
        int count = ByteBuffer.wrap(body).getShort();
        if (ByteBuffer.wrap(other.body).getShort() != count) {
            return this;
        }
        byte[] placed = body.clone();
        int at = Short.BYTES;
        int from = Short.BYTES;
        for (int left = count; left > 0; left--) {
            at = afterLabel(body, at);
            from = afterLabel(other.body, from);
            System.arraycopy(other.body, from, placed, at, Integer.BYTES + Short.BYTES);
            at += COLUMN_SIZE;
            from += COLUMN_SIZE;
        }
        return new BackendMessage(type, placed);
    }

    private static int afterLabel(byte[] description, int start) {
        int end = start;
        while (description[end] != 0) {
            end++;
        }
        return end + 1;
    }

    /** Returns the tag of the end of a statement. */
    public String tag() {
        return new String(body, 0, body.length - 1, StandardCharsets.UTF_8);
    }

    /** Returns whether it is the end of a query, whose tag says how many rows it has returned. */
    public boolean isOfQuery() {
        return type == 'C' && new String(body, StandardCharsets.UTF_8).startsWith("SELECT ");
    }

    /** Returns whether it is a row of a result. */
    public boolean isRow() {
        return type == 'D';
    }

    /** Returns the error that the first of these messages with one tells of. */
    static Optional<StoreException> failure(List<BackendMessage> messages) {
        return messages.stream()
                .filter(message -> message.type == 'E')
                .findFirst()
                .map(BackendMessage::failure);
    }

    /** Returns the answers to a statement that is not the client's own; fails with their error, if there is one. */
    static List<BackendMessage> requireSuccess(List<BackendMessage> answers) {
        failure(answers).ifPresent(failure -> {
            throw failure.withoutPosition();
        });
        return answers;
    }

    private StoreException failure() {
        Map<Character, String> fields = new HashMap<>();
        for (String field : new String(body, StandardCharsets.UTF_8).split("\0", -1)) {
            if (!field.isEmpty()) {
                fields.put(field.charAt(0), field.substring(1));
            }
        }
        String state = fields.getOrDefault('C', "XX000");
        String message = fields.getOrDefault('M', "an unknown error");
        if (state.equals(NO_RIGHT) && message.startsWith("permission denied for ")) {
            // Its owner has no right to anything that is stored, and to functions that do more than compute.
            String used = message.substring("permission denied for ".length());
            return new StoreException(
                    "0A000",
                    used.startsWith("function ")
                            ? "a function that calls " + used.substring("function ".length()) + " is not supported"
                            : "a function that uses a " + used + " is not supported");
        }
        return new StoreException(
                state,
                message,
                new StoreException.Details(
                        fields.getOrDefault('D', ""),
                        fields.getOrDefault('H', ""),
                        fields.getOrDefault('P', ""),
                        fields.getOrDefault('s', ""),
                        fields.getOrDefault('t', ""),
                        fields.getOrDefault('c', ""),
                        fields.getOrDefault('n', "")));
    }

    /** Returns the values of a row, each {@link Bytes} or {@link SqlNull}. */
    public List<Object> bytes() {
        var values = new ArrayList<Object>();
        var rest = ByteBuffer.wrap(body);
        for (int left = rest.getShort() & 0xFFFF; left > 0; left--) {
            int length = rest.getInt();
            if (length < 0) {
                values.add(SqlNull.NULL);
            } else {
                byte[] content = new byte[length];
                rest.get(content);
                values.add(new Bytes(content));
            }
        }
        return values;
    }

    /** Returns the bytes of the only value of a row, which is not NULL. */
    byte[] onlyValue() {
        return Arrays.copyOfRange(body, Short.BYTES + Integer.BYTES, body.length);
    }

    /** Returns the values of a row of texts, each a String or {@link SqlNull}. */
    List<Object> values() {
        return bytes().stream()
                .map(value -> value instanceof Bytes bytes
                        ? (Object) new String(bytes.toArray(), StandardCharsets.UTF_8)
                        : value)
                .toList();
    }
}
