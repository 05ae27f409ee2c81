package moirai.runs.corpus;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import moirai.runs.cases.Case;
import moirai.runs.emission.CaseFiles;

/**
 * A folder of cases, one folder for each fingerprint.
 *
 * @param folder need not exist before the first case
 */
public record Corpus(Path folder) {

    /** Where it is unless somebody says otherwise. */
    public static final String FOLDER = "moirai-corpus";

    private static final String PROMOTED = "promoted.txt";

    /**
     * A case of the corpus, which may be broken until it is read.
     *
     * @param isPromoted whether it is replayed before each run of its product
     */
    public record Entry(Path folder, boolean isPromoted) {

        /** What it is called. */
        public String name() {
            return String.valueOf(folder.getFileName());
        }

        /**
         * Reads it.
         *
         * @throws moirai.history.HistoryFormatException if it is broken
         */
        public Case read() {
            return CaseFiles.read(folder);
        }
    }

    /** Takes a case in; one of the same fingerprint that was replayed stays as it is. Returns its folder. */
    public Path add(Case found) throws IOException {
        return CaseFiles.write(folder, found);
    }

    /** All cases by name; none where there is no folder. */
    public List<Entry> entries() {
        if (!Files.isDirectory(folder)) {
            return List.of();
        }
        try (Stream<Path> folders = Files.list(folder)) {
            return folders.filter(one -> Files.exists(one.resolve(CaseFiles.CASE)))
                    .sorted()
                    .map(one -> new Entry(one, Files.exists(one.resolve(PROMOTED))))
                    .toList();
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    /** Has a case replayed before each run of its product. */
    public void promote(Entry entry) throws IOException {
        Files.writeString(entry.folder().resolve(PROMOTED), "Replayed first by each run on this product.\n");
    }
}
