package moirai.runs.corpus;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import moirai.runs.cases.Case;
import moirai.runs.emission.CaseFiles;

/**
 * A folder of cases, one folder for each fingerprint.
 *
 * @param folder need not exist before the first case
 */
public record Corpus(Path folder) {

    /** The default folder of the corpus. */
    public static final String FOLDER = "moirai-corpus";

    private static final String PROMOTED = "promoted.txt";

    /**
     * A case of the corpus, whose file may turn out to be broken when it is read.
     *
     * @param isPromoted whether it is replayed before each run of its product
     */
    public record Entry(Path folder, boolean isPromoted) {

        /** Returns the name of the case's folder. */
        public String name() {
            return String.valueOf(folder.getFileName());
        }

        /**
         * Reads the case.
         *
         * @throws moirai.history.HistoryFormatException if it is broken
         */
        public Case read() {
            return CaseFiles.read(folder);
        }
    }

    /** Adds a case and returns its folder. A case of the same fingerprint that was replayed stays as it is. */
    public Path add(Case found) throws IOException {
        return CaseFiles.write(folder, found);
    }

    /** Returns all cases by name; none if the folder does not exist. */
    public List<Entry> entries() {
        try {
            return CaseFiles.in(folder).stream()
                    .map(one -> new Entry(one, Files.exists(one.resolve(PROMOTED))))
                    .toList();
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    /** Marks a case to be replayed before each run of its product. */
    public void promote(Entry entry) throws IOException {
        Files.writeString(entry.folder().resolve(PROMOTED), "Replayed first by each run on this product.\n");
    }

    /** Undoes {@link #promote}. Does nothing if the case is not promoted. */
    public void demote(Entry entry) throws IOException {
        Files.deleteIfExists(entry.folder().resolve(PROMOTED));
    }
}
