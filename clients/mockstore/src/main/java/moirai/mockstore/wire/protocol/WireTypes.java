package moirai.mockstore.wire.protocol;

import java.util.Arrays;
import moirai.mockstore.StoreException;
import moirai.mockstore.sql.ResultColumn;
import moirai.mockstore.sql.types.Bytes;
import moirai.mockstore.sql.types.ForeignType;
import moirai.mockstore.sql.types.SqlNull;
import moirai.mockstore.sql.types.SqlType;
import moirai.mockstore.sql.types.TextFormat;

/** The numbers, sizes and modifiers of types in the protocol. */
public final class WireTypes {

    private static final int HEADER = 4;

    private WireTypes() {}

    /** Returns PostgreSQL's number of a type; that of text if the type is unknown. */
    public static int oid(SqlType type) {
        return type == SqlType.UNKNOWN ? SqlType.TEXT.oid() : type.oid();
    }

    /** Returns PostgreSQL's number of a column's type. */
    public static int oid(ResultColumn column) {
        return column.foreign() == null ? oid(column.type()) : column.foreign().oid();
    }

    /** Returns whether the type of this number is one that the store has. */
    public static boolean isKnown(int oid) {
        return oid == 0 || Arrays.stream(SqlType.values()).anyMatch(type -> type.oid() == oid);
    }

    /**
     * Returns the type of this number; 0 is a type that the client leaves open.
     *
     * @throws StoreException if it is not supported (SQLSTATE 0A000)
     */
    public static SqlType ofOid(int oid) {
        if (oid == 0) {
            return SqlType.UNKNOWN;
        }
        return Arrays.stream(SqlType.values())
                .filter(type -> type.oid() == oid)
                .findFirst()
                .orElseThrow(() -> new StoreException(
                        "0A000",
                        "a parameter of the type with OID " + oid + " is not supported; accepted are "
                                + Arrays.stream(SqlType.values())
                                        .map(type -> type.pgName() + " (" + type.oid() + ")")
                                        .toList()));
    }

    /** Returns the size of a column's type in bytes; -1 if it varies, or only PostgreSQL knows it. */
    static int size(ResultColumn column) {
        ForeignType foreign = column.foreign();
        if (foreign == null) {
            return size(column.type());
        }
        return foreign.isEnum() || foreign.equals(ForeignType.VOID) ? Integer.BYTES : -1;
    }

    private static int size(SqlType type) {
        return switch (type) {
            case BOOLEAN -> 1;
            case SMALLINT -> 2;
            case INTEGER, REAL, DATE -> 4;
            case BIGINT, DOUBLE, TIME, TIMESTAMP, TIMESTAMPTZ -> 8;
            case UUID -> 16;
            case INTERVAL -> 16;
            case NUMERIC, TEXT, VARCHAR, CHAR, BYTEA, UNKNOWN -> -1;
        };
    }

    /** Returns the type's modifier, PostgreSQL's "typmod": lengths, precision and scale; -1 if there is none. */
    static int modifier(ResultColumn column) {
        if (column.precision() <= 0) {
            return -1;
        }
        return switch (column.type()) {
            case VARCHAR, CHAR -> column.precision() + HEADER;
            case NUMERIC -> (column.precision() << 16 | column.scale()) + HEADER;
            case BOOLEAN, SMALLINT, INTEGER, BIGINT, REAL, DOUBLE, TEXT, DATE, TIME, TIMESTAMP, TIMESTAMPTZ, UUID -> -1;
            case INTERVAL, BYTEA, UNKNOWN -> -1;
        };
    }

    /**
     * Returns the value of a parameter.
     *
     * @param value {@link Bytes} or {@link SqlNull}
     * @throws StoreException if the bytes do not fit the type, or the value is not supported
     */
    public static Object parameter(SqlType type, boolean binary, Object value) {
        if (!(value instanceof Bytes content)) {
            return SqlNull.NULL;
        }
        return binary ? BinaryFormat.read(type, content) : TextFormat.read(MessageReader.utf8(content.toArray()), type);
    }
}
