package moirai.runs.query;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.CRC32C;
import moirai.history.keeping.Manifest;
import moirai.history.keeping.SegmentName;
import moirai.runs.store.RunDirectory;

/**
 * A text that changes when the files change that a database is made of: the sizes of the segments, which are only ever
 * appended to, and the contents of the small files. Times do not count, so that a run can be moved and packed.
 */
final class SourceMark {

    private SourceMark() {}

    /** Returns the mark of a directory of segments, or of the directory of a run. */
    static String of(Path run) throws IOException {
        var mark = new StringBuilder();
        Path segments = RunDirectory.historyOf(run);
        try (Stream<Path> files = Files.list(segments)) {
            for (Path file : files.sorted().toList()) {
                String name = file.getFileName().toString();
                if (name.endsWith(SegmentName.SUFFIX)) {
                    mark.append(name).append(' ').append(Files.size(file)).append('\n');
                }
            }
        }
        append(segments.resolve(Manifest.NAME), mark);
        for (String name : List.of("run.json", "results.json")) {
            append(run.resolve(name), mark);
        }
        return mark.toString();
    }

    private static void append(Path file, StringBuilder mark) throws IOException {
        if (Files.isRegularFile(file)) {
            var checksum = new CRC32C();
            checksum.update(Files.readAllBytes(file));
            mark.append(file.getFileName())
                    .append(' ')
                    .append(Long.toHexString(checksum.getValue()))
                    .append('\n');
        }
    }
}
