package moirai.runs.cases.format;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import moirai.history.FaultEvent;
import moirai.history.HistoryFormatException;

/**
 * The fields of one object of a file. An invalid field is reported with file, field, value and what would be accepted.
 *
 * @param field the object's own name, empty for the whole file
 */
record CaseFields(String source, String field, JsonNode node) {

    private static final int QUOTED_MAX = 60;

    CaseFields {
        if (!node.isObject()) {
            throw new HistoryFormatException(
                    source,
                    (field.isEmpty() ? "" : field + ": ")
                            + shortened(node.toString())
                            + (field.isEmpty() ? " is not an object; expected a case" : "; expected an object"));
        }
    }

    static String phase(FaultEvent.Phase phase) {
        return phase.name().toLowerCase(Locale.ROOT);
    }

    /** Returns the text bounded and without control characters, which a terminal might obey. */
    static String shortened(String text) {
        String shown = text.length() <= QUOTED_MAX ? text : text.substring(0, QUOTED_MAX) + "…";
        return shown.replaceAll("\\p{Cntrl}", "?");
    }

    HistoryFormatException refused(String name, String found, String expected) {
        return new HistoryFormatException(
                source,
                (field.isEmpty() ? name : field + "." + name) + ": " + shortened(found) + "; expected " + expected);
    }

    /** Returns the exception for an object that is wrong as a whole. */
    HistoryFormatException wrong(String message) {
        return new HistoryFormatException(source, (field.isEmpty() ? "" : field + ": ") + message);
    }

    private JsonNode required(String name, String expected) {
        JsonNode value = node.get(name);
        if (value == null || value.isNull()) {
            throw refused(name, "is missing", expected);
        }
        return value;
    }

    boolean has(String name) {
        return node.has(name);
    }

    String text(String name) {
        JsonNode value = required(name, "a text");
        if (!value.isTextual()) {
            throw refused(name, value.toString(), "a text");
        }
        return printable(name, value.textValue());
    }

    /** Returns a text of several lines. */
    String lines(String name) {
        String text = required(name, "a text").asText();
        text.lines().forEach(line -> printable(name, line.replace('\t', ' ')));
        return text;
    }

    /**
     * Returns the text if it has no line breaks and no escape sequences. Texts get to terminals, scripts and logs,
     * where these could do harm.
     */
    private String printable(String name, String text) {
        if (text.chars().anyMatch(Character::isISOControl)) {
            throw refused(name, "'" + text + "'", "a text without control characters");
        }
        return text;
    }

    long number(String name, long min, long max) {
        String expected = "a whole number from " + min + " to " + max;
        JsonNode value = required(name, expected);
        if (!value.isIntegralNumber()
                || !value.canConvertToLong()
                || value.longValue() < min
                || value.longValue() > max) {
            throw refused(name, value.toString(), expected);
        }
        return value.longValue();
    }

    int count(String name, int min) {
        return (int) number(name, min, Integer.MAX_VALUE);
    }

    boolean flag(String name) {
        JsonNode value = required(name, "true or false");
        if (!value.isBoolean()) {
            throw refused(name, value.toString(), "true or false");
        }
        return value.booleanValue();
    }

    /** Returns the value that a text names out of a closed set. */
    <T> T known(String name, Function<String, Optional<T>> named, String expected) {
        String text = text(name);
        return named.apply(text).orElseThrow(() -> refused(name, "'" + text + "'", expected));
    }

    /** Returns the value out of a list that a text names by its label. */
    <T> T one(String name, List<T> all, Function<T, String> label, String expected) {
        return known(
                name,
                text -> all.stream()
                        .filter(value -> label.apply(value).equals(text))
                        .findFirst(),
                expected);
    }

    /** Returns the value of a text that a parser reads. */
    <T> T parsed(String name, Function<String, T> parser, String expected) {
        String text = text(name);
        try {
            return parser.apply(text);
        } catch (RuntimeException refused) {
            throw refused(name, "'" + text + "'", expected);
        }
    }

    CaseFields object(String name) {
        JsonNode value = required(name, "an object");
        if (!value.isObject()) {
            throw refused(name, value.toString(), "an object");
        }
        return new CaseFields(source, field.isEmpty() ? name : field + "." + name, value);
    }

    private JsonNode array(String name) {
        JsonNode value = required(name, "a list");
        if (!value.isArray()) {
            throw refused(name, value.toString(), "a list");
        }
        return value;
    }

    List<CaseFields> objects(String name) {
        return items(name).stream().map(Item::object).toList();
    }

    /**
     * An element of a list that holds texts and objects.
     *
     * @param name of the element, as {@code cases[0]}
     */
    record Item(CaseFields parent, String name, JsonNode node) {

        boolean isText() {
            return node.isTextual();
        }

        String text() {
            return parent.printable(name, node.textValue());
        }

        CaseFields object() {
            return new CaseFields(parent.source, parent.field.isEmpty() ? name : parent.field + "." + name, node);
        }
    }

    List<Item> items(String name) {
        var items = new ArrayList<Item>();
        for (JsonNode value : array(name)) {
            items.add(new Item(this, name + "[" + items.size() + "]", value));
        }
        return items;
    }

    List<String> texts(String name) {
        var texts = new ArrayList<String>();
        for (JsonNode value : array(name)) {
            String own = name + "[" + texts.size() + "]";
            if (!value.isTextual()) {
                throw refused(own, value.toString(), "a text");
            }
            texts.add(printable(own, value.textValue()));
        }
        return texts;
    }

    List<List<String>> lists(String name) {
        var lists = new ArrayList<List<String>>();
        for (JsonNode list : array(name)) {
            var parent = new CaseFields(
                    source, field, JsonNodeFactory.instance.objectNode().set(name, list));
            lists.add(parent.texts(name));
        }
        return lists;
    }

    /** Returns numbers by their names, in their order. */
    Map<String, Integer> numbers(String name) {
        CaseFields object = object(name);
        var numbers = new LinkedHashMap<String, Integer>();
        object.node
                .fieldNames()
                .forEachRemaining(
                        key -> numbers.put(key, (int) object.number(key, Integer.MIN_VALUE, Integer.MAX_VALUE)));
        return numbers;
    }

    List<Integer> counts(String name) {
        var counts = new ArrayList<Integer>();
        for (JsonNode value : array(name)) {
            if (!value.isInt() || value.intValue() < 0) {
                throw refused(name + "[" + counts.size() + "]", value.toString(), "a whole number from 0");
            }
            counts.add(value.intValue());
        }
        return counts;
    }

    /** Returns texts by whole numbers; empty if there is no such field. */
    Map<Long, String> labels(String name) {
        var labels = new TreeMap<Long, String>();
        if (has(name)) {
            CaseFields object = object(name);
            for (Map.Entry<String, JsonNode> label : object.node.properties()) {
                try {
                    labels.put(Long.valueOf(label.getKey()), object.text(label.getKey()));
                } catch (NumberFormatException unnumbered) {
                    throw refused(name, "'" + label.getKey() + "'", "texts by whole numbers");
                }
            }
        }
        return labels;
    }
}
