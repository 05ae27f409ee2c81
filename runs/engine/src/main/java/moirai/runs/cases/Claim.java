package moirai.runs.cases;

import java.util.Optional;
import moirai.analysis.Anomaly;
import moirai.analysis.Checker;
import moirai.analysis.shrinking.Symptom;
import moirai.analysis.validation.LevelChecker;
import moirai.history.History;
import moirai.history.level.IsolationLevel;
import moirai.history.level.Phenomenon;

/** What is said to be wrong with a history. */
public sealed interface Claim {

    /** Judges cases, wherever they come from; what needs another judge is no case. */
    Checker CHECKER = new LevelChecker();

    /** One word for folders and programs, as {@code G2-item}. */
    String label();

    /** What a history has to show if the claim is true of it. */
    Symptom symptom();

    /** A witness, where the claim is about isolation; empty if the history does not show it. */
    Optional<Anomaly> witness(History history);

    /** Whether the history shows it, by a check from scratch. */
    default boolean isShownIn(History history) {
        return symptom().in(history).isShown();
    }

    /** An instance of a phenomenon that a level forbids. */
    record Forbidden(Phenomenon phenomenon, IsolationLevel level) implements Claim {

        @Override
        public String label() {
            return phenomenon.label();
        }

        @Override
        public Symptom symptom() {
            return new Symptom.Forbidden(phenomenon, level, CHECKER);
        }

        @Override
        public Optional<Anomaly> witness(History history) {
            return CHECKER.analyze(history, level).forbiddenAt(level).stream()
                    .filter(anomaly -> anomaly.phenomenon() == phenomenon)
                    .findFirst();
        }
    }

    /**
     * An acknowledged append that no final read shows, which no level allows.
     *
     * @param key what the history calls its key
     */
    record LostAppend(String key, int element) implements Claim {

        @Override
        public String label() {
            return "lost-append";
        }

        @Override
        public Symptom symptom() {
            return new Symptom.Lost(key, element);
        }

        @Override
        public Optional<Anomaly> witness(History history) {
            return Optional.empty();
        }
    }
}
