package moirai.formats;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.io.JsonEOFException;
import java.io.CharConversionException;
import java.io.IOException;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import moirai.formats.text.Excerpt;
import moirai.formats.text.InputFile;
import moirai.history.HistoryFormatException;

/** The tokens of a JSON file, with errors that say the line and the column. */
final class JsonInput implements AutoCloseable {

    private static final int SHOWN_CHARS_MAX = 100;

    private final Path file;
    private final JsonParser parser;

    private JsonInput(Path file, JsonParser parser) {
        this.file = file;
        this.parser = parser;
    }

    static JsonInput open(Path file) {
        InputFile in = InputFile.text(file);
        try {
            return new JsonInput(file, new JsonFactory().createParser(in.stream()));
        } catch (IOException failed) {
            in.close();
            throw InputFile.unreadable(file, failed);
        }
    }

    private interface Parsing<T> {
        T run() throws IOException;
    }

    private <T> T parsed(Parsing<T> parsing) {
        try {
            return parsing.run();
        } catch (JsonProcessingException malformed) {
            throw malformed(malformed);
        } catch (CharConversionException binary) {
            throw error("no text in UTF-8 (" + binary.getMessage() + "); expected JSON");
        } catch (IOException failed) {
            throw InputFile.unreadable(file, failed);
        }
    }

    /** Returns whether the file ends here; if not, advances to the next token. */
    boolean isAtEnd() {
        return parsed(() -> parser.nextToken() == null);
    }

    JsonToken next() {
        if (isAtEnd()) {
            throw new HistoryFormatException(file.toString(), "is empty; expected JSON");
        }
        return token();
    }

    /** Advances to the next token, which must be this one. */
    void expect(JsonToken token, String expected) {
        if (next() != token) {
            throw unexpected(expected);
        }
    }

    JsonToken token() {
        return parser.currentToken();
    }

    /** Returns whether the current array or object has more; advances to its next value or name. */
    boolean hasMore() {
        JsonToken token = next();
        return token != JsonToken.END_ARRAY && token != JsonToken.END_OBJECT;
    }

    /** Returns the name of the current member, or the text of the current value. */
    String text() {
        return parsed(parser::getText);
    }

    /** Advances to the next value and skips all that is in it. */
    void skipValue() {
        next();
        parsed(parser::skipChildren);
    }

    /** Returns the current token as a number; fails if it is not one of 64 bits, signed or not. */
    long number(String field) {
        if (token() != JsonToken.VALUE_NUMBER_INT) {
            throw unexpected("a whole number as " + field);
        }
        BigInteger number = parsed(parser::getBigIntegerValue);
        boolean isWithin = number.signum() < 0 ? number.bitLength() < Long.SIZE : number.bitLength() <= Long.SIZE;
        if (!isWithin) {
            throw unexpected(
                    Long.MIN_VALUE + " to " + Long.toUnsignedString(-1L) + " as " + field + ", a number of 64 bits");
        }
        return number.longValue();
    }

    /** Returns the current token as a boolean; fails if it is neither {@code true} nor {@code false}. */
    boolean flag(String field) {
        return switch (token()) {
            case VALUE_TRUE -> true;
            case VALUE_FALSE -> false;
            default -> throw unexpected("true or false as " + field);
        };
    }

    /** Returns the error of a token where something else would be accepted. */
    HistoryFormatException unexpected(String expected) {
        String text = text();
        byte[] bytes =
                text.substring(0, Math.min(text.length(), SHOWN_CHARS_MAX)).getBytes(StandardCharsets.UTF_8);
        return error(Excerpt.of(bytes, 0, bytes.length) + "; expected " + expected);
    }

    HistoryFormatException error(String reason) {
        return at(parser.currentTokenLocation(), reason);
    }

    private HistoryFormatException malformed(JsonProcessingException malformed) {
        JsonLocation where = malformed.getLocation();
        String reason = malformed instanceof JsonEOFException
                ? "the file ends within a value; expected the rest, so it may have been cut"
                : "no JSON: " + malformed.getOriginalMessage() + "; expected JSON";
        return at(where == null ? parser.currentLocation() : where, reason);
    }

    private HistoryFormatException at(JsonLocation where, String reason) {
        return new HistoryFormatException(file + ":" + where.getLineNr() + ":" + where.getColumnNr(), reason);
    }

    @Override
    public void close() {
        try {
            parser.close();
        } catch (IOException failed) {
            throw InputFile.unreadable(file, failed);
        }
    }
}
