package moirai.runs.campaign.file;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import moirai.history.level.Nearest;

/**
 * The options of {@code moirai run} that a campaign may set, by their longest names without dashes.
 *
 * @param valued those with a value
 * @param flags those without
 */
public record RunOptions(List<String> valued, List<String> flags) {

    private static final String PASSWORD = "password";

    public RunOptions {
        valued = List.copyOf(valued);
        flags = List.copyOf(flags);
    }

    boolean knows(String name) {
        return valued.contains(name) || flags.contains(name);
    }

    List<String> names() {
        var names = new ArrayList<>(valued);
        names.addAll(flags);
        return names;
    }

    /** Returns a hint at the option that may have been meant, and where all of them are listed. */
    String hint(String name) {
        return Nearest.hint(name, names()) + ". Known: the options of 'moirai run' without dashes, such as "
                + String.join(", ", valued.subList(0, Math.min(valued.size(), 3)));
    }

    /** Reads an option; empty if it is no option. */
    Optional<Setting> read(YamlNode.Field field) {
        if (!knows(field.name())) {
            return Optional.empty();
        }
        String place = field.value().place();
        if (flags.contains(field.name())) {
            String set = field.value().text("true or false");
            return switch (set) {
                case "true" -> Optional.of(new Setting(field.name(), List.of(set), true, place));
                case "false" -> Optional.of(new Setting(field.name(), List.of(), true, place));
                default -> throw field.value().refused("'" + set + "': expected true or false");
            };
        }
        List<YamlNode> values =
                field.value().isList() ? field.value().items("a value or a list of values") : List.of(field.value());
        List<String> texts = values.stream()
                .map(value -> value.text("a value of --" + field.name()))
                .toList();
        if (field.name().equals(PASSWORD) && texts.stream().anyMatch(text -> !text.matches("(env|file):.+"))) {
            throw field.value().refused("a password may not stand in a file: expected env:NAME or file:PATH");
        }
        return Optional.of(new Setting(field.name(), texts, false, place));
    }
}
