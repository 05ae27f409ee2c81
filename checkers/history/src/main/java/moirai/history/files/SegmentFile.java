package moirai.history.files;

import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import moirai.history.encoding.FrameBuffer;

/**
 * A segment that is being appended to.
 *
 * <p>A plain stream, not a channel: a channel closes itself when its thread is interrupted, as may happen at the end of
 * a run, just when the last transactions have to be recorded.
 */
final class SegmentFile implements AutoCloseable {

    private final FileOutputStream out;
    private long size;

    private SegmentFile(FileOutputStream out) {
        this.out = out;
    }

    /** Makes a file, which must not exist, with its HEADER. */
    static SegmentFile create(Path directory, SegmentHeader header, int writer, int segment) throws IOException {
        Path file = Files.createFile(directory.resolve(SegmentFormat.name(writer, segment)));
        var made = new SegmentFile(new FileOutputStream(file.toFile(), true));
        try {
            made.writePreamble();
            made.write(header.record(writer, segment));
            forceDirectory(directory);
            return made;
        } catch (IOException | RuntimeException failed) {
            made.close();
            throw failed;
        }
    }

    private void writePreamble() throws IOException {
        byte[] preamble = new byte[SegmentFormat.PREAMBLE_BYTES];
        ByteBuffer.wrap(preamble).order(ByteOrder.LITTLE_ENDIAN).putLong(SegmentFormat.preamble());
        out.write(preamble);
        size += preamble.length;
    }

    /** Hands the frame to the operating system, whole, and empties it. */
    void write(FrameBuffer frame) throws IOException {
        out.write(frame.seal(), 0, frame.size());
        size += frame.size();
        frame.clear();
    }

    long size() {
        return size;
    }

    /** Waits until everything is on the disk. */
    void force() throws IOException {
        out.getFD().sync();
    }

    @Override
    public void close() throws IOException {
        out.close();
    }

    /** Forces the directory: a file can be lost with the power until its directory is on the disk too. */
    private static void forceDirectory(Path directory) {
        try (var channel = FileChannel.open(directory, StandardOpenOption.READ)) {
            channel.force(true);
        } catch (IOException refused) {
            // Not every system opens directories, and a segment lost to a power cut is noticed by its reader.
            return;
        }
    }
}
