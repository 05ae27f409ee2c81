package moirai.mockstore.sql.expression.function;

import static moirai.mockstore.sql.types.SqlType.*;

import java.util.Arrays;
import java.util.List;
import moirai.mockstore.sql.types.Bytes;
import moirai.mockstore.sql.types.Conversion;
import moirai.mockstore.sql.types.SqlType;

/** The operator {@code ||}: of two texts, of a text and anything, and of bytes. */
final class Concatenation {

    private static final List<SqlType> OTHERS = List.of(
            BOOLEAN,
            SMALLINT,
            INTEGER,
            BIGINT,
            NUMERIC,
            REAL,
            DOUBLE,
            DATE,
            TIME,
            TIMESTAMP,
            TIMESTAMPTZ,
            INTERVAL,
            UUID);

    private Concatenation() {}

    static void define(Catalog catalog) {
        catalog.add("||", TEXT, arguments -> (String) arguments[0] + arguments[1], TEXT, TEXT);
        catalog.add("||", BYTEA, arguments -> join((Bytes) arguments[0], (Bytes) arguments[1]), BYTEA, BYTEA);
        for (SqlType other : OTHERS) {
            catalog.add(
                    "||",
                    TEXT,
                    arguments -> Conversion.convert(arguments[0], other, TEXT) + (String) arguments[1],
                    other,
                    TEXT);
            catalog.add(
                    "||",
                    TEXT,
                    arguments -> (String) arguments[0] + Conversion.convert(arguments[1], other, TEXT),
                    TEXT,
                    other);
        }
    }

    private static Bytes join(Bytes left, Bytes right) {
        byte[] first = left.toArray();
        byte[] second = right.toArray();
        byte[] both = Arrays.copyOf(first, first.length + second.length);
        System.arraycopy(second, 0, both, first.length, second.length);
        return new Bytes(both);
    }
}
