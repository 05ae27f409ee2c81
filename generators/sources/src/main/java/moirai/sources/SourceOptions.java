package moirai.sources;

import java.nio.file.Path;
import java.util.List;

/**
 * The files to read, and how far to follow them.
 *
 * @param paths Java files and folders of them; at least one
 * @param ddl files with CREATE TABLE; tables that the sources themselves define need none
 * @param txns the methods that are transactions, as {@code Class.method} or {@code method}, with * for any letters;
 *     empty for every public method that a connection or a data source reaches as parameter or field
 * @param loopMax how often a loop is repeated at most; 1 to 8
 */
public record SourceOptions(List<Path> paths, List<Path> ddl, List<String> txns, int loopMax) {

    /** Copies the lists. Throws IllegalArgumentException for no path and for a bound out of its range. */
    public SourceOptions {
        paths = List.copyOf(paths);
        ddl = List.copyOf(ddl);
        txns = List.copyOf(txns);
        if (paths.isEmpty()) {
            throw new IllegalArgumentException("no path; expected at least one Java file or folder");
        }
        if (loopMax < 1 || loopMax > 8) {
            throw new IllegalArgumentException("loop repetitions: " + loopMax + "; accepted: 1 to 8");
        }
    }

    /** Returns the options for one file or folder, with its own tables and all its transactions. */
    public static SourceOptions of(Path path, int loopMax) {
        return new SourceOptions(List.of(path), List.of(), List.of(), loopMax);
    }
}
