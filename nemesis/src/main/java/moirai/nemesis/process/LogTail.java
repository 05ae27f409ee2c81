package moirai.nemesis.process;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import moirai.nemesis.Node;

/** Logs of which the end is kept. */
final class LogTail {

    private LogTail() {}

    /** The last lines of a file, and whether they are all of its lines. */
    private static final class End {

        static final End NOTHING = new End(new byte[0], true);

        private final byte[] lines;
        private final boolean isWhole;

        End(byte[] lines, boolean isWhole) {
            this.lines = lines;
            this.isWhole = isWhole;
        }
    }

    /**
     * Appends the end of a file to another, and cuts the other at its beginning, in whole lines. Does nothing if the
     * first does not exist. Costs O(most) time and memory.
     *
     * @param most how many bytes the other has afterwards, at most
     */
    static void append(Path from, Path to, int most) throws IOException {
        End added = end(from, most);
        if (added.lines.length == 0) {
            return;
        }
        End before = end(to, most - added.lines.length);
        try (var out = Files.newOutputStream(to)) {
            out.write(before.lines);
            out.write(added.lines);
        }
        if (!added.isWhole || !before.isWhole || Files.exists(cut(from))) {
            markCut(to);
        }
    }

    /** Notes that lines of a log are missing. */
    static void markCut(Path log) throws IOException {
        Files.write(cut(log), new byte[0]);
    }

    private static Path cut(Path log) {
        return log.resolveSibling(log.getFileName() + Node.CUT);
    }

    /** Returns the last whole lines of a file, of at most so many bytes; nothing if there is no file. */
    private static End end(Path file, int most) throws IOException {
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
            return new End(lines, length == size);
        } catch (NoSuchFileException none) {
            return End.NOTHING;
        }
    }
}
