package moirai.formats.text;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.EOFException;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PushbackInputStream;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipException;
import moirai.history.HistoryFormatException;

/**
 * A file as its writer wrote it: gzip is undone, and a byte order mark for UTF-8 at the start of a text is skipped.
 * Places in the file are places in what is read here. What the operating system refuses is an error of the file.
 */
public final class InputFile implements AutoCloseable {

    private static final int BUFFER_BYTES = 1 << 16;
    private static final int HEAD_BYTES = 3;
    /** The size of a gzip file without contents. */
    private static final int GZIP_BYTES_MIN = 20;

    private static final int HEAD_OR_TAIL_BYTES = 4096;

    private final Path path;
    private final InputStream in;

    private InputFile(Path path, InputStream in) {
        this.path = path;
        this.in = in;
    }

    /**
     * A gzip file of one or more members, with nothing behind the last. The JDK's stream ends without an error where a
     * header is truncated or anything else follows. It reads past its buffer only for a trailer or a header that the
     * buffer cuts, and those bytes are counted.
     */
    private static final class WholeGzip extends GZIPInputStream {

        private static final int TRAILER_BYTES = 8;

        private final Counted counted;
        private long atLastFill;

        WholeGzip(Counted in) throws IOException {
            super(in, BUFFER_BYTES);
            this.counted = in;
        }

        @Override
        protected void fill() throws IOException {
            super.fill();
            atLastFill = counted.count;
        }

        @Override
        public int read(byte[] target, int from, int count) throws IOException {
            int got = super.read(target, from, count);
            long behind = inf.getRemaining() + counted.count - atLastFill;
            if (got < 0 && (behind > TRAILER_BYTES || in.read() >= 0)) {
                throw new ZipException("bytes that are not gzip follow its last member, which may be truncated");
            }
            return got;
        }
    }

    /** Counts the bytes that are read. */
    private static final class Counted extends FilterInputStream {

        private long count;

        Counted(InputStream in) {
            super(in);
        }

        @Override
        public int read() throws IOException {
            int read = super.read();
            count += read < 0 ? 0 : 1;
            return read;
        }

        @Override
        public int read(byte[] target, int from, int size) throws IOException {
            int read = super.read(target, from, size);
            count += Math.max(0, read);
            return read;
        }
    }

    /**
     * Opens the bytes of a file.
     *
     * @throws HistoryFormatException if it cannot be read
     */
    public static InputFile bytes(Path path) {
        try {
            var in = new PushbackInputStream(Files.newInputStream(path), HEAD_BYTES);
            try {
                byte[] head = in.readNBytes(HEAD_BYTES);
                in.unread(head);
                return new InputFile(path, isGzip(head) ? new WholeGzip(new Counted(in)) : in);
            } catch (IOException failed) {
                in.close();
                throw failed;
            }
        } catch (IOException failed) {
            throw unreadable(path, failed);
        }
    }

    /**
     * Opens the bytes of a text.
     *
     * @throws HistoryFormatException if it cannot be read, or if its byte order mark is of another encoding than UTF-8
     */
    public static InputFile text(Path path) {
        InputFile bytes = bytes(path);
        var in = new PushbackInputStream(bytes.in, HEAD_BYTES);
        try {
            byte[] head = in.readNBytes(HEAD_BYTES);
            if (isUtf16(head)) {
                throw new HistoryFormatException(path.toString(), "is a text in UTF-16; expected UTF-8");
            }
            in.unread(head, markBytes(head), head.length - markBytes(head));
            return new InputFile(path, in);
        } catch (IOException failed) {
            bytes.close();
            throw unreadable(path, failed);
        } catch (HistoryFormatException refused) {
            bytes.close();
            throw refused;
        }
    }

    /**
     * Returns whether a file that is not packed has several lines, of which the last has no end, and ends with none of
     * these characters. Reads the first and the last {@value #HEAD_OR_TAIL_BYTES} bytes.
     */
    public static boolean endsWithinLine(Path path, String closers) {
        try (var file = new RandomAccessFile(path.toFile(), "r")) {
            byte[] head = new byte[(int) Math.min(file.length(), HEAD_OR_TAIL_BYTES)];
            file.readFully(head);
            if (starts(head, 0x1f, 0x8b) || head.length == 0) {
                return false;
            }
            byte[] tail = new byte[head.length];
            file.seek(file.length() - tail.length);
            file.readFully(tail);
            int last = tail[tail.length - 1];
            boolean hasLines = file.length() > head.length || new String(head, US_ASCII).contains("\n");
            return hasLines && last != '\n' && closers.indexOf(last) < 0;
        } catch (IOException failed) {
            throw unreadable(path, failed);
        }
    }

    /**
     * Returns a lower bound of the size of a file's text. A gzip file ends with the size of its last member, modulo 4
     * GiB. Returns 0 for pipes and for files that cannot be read.
     */
    static long unpackedBytes(Path path) {
        long size = path.toFile().length();
        if (size < GZIP_BYTES_MIN) {
            return size; // A pipe has length 0, and must not be opened twice.
        }
        try (var file = new RandomAccessFile(path.toFile(), "r")) {
            byte[] head = new byte[HEAD_BYTES];
            file.readFully(head);
            if (!isGzip(head)) {
                return size;
            }
            file.seek(size - Integer.BYTES);
            return Math.max(size, Integer.toUnsignedLong(Integer.reverseBytes(file.readInt())));
        } catch (IOException unreadable) {
            return 0;
        }
    }

    /** Reads until so many bytes are in the array from an index on, or the file ends; returns how many were read. */
    public int read(byte[] target, int from, int count) {
        try {
            return in.readNBytes(target, from, count);
        } catch (IOException failed) {
            throw unreadable(path, failed);
        }
    }

    /** Returns the bytes for readers that know no other source. */
    public InputStream stream() {
        return in;
    }

    @Override
    public void close() {
        try {
            in.close();
        } catch (IOException failed) {
            throw unreadable(path, failed);
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

    /** Returns the error of a file or folder that the operating system refuses. */
    public static HistoryFormatException unreadable(Path path, IOException failed) {
        if (failed instanceof NoSuchFileException) {
            return new HistoryFormatException(path.toString(), "cannot be read: there is no such file");
        }
        if (Files.isDirectory(path)) {
            return new HistoryFormatException(path.toString(), "is a folder; expected a file");
        }
        if (failed instanceof EOFException) {
            return new HistoryFormatException(
                    path.toString(),
                    "is a truncated gzip file, which is rejected whole, even with"
                            + " --accept-cut; expected the whole file");
        }
        if (failed instanceof ZipException) {
            return new HistoryFormatException(
                    path.toString(), "is a damaged gzip file (" + failed.getMessage() + "); expected an intact copy");
        }
        return new HistoryFormatException(path.toString(), "cannot be read: " + failed);
    }
}
