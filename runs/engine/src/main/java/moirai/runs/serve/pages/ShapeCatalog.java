package moirai.runs.serve.pages;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.Collectors;
import moirai.runs.store.StoredShape;

/**
 * The shapes of all runs of a store. What a run found is cached as long as its {@code results.json} is the same;
 * nothing is read before somebody asks for shapes.
 */
final class ShapeCatalog {

    private final Map<Path, Known> known = new ConcurrentHashMap<>();
    private final ReentrantLock turn = new ReentrantLock();

    private record Known(FileTime written, List<StoredShape> shapes) {}

    /** Returns the shapes of runs by their directories. A run whose results cannot be read has none. */
    Map<Path, List<StoredShape>> of(List<Row> rows) {
        turn.lock();
        try {
            known.keySet().retainAll(rows.stream().map(Row::directory).collect(Collectors.toSet()));
            rows.parallelStream().filter(Row::hasEnded).forEach(row -> refresh(row.directory()));
            var shapes = new HashMap<Path, List<StoredShape>>();
            known.forEach((run, found) -> shapes.put(run, found.shapes()));
            return shapes;
        } finally {
            turn.unlock();
        }
    }

    private void refresh(Path run) {
        FileTime written;
        try {
            written = Files.getLastModifiedTime(run.resolve("results.json"));
        } catch (IOException absent) {
            known.remove(run);
            return;
        }
        Known before = known.get(run);
        if (before == null || !before.written().equals(written)) {
            known.put(run, new Known(written, read(run)));
        }
    }

    private static List<StoredShape> read(Path run) {
        try {
            // Names and counts are enough here; witnesses would only tell which level a shape breaks.
            return StoredShape.of(run, "", List.of());
        } catch (UncheckedIOException unreadable) {
            return List.of();
        }
    }
}
