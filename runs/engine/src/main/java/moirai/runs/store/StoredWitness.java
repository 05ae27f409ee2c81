package moirai.runs.store;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import moirai.runs.files.JsonRecord;

/**
 * An explained anomaly of a stored run.
 *
 * @param folder its folder, relative to the run's directory, with {@code /} between names
 * @param phenomenon its label, such as {@code G2-item}
 * @param name its everyday name
 * @param meaning what went wrong, in sentences
 * @param breaks the labels of the weakest levels that forbid it
 * @param fingerprint the fingerprint that anomalies of its kind share; empty in a run of an older version
 */
public record StoredWitness(
        String folder, String phenomenon, String name, String meaning, List<String> breaks, String fingerprint) {

    public StoredWitness {
        breaks = List.copyOf(breaks);
    }

    /** Returns the path of the file for people, relative to the run's directory. */
    public String textFile() {
        return folder + "/" + AnomalyFiles.TEXT;
    }

    /**
     * Returns the explanation for people, or its beginning if it is longer.
     *
     * @param bytesMax the number of bytes to read at most
     */
    public String text(Path run, int bytesMax) {
        try (InputStream in = Files.newInputStream(run.resolve(textFile()))) {
            byte[] read = in.readNBytes(bytesMax);
            String text = new String(read, StandardCharsets.UTF_8);
            return in.read() < 0 ? text : text + "\n… (cut; the whole of it is in " + textFile() + ")\n";
        } catch (IOException absent) {
            return meaning;
        }
    }

    /**
     * Returns the explained anomalies of a run, by the names of their folders; none if there is no such folder.
     *
     * @param max the maximal number to read
     */
    public static List<StoredWitness> of(Path run, int max) {
        Path folder = new RunDirectory(run).anomalies();
        if (!Files.isDirectory(folder)) {
            return List.of();
        }
        try (Stream<Path> entries = Files.list(folder)) {
            var witnesses = new ArrayList<StoredWitness>();
            for (Path entry : entries.filter(entry -> Files.isRegularFile(entry.resolve(AnomalyFiles.DATA)))
                    .sorted(Comparator.comparingInt(StoredWitness::number).thenComparing(Path::toString))
                    .limit(max)
                    .toList()) {
                witnesses.add(read(run, entry));
            }
            return List.copyOf(witnesses);
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    /**
     * Returns the number at the end of a folder's name, by which witnesses of one phenomenon are sorted: {@code
     * G2-item-1}, {@code G2-item-2} and so on.
     */
    private static int number(Path folder) {
        String digits = folder.toString().replaceFirst(".*-", "");
        return digits.matches("\\d{1,9}") ? Integer.parseInt(digits) : Integer.MAX_VALUE;
    }

    private static StoredWitness read(Path run, Path folder) throws IOException {
        JsonRecord data = JsonRecord.read(folder.resolve(AnomalyFiles.DATA));
        return new StoredWitness(
                run.relativize(folder).toString().replace(folder.getFileSystem().getSeparator(), "/"),
                data.text("phenomenon"),
                data.text("name"),
                data.text("meaning"),
                data.texts("breaks"),
                data.text("fingerprint"));
    }
}
