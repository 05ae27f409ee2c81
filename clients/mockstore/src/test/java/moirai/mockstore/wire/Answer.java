package moirai.mockstore.wire;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Collectors;

/** A message of the server, and a line that says what is in it. */
public final class Answer {

    /** Stands for the end of the connection. */
    public static final Answer END = new Answer('-', new byte[0]);

    private final char type;
    private final byte[] body;

    Answer(char type, byte[] body) {
        this.type = type;
        this.body = body.clone();
    }

    public char type() {
        return type;
    }

    public ByteBuffer body() {
        return ByteBuffer.wrap(body);
    }

    public boolean isLast() {
        return type == 'Z' || type == '-';
    }

    /** All bytes, as they came. */
    public String hex() {
        var whole = ByteBuffer.allocate(body.length + 5);
        whole.put((byte) type).putInt(body.length + 4).put(body);
        return HexFormat.of().formatHex(whole.array());
    }

    /** A field of an error or a notice; empty if it is not there. */
    public String field(char name) {
        var in = body();
        for (int field = in.get(); field != 0; field = in.get()) {
            String value = string(in);
            if (field == name) {
                return value;
            }
        }
        return "";
    }

    /** The names of the fields of an error or a notice. */
    public String fields() {
        var names = new StringBuilder();
        var in = body();
        for (int field = in.get(); field != 0; field = in.get()) {
            names.append((char) field);
            string(in);
        }
        return names.toString();
    }

    @Override
    public String toString() {
        var in = body();
        return switch (type) {
            case 'R' -> "Authentication " + in.getInt();
            case 'S' -> "ParameterStatus " + string(in) + "=" + string(in);
            case 'K' -> "BackendKeyData";
            case 'Z' -> "ReadyForQuery " + (char) in.get();
            case 'T' -> "RowDescription " + columns(in);
            case 'D' -> "DataRow " + values(in);
            case 'C' -> "CommandComplete " + string(in);
            case 'E' -> "ErrorResponse " + failure();
            case 'N' -> "NoticeResponse " + failure();
            case 'A' -> {
                in.getInt();
                yield "NotificationResponse " + string(in) + " " + string(in);
            }
            case '1' -> "ParseComplete";
            case '2' -> "BindComplete";
            case '3' -> "CloseComplete";
            case 'n' -> "NoData";
            case 's' -> "PortalSuspended";
            case 'I' -> "EmptyQueryResponse";
            case 't' -> "ParameterDescription " + numbers(in);
            case 'v' -> "NegotiateProtocolVersion " + in.getInt() + " " + in.getInt();
            case '-' -> "closed";
            default -> type + " " + HexFormat.of().formatHex(body);
        };
    }

    private String failure() {
        return field('S') + "/" + field('V') + " " + field('C');
    }

    private static List<Integer> numbers(ByteBuffer in) {
        List<Integer> numbers = new ArrayList<>();
        int count = in.getShort();
        for (int i = 0; i < count; i++) {
            numbers.add(in.getInt());
        }
        return numbers;
    }

    private static String columns(ByteBuffer in) {
        List<String> columns = new ArrayList<>();
        int count = in.getShort();
        for (int i = 0; i < count; i++) {
            String name = string(in);
            in.getInt();
            in.getShort();
            columns.add(name + ":" + in.getInt() + " size " + in.getShort() + " mod " + in.getInt()
                    + (in.getShort() == 1 ? " binary" : ""));
        }
        return columns.stream().collect(Collectors.joining(", "));
    }

    private static String values(ByteBuffer in) {
        List<String> values = new ArrayList<>();
        int count = in.getShort();
        for (int i = 0; i < count; i++) {
            int length = in.getInt();
            byte[] value = new byte[Math.max(length, 0)];
            in.get(value);
            values.add(length < 0 ? "null" : printable(value));
        }
        return values.toString();
    }

    private static String printable(byte[] value) {
        for (byte each : value) {
            if (each < ' ') {
                return "0x" + HexFormat.of().formatHex(value);
            }
        }
        return "'" + new String(value, StandardCharsets.UTF_8) + "'";
    }

    private static String string(ByteBuffer in) {
        var content = new ByteArrayOutputStream();
        for (int each = in.get(); each != 0; each = in.get()) {
            content.write(each);
        }
        return content.toString(StandardCharsets.UTF_8);
    }
}
