package moirai.history.level;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The levels that a part of the house supports, from weak to strong, by the names under which its users know them.
 *
 * <p>One word may mean several levels: what the literature on weak stores calls read committed keeps the order within
 * sessions, and Adya's does not. So each part lists its own names, and the levels themselves are those of one lattice.
 *
 * @param <L> an isolation level, or what a part of the house makes of one
 * @param what the kind of level, for messages: a level of the mock store
 * @param names no word stands for two levels
 * @param refusals for words that mean a level that is not supported, the reason, by words in lower case
 */
public record LevelNames<L>(String what, List<Name<L>> names, Map<String, String> refusals) {

    /** A level, the one name under which it is shown, and other names under which it may be asked for. */
    public record Name<L>(String label, L level, List<String> aliases) {

        public Name {
            aliases = List.copyOf(aliases);
        }

        private boolean is(String word) {
            return Stream.concat(Stream.of(label), aliases.stream()).anyMatch(word::equalsIgnoreCase);
        }
    }

    public LevelNames {
        names = List.copyOf(names);
        refusals = Map.copyOf(refusals);
    }

    /** Names of which none is refused for a reason of its own. */
    @SafeVarargs
    @SuppressWarnings("varargs")
    public static <L> LevelNames<L> of(String what, Name<L>... names) {
        return new LevelNames<>(what, List.of(names), Map.of());
    }

    /** Returns one entry of the list. */
    public static <L> Name<L> name(String label, L level, String... aliases) {
        return new Name<>(label, level, List.of(aliases));
    }

    /** Returns the level that a word means, in any case; empty if it means none. */
    public Optional<L> named(String word) {
        return names.stream().filter(name -> name.is(word)).findFirst().map(Name::level);
    }

    /**
     * Returns the level that a word means.
     *
     * @throws IllegalArgumentException if it means none, saying what would be accepted
     */
    public L parse(String word) {
        return named(word)
                .orElseThrow(() -> new IllegalArgumentException("'" + word + "' "
                        + Optional.ofNullable(refusals.get(word.toLowerCase(Locale.ROOT)))
                                .orElse("is not " + what)
                        + Nearest.hint(word, labels()) + ". Known: " + String.join(", ", labels())));
    }

    /**
     * Returns the name under which a level is shown.
     *
     * @throws IllegalArgumentException if the level is not supported
     */
    public String label(L level) {
        return entry(level).label();
    }

    /**
     * Returns the names of a level.
     *
     * @throws IllegalArgumentException if the level is not supported
     */
    public Name<L> entry(L level) {
        return names.stream()
                .filter(name -> name.level().equals(level))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException(level + " is not " + what));
    }

    /** Returns the levels, from weak to strong. */
    public List<L> levels() {
        return names.stream().map(Name::level).toList();
    }

    /** Returns the names under which levels are shown, from weak to strong. */
    public List<String> labels() {
        return names.stream().map(Name::label).toList();
    }
}
