package moirai.nemesis.process;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** Logs of which the end is kept. */
final class LogTail {

    private LogTail() {}

    /**
     * Appends the end of a file to another, and cuts the other at its beginning, in whole lines. Does nothing if the
     * first does not exist. Costs O(most) time and memory.
     *
     * @param most how many bytes the other has afterwards, at most
     */
    static void append(Path from, Path to, int most) throws IOException {
        byte[] added = end(from, most);
        if (added.length == 0) {
            return;
        }
        byte[] before = end(to, most - added.length);
        try (var out = Files.newOutputStream(to)) {
            out.write(before);
            out.write(added);
        }
    }

    /** Returns the last whole lines of a file, of at most so many bytes; nothing if there is no file. */
    private static byte[] end(Path file, int most) throws IOException {
        try (SeekableByteChannel channel = Files.newByteChannel(file, StandardOpenOption.READ)) {
            long size = channel.size();
            int length = (int) Math.min(size, most);
            channel.position(size - length);
            ByteBuffer buffer = ByteBuffer.allocate(length);
            while (buffer.hasRemaining() && channel.read(buffer) >= 0) {
                // A channel may give less than was asked for.
            }
            int from = 0;
            if (length < size) {
                while (from < buffer.position() && buffer.get(from++) != '\n') {
                    // The first line is a part of one.
                }
            }
            byte[] lines = new byte[buffer.position() - from];
            buffer.get(from, lines);
            return lines;
        } catch (NoSuchFileException none) {
            return new byte[0];
        }
    }
}
