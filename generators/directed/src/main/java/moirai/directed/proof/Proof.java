package moirai.directed.proof;

import java.util.List;

/** What came of an attempt to prove a claim. */
public sealed interface Proof {

    /** No execution of any length violates the claim, within its bounds and under its assumptions. */
    record Proven(Claim claim, List<String> steps) implements Proof {

        /** Copies the list. */
        public Proven {
            steps = List.copyOf(steps);
        }
    }

    /** The claim is false: an execution, of these transactions alone, has a cycle of dependencies. */
    record Refuted(Claim claim, List<String> steps, CounterModel model) implements Proof {

        /** Copies the list. */
        public Refuted {
            steps = List.copyOf(steps);
        }
    }

    /** The method failed at this model. The claim may be true or not. */
    record NotProven(Claim claim, List<String> steps, CounterModel model) implements Proof {

        /** Copies the list. */
        public NotProven {
            steps = List.copyOf(steps);
        }
    }

    /** What was to be shown. */
    Claim claim();

    /** What was asked and answered, a sentence each, in order. */
    List<String> steps();

    /** The answer in one or two words. */
    default String answer() {
        return switch (this) {
            case Proven proven -> "serializable";
            case Refuted refuted -> "not serializable";
            case NotProven notProven -> "not proven";
        };
    }

    /** For people: the claim with its bounds, the answer, the steps, and the model that stands in the way. */
    default String text() {
        return text("");
    }

    /** The same, with something to be said of the answer right after it. */
    default String text(String remark) {
        var text = new StringBuilder(claim().text())
                .append("answer: ")
                .append(answer())
                .append(remark)
                .append('\n');
        claim().assumptions()
                .forEach(assumption ->
                        text.append("assumed: ").append(assumption).append('\n'));
        for (int i = 0; i < steps().size(); i++) {
            text.append(i + 1).append(". ").append(steps().get(i)).append('\n');
        }
        return text.append(
                        switch (this) {
                            case Proven proven -> "";
                            case Refuted refuted -> refuted.model().text();
                            case NotProven notProven -> notProven.model().text();
                        })
                .toString();
    }
}
