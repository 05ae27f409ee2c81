package moirai.directed.proof;

import java.util.List;

/** The result of an attempt to prove a claim. */
public sealed interface Proof {

    /** A proof: no execution of any length violates the claim, within its bounds and under its assumptions. */
    record Proven(Claim claim, List<String> steps) implements Proof {

        public Proven {
            steps = List.copyOf(steps);
        }
    }

    /** A refutation: an execution, of these transactions alone, has a cycle of dependencies, so the claim is false. */
    record Refuted(Claim claim, List<String> steps, CounterModel model) implements Proof {

        public Refuted {
            steps = List.copyOf(steps);
        }
    }

    /**
     * No answer: the method found neither a proof nor a refutation, and this model is what prevented the proof. The
     * claim may be true or not.
     */
    record NotProven(Claim claim, List<String> steps, CounterModel model) implements Proof {

        public NotProven {
            steps = List.copyOf(steps);
        }
    }

    /** Returns the claim that was to be shown. */
    Claim claim();

    /** Returns the questions with their answers, a sentence each, in order. */
    List<String> steps();

    /** Returns the answer in one or two words. */
    default String answer() {
        return switch (this) {
            case Proven proven -> "serializable";
            case Refuted refuted -> "not serializable";
            case NotProven notProven -> "not proven";
        };
    }

    /**
     * Returns the text for people: the claim with its bounds, the answer, the steps, and the model that prevents a
     * proof.
     */
    default String text() {
        return text("");
    }

    /** Returns the same text, with a remark right after the answer. */
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
