package moirai.runs.campaign.file;

import java.util.List;

/**
 * A choice of cells: all whose value at each of these keys is one of those listed. A key is the name of an axis, or an
 * option.
 */
public record Condition(List<Key> keys) {

    /** The condition that every cell meets. */
    static final Condition ALWAYS = new Condition(List.of());

    public Condition {
        keys = List.copyOf(keys);
    }

    /** A key with the values that it may have. */
    public record Key(String name, List<String> accepted, String place) {

        public Key {
            accepted = List.copyOf(accepted);
        }
    }

    /** Reads a condition. */
    static Condition read(YamlNode node, String expected) {
        return new Condition(node.fields(expected).stream()
                .map(field -> new Key(
                        field.name(),
                        field.value().isList()
                                ? field.value().items(expected).stream()
                                        .map(item -> item.text(expected))
                                        .toList()
                                : List.of(field.value().text(expected)),
                        field.key().place()))
                .toList());
    }
}
