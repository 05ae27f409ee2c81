package moirai.analysis.streaming;

import java.util.List;
import java.util.Optional;
import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;
import moirai.analysis.Anomaly;
import moirai.analysis.Succession;
import moirai.history.level.Phenomenon;

/**
 * Gives the transactions, ops and keys of anomalies the ids that they have in another history.
 *
 * @param txn the new id of a transaction
 * @param op the new id of an op, or -1 if it is not there
 * @param key the new id of a key
 */
record Renumbering(IntUnaryOperator txn, IntUnaryOperator op, IntUnaryOperator key) {

    /** Returns the anomaly with other ids; empty if an op of it is not there. */
    Optional<Anomaly> of(Anomaly anomaly) {
        return switch (anomaly) {
            case Anomaly.Cycle found -> Optional.of(cycle(found));
            case Anomaly.AbortedRead found -> aborted(found);
            case Anomaly.IntermediateRead found -> intermediate(found);
            case Anomaly.GarbageRead(int reader, int readOp, long element) ->
                known(new Anomaly.GarbageRead(id(reader), at(readOp), element), readOp);
            case Anomaly.DuplicateElement(int reader, int readOp, int element) ->
                known(new Anomaly.DuplicateElement(id(reader), at(readOp), element), readOp);
            case Anomaly.ReorderedAppends found -> reordered(found);
            case Anomaly.InternalInconsistency(int reader, int readOp, boolean missesOwnWrite) ->
                known(new Anomaly.InternalInconsistency(id(reader), at(readOp), missesOwnWrite), readOp);
            case Anomaly.FutureRead(int reader, int readOp, int appendOp) ->
                known(new Anomaly.FutureRead(id(reader), at(readOp), at(appendOp)), readOp, appendOp);
            case Anomaly.IncompatibleOrder found -> incompatible(found);
            case Anomaly.DirtyUpdate found -> dirty(found);
            case Anomaly.LostUpdate found -> lost(found);
            case Anomaly.CyclicVersions(List<Succession> successions) ->
                Optional.of(new Anomaly.CyclicVersions(successions(successions)));
            case Anomaly.CounterRead(Phenomenon phenomenon, int reader, int readOp, long min, long max) ->
                known(new Anomaly.CounterRead(phenomenon, id(reader), at(readOp), min, max), readOp);
            case Anomaly.WrongTotal(int reader, long total, long expected) ->
                Optional.of(new Anomaly.WrongTotal(id(reader), total, expected));
            case Anomaly.OddBalance(int reader, int readOp) ->
                known(new Anomaly.OddBalance(id(reader), at(readOp)), readOp);
            case Anomaly.NegativeValue(int reader, int readOp) ->
                known(new Anomaly.NegativeValue(id(reader), at(readOp)), readOp);
            // Its steps are about a part of the other history: Witnesses makes the refutation anew.
            case Anomaly.NoCommitOrder ofAxioms -> Optional.empty();
        };
    }

    private Anomaly cycle(Anomaly.Cycle found) {
        return new Anomaly.Cycle(
                found.phenomenon(),
                found.txns().stream().map(txn::applyAsInt).toList(),
                found.dependencies(),
                successions(found.successions()),
                found.basis());
    }

    private List<Succession> successions(List<Succession> found) {
        return found.stream()
                .map(order -> new Succession(
                        key.applyAsInt(order.key()),
                        version(order.earlier()),
                        version(order.later()),
                        order.rule(),
                        version(order.first()),
                        version(order.second())))
                .toList();
    }

    private int version(int writer) {
        return writer == Succession.INITIAL ? writer : id(writer);
    }

    private Optional<Anomaly> aborted(Anomaly.AbortedRead found) {
        return known(
                new Anomaly.AbortedRead(id(found.reader()), at(found.readOp()), found.element(), id(found.writer())),
                found.readOp());
    }

    private Optional<Anomaly> intermediate(Anomaly.IntermediateRead found) {
        return known(
                new Anomaly.IntermediateRead(
                        id(found.reader()), at(found.readOp()), found.element(), id(found.writer())),
                found.readOp());
    }

    private Optional<Anomaly> reordered(Anomaly.ReorderedAppends found) {
        return known(
                new Anomaly.ReorderedAppends(
                        id(found.reader()),
                        at(found.readOp()),
                        id(found.writer()),
                        at(found.earlierOp()),
                        at(found.laterOp())),
                found.readOp(),
                found.earlierOp(),
                found.laterOp());
    }

    private Optional<Anomaly> incompatible(Anomaly.IncompatibleOrder found) {
        return known(
                new Anomaly.IncompatibleOrder(
                        id(found.reader()), at(found.readOp()), id(found.otherReader()), at(found.otherReadOp())),
                found.readOp(),
                found.otherReadOp());
    }

    private Optional<Anomaly> dirty(Anomaly.DirtyUpdate found) {
        return known(
                new Anomaly.DirtyUpdate(
                        id(found.writer()), at(found.appendOp()), id(found.abortedWriter()), at(found.abortedOp())),
                found.appendOp(),
                found.abortedOp());
    }

    private Optional<Anomaly> lost(Anomaly.LostUpdate found) {
        return known(
                new Anomaly.LostUpdate(
                        id(found.txn()), at(found.readOp()), at(found.appendOp()), id(found.overwriter())),
                found.readOp(),
                found.appendOp());
    }

    private int id(int ofTxn) {
        return txn.applyAsInt(ofTxn);
    }

    private int at(int ofOp) {
        return op.applyAsInt(ofOp);
    }

    private Optional<Anomaly> known(Anomaly renumbered, int... ops) {
        boolean areThere = IntStream.of(ops).allMatch(one -> at(one) >= 0);
        return areThere ? Optional.of(renumbered) : Optional.empty();
    }
}
