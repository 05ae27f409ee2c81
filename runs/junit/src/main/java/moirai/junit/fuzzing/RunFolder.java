package moirai.junit.fuzzing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Objects;
import moirai.runs.files.WholeFile;
import moirai.runs.store.RunDirectory;
import moirai.runs.store.RunStore;

/** The folders of the runs of tests. Those of tests that pass are removed, so that builds do not fill the disk. */
final class RunFolder {

    private static final String CHAR_FORBIDDEN = "[^A-Za-z0-9._-]";
    private static final int NAME_LENGTH_MAX = 64;
    private static final String LATEST = "latest";

    private RunFolder() {}

    /** Returns the name of the folder for the runs of a method, such as {@code OrdersTest.areIsolated}. */
    static String name(String method) {
        String name = method.replaceAll("[$#]", ".").replaceAll(CHAR_FORBIDDEN, "_");
        String first = RunStore.isName(name.substring(0, 1)) ? name : "x" + name;
        if (first.length() <= NAME_LENGTH_MAX) {
            return first;
        }
        String hash = "-" + Integer.toHexString(method.hashCode());
        return first.substring(0, NAME_LENGTH_MAX - hash.length()) + hash;
    }

    /** Makes the folder of a new run. */
    static synchronized RunDirectory create(RunStore store, String method) {
        return store.create(name(method), Instant.now());
    }

    /** Removes the folder of a run, and what only it needed. */
    static synchronized void remove(Path run) {
        try {
            WholeFile.removeTree(run);
            Path ofMethod = Objects.requireNonNull(run.getParent());
            removeDangling(ofMethod.resolve(LATEST));
            removeDangling(ofMethod.resolveSibling(LATEST));
            try {
                Files.deleteIfExists(ofMethod);
            } catch (DirectoryNotEmptyException others) {
                return;
            }
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    private static void removeDangling(Path link) throws IOException {
        if (Files.isSymbolicLink(link) && !Files.exists(link)) {
            Files.deleteIfExists(link);
        }
    }
}
