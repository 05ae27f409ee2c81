package moirai.history.files;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.TreeMap;

/** Segments that grow in another directory, each writer's in the order in which it wrote them, cut at any byte. */
final class GrowingFiles {

    private final Path directory;
    private final List<List<Chunk>> writers = new ArrayList<>();
    private final int[] grown;

    private record Chunk(Path file, int from, int to) {

        int size() {
            return to - from;
        }
    }

    GrowingFiles(Scratch recorded, Path directory) {
        this.directory = directory;
        var segments = new TreeMap<Integer, List<Path>>();
        for (Path file : recorded.segments()) {
            var name = SegmentFormat.NAME.matcher(file.getFileName().toString());
            if (name.matches()) {
                segments.computeIfAbsent(Integer.parseInt(name.group("writer")), unseen -> new ArrayList<>())
                        .add(file);
            }
        }
        segments.values().forEach(files -> writers.add(chunks(files)));
        grown = new int[writers.size()];
    }

    int writerCount() {
        return grown.length;
    }

    int size(int writer) {
        return writers.get(writer).stream().mapToInt(Chunk::size).sum();
    }

    /** A segment and its HEADER are written before the last frame of the segment before it. */
    private static List<Chunk> chunks(List<Path> files) {
        var chunks = new ArrayList<Chunk>();
        int from = 0;
        for (int i = 0; i < files.size(); i++) {
            Path file = files.get(i);
            byte[] bytes = Scratch.bytes(file);
            if (i + 1 == files.size()) {
                chunks.add(new Chunk(file, from, bytes.length));
            } else {
                int last = lastFrame(bytes);
                int header = frameEnd(Scratch.bytes(files.get(i + 1)), SegmentFormat.PREAMBLE_BYTES);
                chunks.add(new Chunk(file, from, last));
                chunks.add(new Chunk(files.get(i + 1), 0, header));
                chunks.add(new Chunk(file, last, bytes.length));
                from = header;
            }
        }
        return chunks;
    }

    private static int lastFrame(byte[] bytes) {
        int frame = SegmentFormat.PREAMBLE_BYTES;
        while (frameEnd(bytes, frame) < bytes.length) {
            frame = frameEnd(bytes, frame);
        }
        return frame;
    }

    private static int frameEnd(byte[] bytes, int frame) {
        return frame
                + SegmentFormat.FRAME_HEADER_BYTES
                + ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).getInt(frame);
    }

    /** Writes so many of the next bytes of a writer, or all that are left. */
    void grow(int writer, int count) {
        int skipped = 0;
        int until = Math.min(size(writer), grown[writer] + count);
        for (Chunk chunk : writers.get(writer)) {
            int from = Math.max(grown[writer], skipped) - skipped;
            int to = Math.min(until - skipped, chunk.size());
            if (from < to) {
                byte[] bytes = Arrays.copyOfRange(Scratch.bytes(chunk.file()), chunk.from() + from, chunk.from() + to);
                append(directory.resolve(chunk.file().getFileName().toString()), bytes);
            }
            skipped += chunk.size();
        }
        grown[writer] = until;
    }

    private static void append(Path file, byte[] bytes) {
        try {
            Files.createDirectories(file.getParent());
            Files.write(file, bytes, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }
}
