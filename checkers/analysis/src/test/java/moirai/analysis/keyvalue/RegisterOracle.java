package moirai.analysis.keyvalue;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import moirai.analysis.Anomaly;
import moirai.history.History;
import moirai.history.Op;
import moirai.history.Outcome;
import moirai.history.Txn;

/** Finds what reads of registers prove by looking at all pairs of ops: slow, and close to the definitions. */
final class RegisterOracle {

    private record Step(int txn, int id, Op op) {}

    private final List<Txn> txns = new ArrayList<>();
    private final List<Step> steps = new ArrayList<>();
    private final SortedSet<Integer> effective = new TreeSet<>();
    private final List<Anomaly> anomalies = new ArrayList<>();
    private final Set<Op.Write> doubtful = new HashSet<>();
    private final List<String> reduced = new ArrayList<>();
    private final List<SortedSet<Long>> keysWritten = new ArrayList<>();

    RegisterOracle(History history) {
        for (int txn = 0; txn < history.txnCount(); txn++) {
            txns.add(history.txn(txn));
            for (int op = history.firstOp(txn); op < history.endOp(txn); op++) {
                steps.add(new Step(txn, op, history.op(op)));
            }
            if (history.outcome(txn) instanceof Outcome.Committed) {
                effective.add(txn);
            }
        }
        while (grows()) {}
        effective.forEach(this::reduce);
    }

    /** Takes in what effective transactions read of a single indeterminate writer. */
    private boolean grows() {
        var proven = new HashSet<Integer>();
        for (Step read : steps) {
            if (effective.contains(read.txn()) && read.op() instanceof Op.ReadValue(long key, long value)) {
                Set<Integer> writers = possibleWriters(new Op.Write(key, value));
                if (writers.size() == 1) {
                    proven.addAll(writers);
                }
            }
        }
        return effective.addAll(proven);
    }

    private Set<Integer> possibleWriters(Op.Write write) {
        var writers = new TreeSet<Integer>();
        for (Step step : steps) {
            if (step.op().equals(write) && txns.get(step.txn()).outcome().mayHaveTakenEffect()) {
                writers.add(step.txn());
            }
        }
        return writers;
    }

    private void reduce(int txn) {
        var line = new StringBuilder("T" + txn);
        var written = new TreeSet<Long>();
        for (Step step : steps) {
            if (step.txn() == txn) {
                switch (step.op()) {
                    case Op.Write write -> written.add(write.key());
                    case Op.ReadValue read -> line.append(source(step, read));
                    case Op.ReadInitial read -> line.append(initial(step, read));
                    case Op.Read unanswered -> {}
                    case Op.Append append -> throw new IllegalArgumentException(append + " is on a list");
                    case Op.Scan scan -> throw new IllegalArgumentException(scan + " is on lists");
                    case Op.OnSet other -> throw new IllegalArgumentException(other + " is on a set");
                    case Op.OnCounter other -> throw new IllegalArgumentException(other + " is on a counter");
                }
            }
        }
        reduced.add(line.toString());
        keysWritten.add(written);
    }

    private List<Step> ownWrites(Step read, boolean before) {
        return steps.stream()
                .filter(step -> step.txn() == read.txn() && step.op() instanceof Op.Write)
                .filter(step -> step.op().key() == read.op().key() && (step.id() < read.id()) == before)
                .toList();
    }

    private String initial(Step step, Op.ReadInitial read) {
        if (!ownWrites(step, true).isEmpty()) {
            anomalies.add(new Anomaly.InternalInconsistency(step.txn(), step.id(), true));
        }
        return " r" + read.key() + "=init";
    }

    private String source(Step step, Op.ReadValue read) {
        var write = new Op.Write(read.key(), read.value());
        List<Step> own = ownWrites(step, true);
        if (!own.isEmpty()) {
            if (own.getLast().op().equals(write)) {
                return "";
            }
            anomalies.add(new Anomaly.InternalInconsistency(step.txn(), step.id(), true));
        }
        Set<Integer> writers = possibleWriters(write);
        if (writers.size() == 1) {
            int writer = writers.iterator().next();
            return writer == step.txn() ? fromItself(step, write) : from(writer, step, write);
        }
        if (writers.size() > 1) {
            doubtful.add(write);
            return "";
        }
        steps.stream()
                .filter(other -> other.op().equals(write))
                .findFirst()
                .ifPresentOrElse(
                        other -> anomalies.add(
                                new Anomaly.AbortedRead(step.txn(), step.id(), read.value(), other.txn())),
                        () -> anomalies.add(new Anomaly.GarbageRead(step.txn(), step.id(), read.value())));
        return "";
    }

    private String fromItself(Step read, Op.Write write) {
        if (ownWrites(read, true).stream().noneMatch(step -> step.op().equals(write))) {
            Step later = ownWrites(read, false).stream()
                    .filter(step -> step.op().equals(write))
                    .findFirst()
                    .orElseThrow();
            anomalies.add(new Anomaly.FutureRead(read.txn(), read.id(), later.id()));
        }
        return "";
    }

    private String from(int writer, Step read, Op.Write write) {
        Op last = steps.stream()
                .filter(step -> step.txn() == writer)
                .map(Step::op)
                .filter(op -> op instanceof Op.Write && op.key() == write.key())
                .toList()
                .getLast();
        if (last.equals(write)) {
            return " r" + write.key() + "=T" + writer;
        }
        anomalies.add(new Anomaly.IntermediateRead(read.txn(), read.id(), write.value(), writer));
        return "";
    }

    List<Anomaly> anomalies() {
        return anomalies;
    }

    /** Returns the number of values that were read and that two transactions may have written. */
    int doubtCount() {
        return doubtful.size();
    }

    /** Returns the lines of {@link Reduction#txns}, without the writes. */
    List<String> reads() {
        return reduced;
    }

    List<SortedSet<Long>> keysWritten() {
        return keysWritten;
    }
}
