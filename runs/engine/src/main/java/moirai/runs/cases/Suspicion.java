package moirai.runs.cases;

import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import moirai.analysis.Anomaly;
import moirai.analysis.Checker;
import moirai.analysis.durability.LostWrite;
import moirai.analysis.durability.WriteKind;
import moirai.analysis.shrinking.Symptom;
import moirai.history.History;
import moirai.history.level.IsolationLevel;
import moirai.runs.report.PlainWords;

/**
 * An anomaly or a lost write that a history seems to show.
 *
 * @param name for people
 * @param symptom the symptom that a part of the history has to show as well
 * @param witness transactions that are said to prove it
 */
public record Suspicion(String name, Claim.OfHistory claim, Symptom symptom, List<Integer> witness) {

    public Suspicion {
        witness = List.copyOf(witness);
    }

    /** Returns the suspicion of an anomaly that a level forbids, as this checker sees it. */
    public static Suspicion of(Anomaly anomaly, IsolationLevel level, Checker checker) {
        return new Suspicion(
                anomaly.phenomenon().label() + " (" + PlainWords.name(anomaly) + ")",
                new Claim.Forbidden(anomaly.phenomenon(), level),
                new Symptom.Forbidden(anomaly.phenomenon(), level, checker),
                anomaly.txns());
    }

    /**
     * Returns the suspicion of a lost write; any later reader of its key may prove it, with the writer of what it
     * shows. Costs O(transactions + ops).
     */
    public static Suspicion of(LostWrite lost, History history) {
        WriteKind kind = WriteKind.of(history);
        int key = history.key(lost.op());
        Stream<Integer> readers = IntStream.range(0, history.txnCount())
                .filter(txn -> history.startNanos(txn) > lost.acknowledgedNanos() && reads(history, txn, key))
                .boxed();
        var claim = new Claim.Lost(kind, lost.key(), lost.value());
        return new Suspicion(
                kind.lostName() + " of " + lost.value() + " to key " + lost.key(),
                claim,
                claim.symptom(),
                Stream.concat(Stream.of(lost.txn(), lost.clues().writer()), readers)
                        .filter(txn -> txn != LostWrite.NONE)
                        .distinct()
                        .toList());
    }

    private static boolean reads(History history, int txn, int key) {
        return IntStream.range(history.firstOp(txn), history.endOp(txn))
                .anyMatch(op -> history.isAnswered(op) && history.key(op) == key);
    }
}
