package moirai.formats.text;

import java.io.IOException;
import java.io.InputStream;
import java.io.PushbackInputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.GZIPInputStream;
import moirai.history.HistoryFormatException;

/**
 * Opens a file as its writer wrote it: gzip is undone, and a byte order mark for UTF-8 at the start of a text is
 * skipped. Places in the file are places in what is read here.
 */
public final class InputFile {

    private static final int BUFFER_BYTES = 1 << 16;
    private static final int HEAD_BYTES = 3;

    private InputFile() {}

    /** Opens the bytes of a file. */
    public static InputStream bytes(Path file) throws IOException {
        var in = new PushbackInputStream(Files.newInputStream(file), HEAD_BYTES);
        try {
            byte[] head = in.readNBytes(HEAD_BYTES);
            in.unread(head);
            return isGzip(head) ? new GZIPInputStream(in, BUFFER_BYTES) : in;
        } catch (IOException failed) {
            in.close();
            throw failed;
        }
    }

    /**
     * Opens the bytes of a text.
     *
     * @throws HistoryFormatException if its byte order mark is of another encoding than UTF-8
     */
    public static InputStream text(Path file) throws IOException {
        var in = new PushbackInputStream(bytes(file), HEAD_BYTES);
        try {
            byte[] head = in.readNBytes(HEAD_BYTES);
            if (isUtf16(head)) {
                in.close();
                throw new HistoryFormatException(file.toString(), "is a text in UTF-16; expected UTF-8");
            }
            in.unread(head, markBytes(head), head.length - markBytes(head));
            return in;
        } catch (IOException failed) {
            in.close();
            throw failed;
        }
    }

    /** Returns the length of the byte order mark for UTF-8. */
    public static int markBytes(byte[] head) {
        return starts(head, 0xef, 0xbb, 0xbf) ? 3 : 0;
    }

    /** Returns whether a text begins with a byte order mark for UTF-16. */
    public static boolean isUtf16(byte[] head) {
        return starts(head, 0xff, 0xfe) || starts(head, 0xfe, 0xff);
    }

    private static boolean isGzip(byte[] head) {
        return starts(head, 0x1f, 0x8b, 8);
    }

    /** Returns whether the bytes begin with these. */
    public static boolean starts(byte[] head, int... first) {
        if (head.length < first.length) {
            return false;
        }
        for (int i = 0; i < first.length; i++) {
            if ((head[i] & 0xff) != first[i]) {
                return false;
            }
        }
        return true;
    }
}
