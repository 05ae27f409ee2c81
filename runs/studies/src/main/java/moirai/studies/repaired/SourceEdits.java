package moirai.studies.repaired;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import moirai.studies.repaired.ParsedSources.Place;
import moirai.studies.repaired.ParsedSources.Text;

/** Changes of files that keep every line where it is, so that an analysis names the same places. */
final class SourceEdits {

    private final ParsedSources sources;
    private final Map<Text, String> texts = new LinkedHashMap<>();
    private final List<Replacement> code = new ArrayList<>();

    private record Replacement(Place place, String by) {}

    SourceEdits(ParsedSources sources) {
        this.sources = sources;
    }

    /** Returns a text as it is after the changes so far. */
    String now(Text text) {
        return texts.getOrDefault(text, text.value());
    }

    /** Changes a text, perhaps once more. */
    void change(Text text, UnaryOperator<String> change) {
        texts.put(text, change.apply(now(text)));
    }

    /** Puts code in the place of other code, or in between if the place is empty. */
    void replace(Place place, String by) {
        code.add(new Replacement(place, by));
    }

    /** Writes the files. */
    void write() throws IOException {
        var all = new ArrayList<Replacement>(code);
        texts.forEach((text, value) ->
                all.add(new Replacement(text.place(), literal(value) + "\n".repeat(text.lines()))));
        // From the end of each file on, so that places before stay as they are.
        all.sort(Comparator.comparingInt((Replacement one) -> one.place().begin())
                .reversed());
        Map<Path, StringBuilder> contents = new LinkedHashMap<>();
        for (Replacement one : all) {
            Path file = one.place().file();
            contents.computeIfAbsent(file, path -> new StringBuilder(sources.content(path)))
                    .replace(one.place().begin(), one.place().end(), one.by());
        }
        for (Map.Entry<Path, StringBuilder> changed : contents.entrySet()) {
            Files.writeString(changed.getKey(), changed.getValue());
        }
    }

    private static String literal(String value) {
        var literal = new StringBuilder("\"");
        value.chars().forEach(c -> {
            switch (c) {
                case '"' -> literal.append("\\\"");
                case '\\' -> literal.append("\\\\");
                case '\n' -> literal.append("\\n");
                case '\t' -> literal.append("\\t");
                case '\r' -> literal.append("\\r");
                default -> literal.append((char) c);
            }
        });
        return literal.append('"').toString();
    }
}
