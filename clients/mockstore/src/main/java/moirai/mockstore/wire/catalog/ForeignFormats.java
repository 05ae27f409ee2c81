package moirai.mockstore.wire.catalog;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import moirai.mockstore.StoreException;
import moirai.mockstore.sql.syntax.TypeNames;
import moirai.mockstore.sql.types.Bytes;
import moirai.mockstore.sql.types.ForeignType;
import moirai.mockstore.wire.protocol.FrontendMessage;
import moirai.mockstore.wire.protocol.MessageReader;
import moirai.mockstore.wire.protocol.RowShape;
import org.jspecify.annotations.Nullable;

/** Converts values of types that only PostgreSQL has, of which the store keeps texts. For one thread. */
public final class ForeignFormats {

    /** The types whose values are written in the time zone of the session, or in its style of intervals. */
    private static final Pattern OF_SETTINGS = Pattern.compile("interval|time zone|tstz");

    private final ToldConnection connection;

    ForeignFormats(ToldConnection connection) {
        this.connection = connection;
    }

    /**
     * Returns PostgreSQL's number of the type of this name.
     *
     * @throws StoreException if there is none (SQLSTATE 42704), or no server knows the store's definitions (0A000)
     */
    public int number(String type) {
        try {
            return TypeNames.of(type).type().oid();
        } catch (StoreException unknown) {
            String question = "SELECT '" + type.replace("'", "''") + "'::pg_catalog.regtype::oid";
            return Integer.parseUnsignedInt(String.valueOf(
                    connection.current().query(question).getFirst().getFirst()));
        }
    }

    /** Returns a value of a type that the store does not have as PostgreSQL's text of it; NULL stays. */
    public Object text(int oid, boolean binary, Object value) {
        if (!(value instanceof Bytes content)) {
            return value;
        }
        return binary
                ? new String(converted("SELECT $1::text", oid, content, 1, 0), StandardCharsets.UTF_8)
                : MessageReader.utf8(content.toArray());
    }

    /**
     * Returns rows of the store in the formats of a shape and in the zone and style of the session, as far as only
     * PostgreSQL knows these.
     */
    public List<List<Object>> inFormat(RowShape shape, List<List<Object>> rows) {
        List<Integer> foreign = IntStream.range(0, shape.columns().size())
                .filter(column -> isConverted(
                        shape.columns().get(column).foreign(), shape.binary().get(column)))
                .boxed()
                .toList();
        if (foreign.isEmpty()) {
            return rows;
        }
        return rows.stream().map(row -> inFormat(shape, foreign, row)).toList();
    }

    private static boolean isConverted(@Nullable ForeignType type, boolean binary) {
        return type != null
                && !type.equals(ForeignType.VOID)
                && (binary || OF_SETTINGS.matcher(type.name()).find());
    }

    private List<Object> inFormat(RowShape shape, List<Integer> foreign, List<Object> row) {
        List<Object> sent = new ArrayList<>(row);
        for (int column : foreign) {
            ForeignType type = shape.columns().get(column).foreign();
            if (type != null && sent.get(column) instanceof String text) {
                boolean binary = shape.binary().get(column);
                byte[] value = converted(
                        "SELECT $1", type.oid(), new Bytes(text.getBytes(StandardCharsets.UTF_8)), 0, binary ? 1 : 0);
                sent.set(column, binary ? new Bytes(value) : new String(value, StandardCharsets.UTF_8));
            }
        }
        return sent;
    }

    /** Returns a value in the other format. */
    public byte[] converted(int oid, Bytes value, boolean fromBinary, boolean toBinary) {
        return converted("SELECT $1", oid, value, fromBinary ? 1 : 0, toBinary ? 1 : 0);
    }

    /** Lets the server convert a value. */
    private byte[] converted(String query, int oid, Bytes value, int from, int to) {
        var bind = new FrontendMessage.Bind("", "", List.of(from), List.of(value), List.of(to));
        return CatalogSession.rows(connection
                        .current()
                        .parse(query, List.of(oid))
                        .run(bind)
                        .sync())
                .stream()
                .filter(BackendMessage::isRow)
                .map(BackendMessage::onlyValue)
                .findFirst()
                .orElseThrow();
    }
}
