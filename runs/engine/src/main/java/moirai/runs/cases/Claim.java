package moirai.runs.cases;

import java.util.Optional;
import moirai.analysis.Anomaly;
import moirai.analysis.Checker;
import moirai.analysis.durability.WriteKind;
import moirai.analysis.shrinking.Symptom;
import moirai.analysis.validation.LevelChecker;
import moirai.history.History;
import moirai.history.level.IsolationLevel;
import moirai.history.level.Phenomenon;

/** A claim that something is wrong with a history, with an execution of a program, or with a program. */
public sealed interface Claim {

    /** The checker that judges histories of every origin. A failure that needs another judge cannot be a case. */
    Checker CHECKER = new LevelChecker();

    /** Returns one word for folders and programs, such as {@code G2-item}. */
    String label();

    /** A claim about a history. */
    sealed interface OfHistory extends Claim {

        /** Returns the symptom that a history has to show for the claim to hold of it. */
        Symptom symptom();

        /** Returns a witness, if the claim is about isolation; empty if the history does not show it. */
        Optional<Anomaly> witness(History history);

        /** Returns whether the history shows the claimed failure, by a check from scratch. */
        default boolean isShownIn(History history) {
            return symptom().in(history).isShown();
        }
    }

    /** A claim that an instance of a phenomenon occurs that a level forbids. */
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
     * A claim that final reads prove the loss of an acknowledged write, which no level allows.
     *
     * @param key the name of its key in the history
     * @param value the element of a list or set, or the value of a register
     */
    record Lost(WriteKind kind, String key, long value) implements OfHistory {

        @Override
        public String label() {
            return kind.lostLabel();
        }

        @Override
        public Symptom symptom() {
            return new Symptom.Lost(key, value);
        }

        @Override
        public Optional<Anomaly> witness(History history) {
            return Optional.empty();
        }
    }

    /** A claim about an execution of an explored program. */
    sealed interface OfExecution extends Claim {

        /** Returns the property that the execution broke, in the words of the search. */
        String failure();

        /** Returns the level whose executions were explored. */
        String level();
    }

    /**
     * A claim that an assertion of the program, or an invariant, does not hold.
     *
     * @param failure the assertion's text
     */
    record BrokenAssertion(String failure, String level) implements OfExecution {

        @Override
        public String label() {
            return "broken-assertion";
        }
    }

    /** A claim that an execution at one level is not allowed by another level, which should allow all of them. */
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
     * A claim that a program has a cycle of conflicts between its transactions.
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
