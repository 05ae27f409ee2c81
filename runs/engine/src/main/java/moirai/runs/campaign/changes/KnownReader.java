package moirai.runs.campaign.changes;

import java.time.LocalDate;
import java.time.format.DateTimeParseException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import moirai.runs.campaign.file.YamlNode;

/**
 * Reads the list of known failures, {@code known.yaml}: each with {@code fingerprint}, {@code reason}, {@code owner}
 * and {@code until}, and if one likes {@code cell} and {@code link}.
 */
public final class KnownReader {

    private static final List<String> KEYS = List.of("fingerprint", "reason", "owner", "until", "cell", "link");
    private static final Pattern FINGERPRINT = Pattern.compile("([0-9a-f]{4,16}|[*])-[A-Za-z0-9*-]+");

    private KnownReader() {}

    /**
     * Reads the list.
     *
     * @param file its name for messages
     * @throws moirai.runs.RunException if it is not such a list, with the place, the value and what is expected
     */
    public static List<KnownFailure> read(String file, String text) {
        boolean isEmpty =
                text.lines().allMatch(line -> line.isBlank() || line.strip().matches("#.*|\\[ *\\]"));
        if (isEmpty) {
            return List.of();
        }
        return YamlNode.parse(file, text, "a list of known failures").items("a list of known failures").stream()
                .map(KnownReader::failure)
                .toList();
    }

    private static KnownFailure failure(YamlNode node) {
        Map<String, YamlNode> fields = new HashMap<>();
        node.fields("a known failure", KEYS).forEach(field -> fields.put(field.name(), field.value()));
        YamlNode fingerprint = required(node, fields, "fingerprint");
        String shape = fingerprint.text("the fingerprint of an anomaly");
        if (!FINGERPRINT.matcher(shape).matches()) {
            throw fingerprint.refused(
                    "'" + shape + "': expected a fingerprint as reports name it, such as 33af08e8-G2-item-rw-rw,"
                            + " or *-G2-item-* for each of a phenomenon");
        }
        return new KnownFailure(
                shape,
                optional(fields, "cell", "the name of a cell, in which * stands for anything"),
                required(node, fields, "reason").text("why it is accepted"),
                optional(fields, "link", "where it is reported"),
                required(node, fields, "owner").text("who looks after it"),
                date(required(node, fields, "until")));
    }

    private static YamlNode required(YamlNode node, Map<String, YamlNode> fields, String key) {
        YamlNode value = fields.get(key);
        if (value == null) {
            throw node.refused("'" + key + "' is missing: expected " + String.join(", ", KEYS.subList(0, 4)));
        }
        return value;
    }

    private static String optional(Map<String, YamlNode> fields, String key, String expected) {
        YamlNode value = fields.get(key);
        return value == null ? "" : value.text(expected);
    }

    private static LocalDate date(YamlNode node) {
        String text = node.text("a date, such as 2026-12-31");
        try {
            return LocalDate.parse(text);
        } catch (DateTimeParseException wrong) {
            throw node.refused("'" + text + "': expected a date, such as 2026-12-31");
        }
    }
}
