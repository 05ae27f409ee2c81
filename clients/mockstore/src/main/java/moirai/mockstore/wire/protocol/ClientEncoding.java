package moirai.mockstore.wire.protocol;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.charset.MalformedInputException;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import moirai.mockstore.StoreException;
import moirai.mockstore.sql.syntax.Unsupported;
import moirai.mockstore.sql.types.Bytes;

/**
 * The encoding of a client's texts. Inside, all texts are Java's, and those that are relayed are in UTF-8.
 *
 * @param name as PostgreSQL writes it
 * @param charset Java's
 */
public record ClientEncoding(String name, Charset charset) {

    /** The encoding of a client that asks for no other. */
    public static final ClientEncoding UTF8 = new ClientEncoding("UTF8", StandardCharsets.UTF_8);

    /** Returns whether texts are in UTF-8. */
    public boolean isUtf8() {
        return charset.equals(StandardCharsets.UTF_8);
    }

    /**
     * Returns the text that bytes from the client are.
     *
     * @throws StoreException if they are none (SQLSTATE 22021), or one that has no place in UTF-8 (22P05)
     */
    public String read(byte[] content) {
        if (isUtf8()) {
            return MessageReader.utf8(content);
        }
        var bytes = ByteBuffer.wrap(content);
        try {
            String text = charset.newDecoder().decode(bytes).toString();
            if (text.indexOf(0) >= 0) {
                throw new StoreException("22021", "invalid byte sequence for encoding \"" + name + "\": 0x00");
            }
            return text;
        } catch (MalformedInputException malformed) {
            throw new StoreException("22021", "invalid byte sequence for encoding \"" + name + "\"");
        } catch (CharacterCodingException unmappable) {
            throw hasNoEquivalent(content[bytes.position()], name, "UTF8");
        }
    }

    /**
     * Returns a text as bytes for the client.
     *
     * @throws StoreException if it has a character that the encoding has not (SQLSTATE 22P05)
     */
    public byte[] write(String text) {
        if (isUtf8()) {
            return text.getBytes(charset);
        }
        var characters = CharBuffer.wrap(text);
        try {
            ByteBuffer bytes = charset.newEncoder().encode(characters);
            byte[] content = new byte[bytes.remaining()];
            bytes.get(content);
            return content;
        } catch (CharacterCodingException unmappable) {
            String character = Character.toString(text.codePointAt(characters.position()));
            throw hasNoEquivalent(character.getBytes(StandardCharsets.UTF_8), "UTF8", name);
        }
    }

    /**
     * Fails if a binary value of a type that only PostgreSQL knows may be, or have, a text in UTF-8 that would have to
     * be in this encoding (SQLSTATE 0A000).
     */
    public void requirePlain(Bytes binary) {
        if (!isUtf8()) {
            for (byte each : binary.toArray()) {
                if (each < 0) {
                    throw Unsupported.refuse(
                            "a binary value of a type that the store does not have, in client_encoding " + name + ",");
                }
            }
        }
    }

    private static StoreException hasNoEquivalent(byte character, String from, String to) {
        return hasNoEquivalent(new byte[] {character}, from, to);
    }

    private static StoreException hasNoEquivalent(byte[] character, String from, String to) {
        String bytes = HexFormat.ofDelimiter(" ").withPrefix("0x").formatHex(character);
        return new StoreException(
                "22P05",
                "character with byte sequence " + bytes + " in encoding \"" + from
                        + "\" has no equivalent in encoding \"" + to + "\"");
    }

    /** Returns a text as bytes for the client; what its encoding has not, it sees as a question mark. */
    byte[] told(String text) {
        return text.getBytes(charset);
    }
}
