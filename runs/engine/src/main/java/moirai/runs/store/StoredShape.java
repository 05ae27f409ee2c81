package moirai.runs.store;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import moirai.history.level.IsolationLevel;
import moirai.history.level.Phenomenon;
import moirai.runs.files.JsonRecord;
import moirai.runs.report.PlainWords;

/**
 * The anomalies of one shape in a stored run: what two runs are compared by.
 *
 * @param fingerprint the name by which the shape is recognised in other runs, such as {@code 9c1e-G-single-rw-wr}
 * @param phenomenon the label of the phenomenon, or that of lost appends
 * @param name the phenomenon's everyday name, such as {@code write skew}
 * @param count how many there are in the whole run
 * @param isAtLeast whether there may be more
 * @param isForbidden whether the level that had to hold forbids one of them, or durability does
 */
public record StoredShape(
        String fingerprint,
        String phenomenon,
        String name,
        long count,
        @JsonProperty("at-least") boolean isAtLeast,
        @JsonProperty("forbidden") boolean isForbidden) {

    /**
     * Returns the shapes that a run found, by fingerprint; none if it did not end.
     *
     * @param expect the label of the level that had to hold
     * @param witnesses the explained anomalies of the run, which know their levels exactly; a shape that has none is
     *     judged by its phenomenon
     */
    public static List<StoredShape> of(Path run, String expect, List<StoredWitness> witnesses) {
        Path file = run.resolve("results.json");
        if (!Files.isRegularFile(file)) {
            return List.of();
        }
        JsonRecord found;
        try {
            found = JsonRecord.read(file, "fingerprints");
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
        Set<String> broken = witnesses.stream()
                .filter(witness -> IsolationLevel.NAMES
                        .named(expect)
                        .filter(level -> witness.breaks().stream()
                                .flatMap(label -> IsolationLevel.NAMES.named(label).stream())
                                .anyMatch(level::implies))
                        .isPresent())
                .map(StoredWitness::fingerprint)
                .collect(Collectors.toSet());
        return found.names()
                .sorted()
                .map(fingerprint -> shape(fingerprint, found.object(fingerprint), expect, broken))
                .toList();
    }

    private static StoredShape shape(String fingerprint, JsonRecord seen, String expect, Set<String> broken) {
        String label = seen.text("phenomenon");
        List<Phenomenon> known = List.of(Phenomenon.values()).stream()
                .filter(phenomenon -> phenomenon.label().equals(label))
                .toList();
        // Lost appends are no phenomenon of a level: durability forbids them at each.
        boolean isForbidden = known.isEmpty()
                || broken.contains(fingerprint)
                || IsolationLevel.NAMES
                        .named(expect)
                        .filter(level -> level.forbidden().contains(known.getFirst()))
                        .isPresent();
        return new StoredShape(
                fingerprint,
                label,
                known.isEmpty() ? label.replace('-', ' ') : PlainWords.name(known.getFirst()),
                seen.number("count", 0),
                seen.truth("at-least?"),
                isForbidden);
    }
}
