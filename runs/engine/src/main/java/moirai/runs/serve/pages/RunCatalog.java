package moirai.runs.serve.pages;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.Collectors;
import moirai.runs.RunException;
import moirai.runs.store.RunDirectory;
import moirai.runs.store.RunStore;
import moirai.runs.store.RunSummary;

/**
 * The catalogue of all runs of a store as rows of a table. The contents of a run are cached as long as its {@code
 * run.json} is the same, so that a list costs one look at each directory: O(runs). The first list reads on all cores.
 */
final class RunCatalog {

    private final RunStore store;
    private final Map<Path, Known> known = new ConcurrentHashMap<>();
    private final ReentrantLock turn = new ReentrantLock();

    RunCatalog(RunStore store) {
        this.store = store;
    }

    private record Known(FileTime written, Row row) {}

    /**
     * Returns the rows, the run that began last first. One call at a time reads: other calls wait for the first list,
     * which is faster than to read every run a second time beside it.
     */
    List<Row> rows() {
        turn.lock();
        try {
            List<RunDirectory> runs = store.runs();
            known.keySet().retainAll(runs.stream().map(RunDirectory::path).collect(Collectors.toSet()));
            return runs.parallelStream().map(this::row).toList();
        } finally {
            turn.unlock();
        }
    }

    private Row row(RunDirectory run) {
        FileTime written;
        try {
            written = Files.getLastModifiedTime(run.record());
        } catch (IOException absent) {
            return Row.open(run.path(), Row.NOT_ENDED);
        }
        Known before = known.get(run.path());
        if (before != null && before.written().equals(written)) {
            return before.row();
        }
        Row row = read(run);
        known.put(run.path(), new Known(written, row));
        return row;
    }

    private static Row read(RunDirectory run) {
        try {
            return Row.of(RunSummary.read(run.path()));
        } catch (RunException unreadable) {
            return Row.open(run.path(), "UNREADABLE");
        }
    }
}
