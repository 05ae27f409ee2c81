package moirai.analysis.shrinking;

import java.util.EnumSet;
import java.util.Set;
import moirai.analysis.Anomaly;
import moirai.analysis.Checker;
import moirai.analysis.durability.Durability;
import moirai.history.History;
import moirai.history.level.IsolationLevel;
import moirai.history.level.Phenomenon;

/** A finding that a history shows, and that every smaller one has to show as well. */
public sealed interface Symptom {

    /** Looks for it. */
    Sight in(History history);

    /**
     * The findings in a history, compared with a symptom.
     *
     * @param isShown whether it is the symptom
     * @param others phenomena that are forbidden too
     */
    record Sight(boolean isShown, Set<Phenomenon> others) {

        public Sight {
            others = Set.copyOf(others);
        }
    }

    /**
     * A phenomenon that a level forbids.
     *
     * @param checker finds it
     */
    record Forbidden(Phenomenon phenomenon, IsolationLevel level, Checker checker) implements Symptom {

        @Override
        public Sight in(History history) {
            Set<Phenomenon> found = EnumSet.noneOf(Phenomenon.class);
            for (Anomaly anomaly : checker.analyze(history, level).forbiddenAt(level)) {
                found.add(anomaly.phenomenon());
            }
            boolean isShown = found.remove(phenomenon);
            return new Sight(isShown, found);
        }
    }

    /**
     * An acknowledged write that final reads prove to be lost. It is said which one: without some final reads, a
     * smaller history misses writes that nobody lost.
     *
     * @param key what the history calls its key
     * @param value the element of a list or set, or the value of a register
     */
    record Lost(String key, long value) implements Symptom {

        @Override
        public Sight in(History history) {
            boolean isShown = Durability.of(history).lost().stream()
                    .anyMatch(lost -> lost.key().equals(key) && lost.value() == value);
            return new Sight(isShown, Set.of());
        }
    }
}
