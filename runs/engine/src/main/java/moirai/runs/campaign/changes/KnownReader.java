package moirai.runs.campaign.changes;

import java.time.LocalDate;
import java.time.format.DateTimeParseException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.regex.Pattern;
import moirai.runs.campaign.file.YamlNode;

/**
 * Reads a list of known failures, such as {@code known.yaml} of a campaign: each with {@code fingerprint}, {@code
 * reason}, {@code owner} and {@code until}, and if one likes {@code link}. In a list for campaigns {@code cell} may say
 * where it is known; in one for runs {@code database} must.
 */
public final class KnownReader {

    private static final List<String> KEYS = List.of("fingerprint", "reason", "owner", "until", "cell", "link");
    private static final List<String> KEYS_OF_RUNS =
            List.of("fingerprint", "reason", "owner", "until", "database", "link");
    private static final int REQUIRED = 4;
    private static final Pattern FINGERPRINT = Pattern.compile("([0-9a-f]{4,16}|[*])-[A-Za-z0-9*-]+");

    private KnownReader() {}

    /**
     * Reads a list for campaigns.
     *
     * @param file its name for messages
     * @throws moirai.runs.RunException if it is not such a list, with the place, the value and what is expected
     */
    public static List<KnownFailure> read(String file, String text) {
        return read(file, text, KnownReader::ofCell);
    }

    /**
     * Reads a list for runs, as {@link #read(String, String)} does; each failure is one of a database and its versions.
     */
    public static List<KnownFailure> ofRuns(String file, String text) {
        return read(file, text, KnownReader::ofDatabase);
    }

    private static List<KnownFailure> read(String file, String text, Function<YamlNode, KnownFailure> failure) {
        boolean isEmpty =
                text.lines().allMatch(line -> line.isBlank() || line.strip().matches("#.*|\\[ *\\]"));
        if (isEmpty) {
            return List.of();
        }
        return YamlNode.parse(file, text, "a list of known failures").items("a list of known failures").stream()
                .map(failure)
                .toList();
    }

    private static KnownFailure ofCell(YamlNode node) {
        Map<String, YamlNode> fields = fields(node, KEYS);
        List<String> keys = KEYS.subList(0, REQUIRED);
        return failure(
                node, fields, keys, optional(fields, "cell", "the name of a cell, in which * stands for anything"));
    }

    private static KnownFailure ofDatabase(YamlNode node) {
        Map<String, YamlNode> fields = fields(node, KEYS_OF_RUNS);
        List<String> keys = KEYS_OF_RUNS.subList(0, REQUIRED + 1);
        String expected = "product and version as runs name them, in which * stands for anything: 'PostgreSQL 18.*'";
        String database = required(node, fields, keys, "database").text(expected);
        return failure(node, fields, keys, database);
    }

    private static Map<String, YamlNode> fields(YamlNode node, List<String> keys) {
        Map<String, YamlNode> fields = new HashMap<>();
        node.fields("a known failure", keys).forEach(field -> fields.put(field.name(), field.value()));
        return fields;
    }

    /**
     * @param keys those that each failure must have
     * @param place where it is known
     */
    private static KnownFailure failure(YamlNode node, Map<String, YamlNode> fields, List<String> keys, String place) {
        YamlNode fingerprint = required(node, fields, keys, "fingerprint");
        String shape = fingerprint.text("the fingerprint of an anomaly");
        if (!FINGERPRINT.matcher(shape).matches()) {
            throw fingerprint.refused(
                    "'" + shape + "': expected a fingerprint as reports name it, such as 33af08e8-G2-item-rw-rw,"
                            + " or *-G2-item-* for each of a phenomenon");
        }
        return new KnownFailure(
                shape,
                place,
                required(node, fields, keys, "reason").text("why it is accepted"),
                optional(fields, "link", "where it is reported"),
                required(node, fields, keys, "owner").text("who looks after it"),
                date(required(node, fields, keys, "until")));
    }

    private static YamlNode required(YamlNode node, Map<String, YamlNode> fields, List<String> keys, String key) {
        YamlNode value = fields.get(key);
        if (value == null) {
            throw node.refused("'" + key + "' is missing: expected " + String.join(", ", keys));
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
