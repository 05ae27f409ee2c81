package moirai.mockstore.sql.types;

import java.util.Arrays;
import java.util.HexFormat;

/** An immutable string of bytes. */
public final class Bytes {

    private final byte[] content;

    public Bytes(byte[] content) {
        this.content = content.clone();
    }

    public byte[] toArray() {
        return content.clone();
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Bytes that && Arrays.equals(content, that.content);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(content);
    }

    /** Returns the bytes as PostgreSQL writes them: {@code \x} and hexadecimal digits. */
    @Override
    public String toString() {
        return "\\x" + HexFormat.of().formatHex(content);
    }
}
