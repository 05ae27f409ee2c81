package moirai.cli.shrinking;

import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import moirai.analysis.Anomaly;
import moirai.analysis.Checker;
import moirai.analysis.IsolationLevel;
import moirai.analysis.durability.LostAppend;
import moirai.analysis.shrinking.Symptom;
import moirai.history.History;
import moirai.runs.report.PlainWords;

/**
 * Something that a history shows and should not.
 *
 * @param name for people
 * @param witness transactions that are said to prove it
 */
record Suspicion(String name, Symptom symptom, List<Integer> witness) {

    /** An anomaly that a level forbids. */
    static Suspicion of(Anomaly anomaly, IsolationLevel level, Checker checker) {
        return new Suspicion(
                anomaly.phenomenon().label() + " (" + PlainWords.name(anomaly) + ")",
                new Symptom.Forbidden(anomaly.phenomenon(), level, checker),
                anomaly.txns());
    }

    /** An append that is lost; whoever read its key later may prove it. */
    static Suspicion of(LostAppend lost, History history) {
        int key = history.key(lost.op());
        Stream<Integer> readers = IntStream.range(0, history.txnCount())
                .filter(txn -> history.startNanos(txn) > lost.acknowledgedNanos() && reads(history, txn, key))
                .boxed();
        return new Suspicion(
                "lost append of " + lost.element() + " to key " + lost.key(),
                new Symptom.Lost(lost.key(), lost.element()),
                Stream.concat(Stream.of(lost.txn()), readers).toList());
    }

    private static boolean reads(History history, int txn, int key) {
        return IntStream.range(history.firstOp(txn), history.endOp(txn))
                .anyMatch(op -> history.isAnswered(op) && history.key(op) == key);
    }
}
