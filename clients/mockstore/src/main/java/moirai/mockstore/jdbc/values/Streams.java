package moirai.mockstore.jdbc.values;

import java.io.IOException;
import java.io.InputStream;
import java.io.Reader;
import java.sql.SQLException;
import moirai.mockstore.jdbc.facade.SqlErrors;

/** Reads parameters given as streams of which only the first bytes or characters count. */
public final class Streams {

    private Streams() {}

    /** Returns the first bytes of a stream, at most as many as given. */
    public static byte[] read(InputStream stream, long length) throws SQLException {
        try {
            return stream.readNBytes(Math.toIntExact(length));
        } catch (IOException e) {
            throw new SQLException("the stream of a parameter cannot be read", SqlErrors.INVALID_PARAMETER, e);
        }
    }

    /** Returns the first characters of a reader, at most as many as given. */
    public static String read(Reader reader, long length) throws SQLException {
        var text = new StringBuilder();
        try {
            while (text.length() < length) {
                int next = reader.read();
                if (next < 0) {
                    break;
                }
                text.append((char) next);
            }
        } catch (IOException e) {
            throw new SQLException("the reader of a parameter cannot be read", SqlErrors.INVALID_PARAMETER, e);
        }
        return text.toString();
    }
}
