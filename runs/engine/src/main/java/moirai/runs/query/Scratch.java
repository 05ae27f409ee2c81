package moirai.runs.query;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import moirai.runs.files.WholeFile;

/** A temporary folder for what a database needs while it is open. It is removed at the end, also after Ctrl-C. */
final class Scratch implements AutoCloseable {

    private final Path path;
    private final Thread atExit = new Thread(this::remove, "moirai-query");

    Scratch() {
        try {
            path = Files.createTempDirectory("moirai-query");
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
        Runtime.getRuntime().addShutdownHook(atExit);
    }

    Path path() {
        return path;
    }

    /** Returns the resources of a database that keeps so much in memory and the rest here. */
    DuckDb.Resources resources(String memory) {
        return new DuckDb.Resources(memory, path.resolve("spill"));
    }

    private void remove() {
        try {
            if (Files.exists(path)) {
                WholeFile.removeTree(path);
            }
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    @Override
    public void close() {
        try {
            Runtime.getRuntime().removeShutdownHook(atExit);
        } catch (IllegalStateException exiting) {
            return; // The hook removes it.
        }
        remove();
    }
}
