package moirai.history.keeping;

import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Optional;
import java.util.zip.CRC32C;
import moirai.history.HistoryFormatException;

/** A small text file beside segments, with a checksum in its last line, of which readers see all or nothing. */
public final class NoteFile {

    private static final String CRC = "crc ";
    private static final int HEX = 16;

    private NoteFile() {}

    /**
     * Writes the file in place of the one before: after a crash either the one or the other is there, whole.
     *
     * @param body lines, the last of which has its end
     */
    public static void write(Path file, String body) throws IOException {
        byte[] bytes = (body + CRC + Long.toHexString(crc(body)) + "\n").getBytes(StandardCharsets.UTF_8);
        Path part = file.resolveSibling(file.getFileName() + ".new");
        try (var out = new FileOutputStream(part.toFile())) {
            out.write(bytes);
            out.getFD().sync();
        }
        Files.move(part, file, StandardCopyOption.ATOMIC_MOVE);
        forceDirectory(file);
    }

    /**
     * Returns the body of the file; empty if there is no file.
     *
     * @throws HistoryFormatException if it is damaged
     */
    public static Optional<String> read(Path file) {
        if (!Files.exists(file)) {
            return Optional.empty();
        }
        String text;
        try {
            text = Files.readString(file);
        } catch (IOException failed) {
            throw new HistoryFormatException(file.toString(), "cannot be read: " + failed);
        }
        int end = text.lastIndexOf(CRC);
        String body = end < 0 ? "" : text.substring(0, end);
        if (end < 0
                || !text.endsWith("\n")
                || !isCrc(text.substring(end + CRC.length()).strip(), body)) {
            throw new HistoryFormatException(file.toString(), "is damaged: expected lines, and their CRC in the last");
        }
        return Optional.of(body);
    }

    private static boolean isCrc(String written, String body) {
        try {
            return Long.parseLong(written, HEX) == crc(body);
        } catch (NumberFormatException none) {
            return false;
        }
    }

    private static long crc(String body) {
        var crc = new CRC32C();
        crc.update(body.getBytes(StandardCharsets.UTF_8));
        return crc.getValue();
    }

    /** Forces the directory: otherwise a power cut could undo the file and not the deletions that follow it. */
    private static void forceDirectory(Path file) {
        try (var channel = FileChannel.open(file.toAbsolutePath().getParent(), StandardOpenOption.READ)) {
            channel.force(true);
        } catch (IOException refused) {
            // Not every system opens directories.
            return;
        }
    }
}
