package moirai.mockstore.sql.expression.function;

import static moirai.mockstore.sql.types.SqlType.*;

import java.util.Arrays;
import java.util.EnumSet;
import java.util.Set;
import moirai.mockstore.sql.types.Bytes;
import moirai.mockstore.sql.types.Conversion;
import moirai.mockstore.sql.types.SqlType;

/** The operator {@code ||}: of two texts, of a text and anything, and of bytes. */
final class Concatenation {

    private static final Set<SqlType> OTHERS = EnumSet.complementOf(EnumSet.of(TEXT, VARCHAR, CHAR, BYTEA, UNKNOWN));

    private Concatenation() {}

    static void define(Functions functions) {
        functions.add("||", TEXT, TEXT, TEXT, String::concat);
        functions.add("||", BYTEA, BYTEA, BYTEA, Concatenation::join);
        for (SqlType other : OTHERS) {
            functions.add(
                    "||",
                    TEXT,
                    other,
                    TEXT,
                    (Object value, String text) -> Conversion.convert(value, other, TEXT) + text);
            functions.add(
                    "||",
                    TEXT,
                    TEXT,
                    other,
                    (String text, Object value) -> text + Conversion.convert(value, other, TEXT));
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
