package moirai.runs.cases;

import java.util.Optional;
import moirai.analysis.Anomaly;
import moirai.analysis.Checker;
import moirai.analysis.shrinking.Symptom;
import moirai.analysis.validation.LevelChecker;
import moirai.history.History;
import moirai.history.level.IsolationLevel;
import moirai.history.level.Phenomenon;

/** What is said to be wrong: with a history, with an execution of a program, or with a program. */
public sealed interface Claim {

    /** Judges histories, wherever they come from; what needs another judge is no case. */
    Checker CHECKER = new LevelChecker();

    /** Returns one word for folders and programs, as {@code G2-item}. */
    String label();

    /** A claim about a history. */
    sealed interface OfHistory extends Claim {

        /** What a history has to show if the claim is true of it. */
        Symptom symptom();

        /** A witness, where the claim is about isolation; empty if the history does not show it. */
        Optional<Anomaly> witness(History history);

        /** Whether the history shows it, by a check from scratch. */
        default boolean isShownIn(History history) {
            return symptom().in(history).isShown();
        }
    }

    /** An instance of a phenomenon that a level forbids. */
    record Forbidden(Phenomenon phenomenon, IsolationLevel level) implements OfHistory {

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
    record LostAppend(String key, int element) implements OfHistory {

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

    /** A claim about an execution of an explored program. */
    sealed interface OfExecution extends Claim {

        /** Returns what the execution broke, in the words of the search. */
        String failure();

        /** Returns the level whose executions were explored. */
        String level();
    }

    /**
     * An assertion of the program, or an invariant, that does not hold.
     *
     * @param failure the assertion's text
     */
    record BrokenAssertion(String failure, String level) implements OfExecution {

        @Override
        public String label() {
            return "broken-assertion";
        }
    }

    /** An execution at one level that another level, which had to allow all of them, does not allow. */
    record NotAllowed(String required, String level) implements OfExecution {

        @Override
        public String label() {
            return "not-allowed";
        }

        @Override
        public String failure() {
            return "not " + required;
        }
    }

    /**
     * A cycle of conflicts between transactions of a program.
     *
     * @param cycle in one line, as {@code T0 sell.q1..u1 -RW-> T1 restock.u1 -WR-> T0}
     * @param levels the levels of the transactions in words
     */
    record Cycle(String cycle, String levels) implements Claim {

        @Override
        public String label() {
            return "cycle";
        }
    }
}
