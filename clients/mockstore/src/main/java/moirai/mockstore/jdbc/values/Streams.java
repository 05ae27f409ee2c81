package moirai.mockstore.jdbc.session;

import java.io.IOException;
import java.io.InputStream;
import java.io.Reader;
import java.sql.SQLException;
import moirai.mockstore.jdbc.facade.SqlErrors;

/** Reads parameters given as streams of which only the first bytes or characters count. */
final class Streams {

    private Streams() {}

    static byte[] read(InputStream stream, long length) throws SQLException {
        try {
            return stream.readNBytes(Math.toIntExact(length));
        } catch (IOException e) {
            throw new SQLException("the stream of a parameter cannot be read", SqlErrors.INVALID_PARAMETER, e);
        }
    }

    static String read(Reader reader, long length) throws SQLException {
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
