package moirai.studies.elle;

import java.util.Collection;
import java.util.Collections;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import moirai.history.level.IsolationLevel;

/**
 * The answer of a checker to the question whether a history keeps to a level.
 *
 * @param names the phenomena that it reports, by our names; of ours only those that the level forbids
 * @param broken the levels that it names as broken
 * @param message if it gave no verdict, the reason
 */
record Answer(Says says, Set<String> names, Set<IsolationLevel> broken, String message) {

    /** The verdict. */
    enum Says {
        VALID,
        INVALID,
        UNKNOWN,
        /** No verdict, but an error. */
        REFUSED;

        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    Answer(Says says, Collection<String> names, Collection<IsolationLevel> broken, String message) {
        this(says, Collections.unmodifiableSet(new TreeSet<>(names)), levels(broken), message);
    }

    private static Set<IsolationLevel> levels(Collection<IsolationLevel> broken) {
        var levels = EnumSet.noneOf(IsolationLevel.class);
        levels.addAll(broken);
        return Collections.unmodifiableSet(levels);
    }

    @Override
    public String toString() {
        String why = message.isEmpty() ? "" : ": " + message;
        return says + (names.isEmpty() ? "" : " (" + String.join(", ", names) + ")") + why;
    }
}
