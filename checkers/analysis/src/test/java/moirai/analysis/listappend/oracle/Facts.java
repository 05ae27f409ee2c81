package moirai.analysis.listappend.oracle;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import moirai.history.Elements;
import moirai.history.History;
import moirai.history.Op;
import moirai.history.Outcome;
import moirai.history.Txn;

/**
 * The facts of a small history, as plain objects: who appended what, whose transaction took effect, who read what.
 *
 * <p>The oracle's classes follow the definitions word by word and share no code with the checker. They look everything
 * up by scanning, and are made for histories of a handful of transactions.
 */
public final class Facts {

    /** An append, or a read that was answered. Keys are called by their names; {@code op} is an id in the history. */
    public sealed interface Step {
        int txn();

        int op();

        int key();
    }

    public record Append(int txn, int op, int key, int element) implements Step {}

    public record Read(int txn, int op, int key, List<Integer> elements) implements Step {}

    /** An answered scan of an effective transaction. */
    public record Scan(int txn, int op, long from, long to, Set<Integer> found) {

        public Scan {
            found = Set.copyOf(found);
        }

        boolean misses(int key) {
            return from <= key && key <= to && !found.contains(key);
        }
    }

    private final List<Txn> txns;
    private final List<Scan> scans = new ArrayList<>();
    private final List<Step> steps = new ArrayList<>();
    private final List<Append> appends;
    private final SortedSet<Integer> effective = new TreeSet<>();
    private final List<Read> reads;
    private final boolean complete;

    public Facts(History history) {
        this.txns =
                IntStream.range(0, history.txnCount()).mapToObj(history::txn).toList();
        this.complete = history.isComplete();
        for (int txn = 0; txn < txns.size(); txn++) {
            for (int i = 0; i < txns.get(txn).ops().size(); i++) {
                addStep(txn, history.firstOp(txn) + i, i, txns.get(txn).ops().get(i));
            }
        }
        this.appends = only(Append.class);
        addEffective();
        this.reads = effectiveReads();
    }

    private void addStep(int txn, int id, int index, Op op) {
        switch (op) {
            case Op.Append(long key, int element) -> steps.add(new Append(txn, id, Math.toIntExact(key), element));
            case Op.Read(long key, Elements elements) -> {
                if (elements.isKnown()) {
                    steps.add(new Read(
                            txn,
                            id,
                            Math.toIntExact(key),
                            IntStream.range(0, elements.count())
                                    .mapToObj(elements::at)
                                    .toList()));
                }
            }
            case Op.Scan scan -> addScan(txn, id, index, scan);
            case Op.OffList other -> throw new IllegalArgumentException(other + " is not an op on a list");
        }
    }

    private void addScan(int txn, int id, int index, Op.Scan scan) {
        if (scan.matches() >= 0) {
            int next = index + 1;
            Set<Integer> found = txns.get(txn).ops().subList(next, next + scan.matches()).stream()
                    .map(match -> Math.toIntExact(match.key()))
                    .collect(Collectors.toSet());
            scans.add(new Scan(txn, id, scan.key(), scan.to(), found));
        }
    }

    /** The answered scans of effective transactions. */
    public List<Scan> scans() {
        return scans.stream().filter(scan -> effective.contains(scan.txn())).toList();
    }

    /**
     * The committed, and to a fixed point those of unknown outcome of which an effective transaction read an element.
     */
    private void addEffective() {
        for (int txn = 0; txn < txns.size(); txn++) {
            if (txns.get(txn).outcome() instanceof Outcome.Committed) {
                effective.add(txn);
            }
        }
        boolean grown = true;
        while (grown) {
            Set<Integer> seen = effectiveReads().stream()
                    .flatMap(read ->
                            read.elements().stream().flatMap(element -> appendOf(read.key(), element).stream()))
                    .map(Append::txn)
                    .filter(writer -> txns.get(writer).outcome() instanceof Outcome.Indeterminate)
                    .collect(Collectors.toSet());
            grown = effective.addAll(seen);
        }
    }

    /** Returns whether nothing that a session began is missing. */
    public boolean complete() {
        return complete;
    }

    public Txn txn(int txn) {
        return txns.get(txn);
    }

    public boolean aborted(int txn) {
        return txns.get(txn).outcome() instanceof Outcome.Aborted;
    }

    /** The transactions that took effect, in the history's order. */
    public SortedSet<Integer> effective() {
        return effective;
    }

    /** The names of all keys that were touched. */
    public SortedSet<Integer> keys() {
        return steps.stream().map(Step::key).collect(Collectors.toCollection(TreeSet::new));
    }

    /** Returns what one transaction did to one key, in order. */
    public List<Step> steps(int txn, int key) {
        return steps.stream()
                .filter(step -> step.txn() == txn && step.key() == key)
                .toList();
    }

    /** All appends, also those of transactions that did not take effect. */
    public List<Append> appends() {
        return appends;
    }

    /** Returns what one transaction appended to one key, in order. */
    public List<Append> appends(int txn, int key) {
        return appends().stream()
                .filter(append -> append.txn() == txn && append.key() == key)
                .toList();
    }

    /** The append that made this element, if there is one. */
    public Optional<Append> appendOf(int key, int element) {
        for (Append append : appends) {
            if (append.key() == key && append.element() == element) {
                return Optional.of(append);
            }
        }
        return Optional.empty();
    }

    /** The answered reads of effective transactions. */
    public List<Read> reads() {
        return reads;
    }

    private List<Read> effectiveReads() {
        return only(Read.class).stream()
                .filter(read -> effective.contains(read.txn()))
                .toList();
    }

    /** The answered reads that effective transactions made of one key. */
    public List<Read> reads(int key) {
        return reads().stream().filter(read -> read.key() == key).toList();
    }

    private <S extends Step> List<S> only(Class<S> kind) {
        return steps.stream().filter(kind::isInstance).map(kind::cast).toList();
    }
}
