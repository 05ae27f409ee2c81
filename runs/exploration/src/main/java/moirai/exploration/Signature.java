package moirai.exploration;

import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * What the sessions of a behaviour did and saw. Two behaviours that differ only in the order of independent
 * transactions have the same signature.
 *
 * @param sessions the transactions of each session: whether each committed, and its steps
 */
public record Signature(List<List<List<String>>> sessions) {

    public Signature {
        sessions = List.copyOf(sessions);
    }

    /** Returns the signature of a behaviour. */
    public static Signature of(Behaviour behaviour) {
        return new Signature(IntStream.range(0, behaviour.sessionCount())
                .mapToObj(session -> behaviour.txns().stream()
                        .filter(txn -> txn.session() == session)
                        .map(txn -> steps(behaviour, txn))
                        .toList())
                .toList());
    }

    private static List<String> steps(Behaviour behaviour, ExploredTxn txn) {
        Stream<String> steps = txn.steps().stream()
                .filter(step -> step.kind() != ExploredStep.Kind.STATEMENT && step.kind() != ExploredStep.Kind.WAIT)
                .map(step ->
                        step.kind() + " " + step.key() + " = " + step.value() + " of " + place(behaviour, step.from()));
        return Stream.concat(steps, Stream.of(txn.isCommitted() ? "committed" : "aborted"))
                .toList();
    }

    /** Returns a transaction as its place in its session, or what stands for no transaction. */
    private static String place(Behaviour behaviour, int txn) {
        if (txn < 0) {
            return String.valueOf(txn);
        }
        int session = behaviour.txns().get(txn).session();
        long position = behaviour.txns().stream()
                .limit(txn)
                .filter(other -> other.session() == session)
                .count();
        return session + "." + position;
    }
}
