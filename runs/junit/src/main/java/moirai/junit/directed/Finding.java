package moirai.junit.directed;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import moirai.directed.encoding.Bounds;
import moirai.directed.proof.Proof;
import moirai.runs.cases.Fingerprint;
import moirai.runs.cases.PredictedCases;
import moirai.runs.cases.groups.AnomalyGroup;
import moirai.sources.Translation;

/** One thing that an analysis says of the classes, which is one test. */
sealed interface Finding {

    /** Returns the name of the test. */
    String name();

    /**
     * A cause of anomalies, which are replayed.
     *
     * @param isKnown whether the annotation says that they happen
     */
    record OfCause(AnomalyGroup group, boolean isKnown) implements Finding {

        @Override
        public String name() {
            String txn = group.cause().txn();
            List<String> others = group.others().stream()
                    .map(other -> other.equals(txn) ? "another " + other : other)
                    .toList();
            return group.kind().label() + " in " + txn + ", by " + String.join(" or ", others) + " ["
                    + group.fingerprint() + "]" + (isKnown ? ", known" : "");
        }
    }

    /** Transactions that are not serializable if statements take their rows one by one; there is no replay of that. */
    record ByRows(List<String> txns, String level) implements Finding {

        public ByRows {
            txns = List.copyOf(txns);
        }

        @Override
        public String name() {
            return "rows taken one by one in " + String.join(", ", txns);
        }

        /** Returns why nothing is known of them. */
        String reason() {
            return String.join(", ", txns)
                    + ": not serializable if a statement takes its rows one by one, as databases do at " + level
                    + ". This is not replayed; moirai schedule prove shows how it comes about.";
        }
    }

    /**
     * Places of the source at which it may do what the analysis never does.
     *
     * @param isAll whether the analysis found nothing else
     */
    record NotCovered(List<PredictedCases.Remark> losses, boolean isAll) implements Finding {

        public NotCovered {
            losses = List.copyOf(losses);
        }

        @Override
        public String name() {
            return "source that the analysis does not cover";
        }

        /** Returns the places, with what was taken instead. */
        String reason() {
            return (isAll ? "Unknown: no anomaly was found, but the" : "The")
                    + " source was not taken over exactly at " + losses.size()
                    + (losses.size() == 1 ? " place" : " places")
                    + ", so it may have anomalies that no test here shows:\n"
                    + losses.stream()
                            .map(loss -> "  " + loss.source() + ": " + loss.kind() + ": " + loss.what() + "; "
                                    + Refusals.inAttributes(loss.taken()))
                            .collect(Collectors.joining("\n"));
        }
    }

    /**
     * No anomaly.
     *
     * @param isProven whether executions of any number of transactions are known to have none
     * @param conditions the bounds of the answer, and what it takes for granted
     */
    record Nothing(String level, boolean isProven, List<String> conditions) implements Finding {

        public Nothing {
            conditions = List.copyOf(conditions);
        }

        private static Nothing of(
                PredictedAnomalies predicted, String level, boolean isProven, List<String> assumptions) {
            Translation translation = predicted.prediction().translation();
            Bounds bounds = predicted.cases().bounds();
            var numbers = translation.program().numbers();
            var conditions = new ArrayList<String>();
            conditions.add("within: " + (isProven ? bounds.dataText(numbers) : bounds.text(numbers)));
            assumptions.forEach(assumption -> conditions.add("assumed: " + assumption));
            translation.diagnostics().forEach(found -> conditions.add(Refusals.inAttributes(found.text())));
            return new Nothing(level, isProven, conditions);
        }

        @Override
        public String name() {
            return "no anomaly at " + level
                    + (isProven ? ": proven for any number of transactions" : " within the bounds, which is no proof");
        }

        /** Returns the answer with its conditions. */
        String text() {
            return name() + "\n" + String.join("\n", conditions);
        }
    }

    /** A refutation by an execution that the search for anomalies does not look at; there is no replay of it. */
    record Refuted(String level, String proof) implements Finding {

        @Override
        public String name() {
            return "not serializable at " + level;
        }

        /** Returns the execution. */
        String reason() {
            return "No anomaly was found to replay, but the transactions are refuted to be serializable:\n" + proof;
        }
    }

    /** A known cause that the analysis does not find. */
    record Gone(String known, List<String> found) implements Finding {

        public Gone {
            found = List.copyOf(found);
        }

        @Override
        public String name() {
            return "known " + known;
        }

        /** Returns what to do. */
        String reason() {
            return "The analysis finds no anomaly with the known cause " + known
                    + " any more; remove it from @AnomaliesOf(known). Found: "
                    + (found.isEmpty() ? "none" : String.join(", ", found));
        }
    }

    /** Returns the findings of an analysis; at least one. */
    static List<Finding> of(PredictedAnomalies predicted, AnomaliesOf asked) {
        List<String> known = List.of(asked.known());
        String level = PredictedAnomalies.label(asked);
        var findings = new ArrayList<Finding>();
        List<AnomalyGroup> groups = predicted.groups().groups();
        for (AnomalyGroup group : groups) {
            findings.add(new OfCause(group, known.stream().anyMatch(name -> isNamed(group.fingerprint(), name))));
        }
        predicted.prediction().byRows().forEach(txns -> findings.add(new ByRows(txns, level)));
        List<PredictedCases.Remark> losses = predicted.prediction().losses();
        if (!losses.isEmpty()) {
            findings.add(new NotCovered(losses, findings.isEmpty()));
        }
        if (findings.isEmpty()) {
            findings.add(withoutAnomaly(predicted, level));
        }
        known.stream()
                .filter(name -> groups.stream().noneMatch(group -> isNamed(group.fingerprint(), name)))
                .forEach(name -> findings.add(new Gone(
                        name,
                        groups.stream()
                                .map(group -> group.fingerprint().toString())
                                .toList())));
        return findings;
    }

    /** Returns the answer about an analysis without anomalies and without losses. */
    private static Finding withoutAnomaly(PredictedAnomalies predicted, String level) {
        return switch (predicted.prediction().proof()) {
            case Proof.Proven proven ->
                Nothing.of(predicted, level, true, proven.claim().assumptions());
            case Proof.NotProven unknown -> Nothing.of(predicted, level, false, List.of());
            case Proof.Refuted refuted -> new Refuted(level, refuted.text());
        };
    }

    private static boolean isNamed(Fingerprint fingerprint, String name) {
        return fingerprint.hash().equals(name) || fingerprint.toString().equals(name);
    }
}
