package moirai.analysis.listappend.oracle;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import moirai.analysis.Anomaly;

/** Finds by definition every instance of what single reads, and pairs of reads of one key, prove. */
final class ReadOracle {

    private final Facts facts;
    private final Set<Anomaly> instances = new HashSet<>();

    private ReadOracle(Facts facts) {
        this.facts = facts;
    }

    static Set<Anomaly> instances(Facts facts) {
        var oracle = new ReadOracle(facts);
        for (Facts.Read read : facts.reads()) {
            oracle.elements(read);
            oracle.intermediate(read);
            oracle.internal(read);
            oracle.pairs(read);
        }
        for (Facts.Scan scan : facts.scans()) {
            facts.appends().stream()
                    .filter(append ->
                            append.txn() == scan.txn() && append.op() < scan.op() && scan.misses(append.key()))
                    .forEach(append ->
                            oracle.instances.add(new Anomaly.InternalInconsistency(scan.txn(), scan.op(), true)));
        }
        return oracle.instances;
    }

    private void elements(Facts.Read read) {
        for (int element : read.elements()) {
            if (Collections.frequency(read.elements(), element) > 1) {
                instances.add(new Anomaly.DuplicateElement(read.txn(), read.op(), element));
            }
            var append = facts.appendOf(read.key(), element);
            if (append.isEmpty() && facts.complete()) {
                instances.add(new Anomaly.GarbageRead(read.txn(), read.op(), element));
            }
            append.filter(found -> facts.aborted(found.txn()))
                    .ifPresent(found ->
                            instances.add(new Anomaly.AbortedRead(read.txn(), read.op(), element, found.txn())));
            append.filter(found -> !facts.aborted(found.txn())).ifPresent(found -> reordered(read, found));
            append.filter(found -> found.txn() == read.txn() && found.op() > read.op())
                    .ifPresent(found -> instances.add(new Anomaly.FutureRead(read.txn(), read.op(), found.op())));
        }
    }

    /** The writer's append to the key just before this one has no element before this one's. */
    private void reordered(Facts.Read read, Facts.Append later) {
        List<Integer> before = read.elements().subList(0, read.elements().indexOf(later.element()));
        facts.appends(later.txn(), read.key()).stream()
                .filter(earlier -> earlier.op() < later.op())
                .reduce((first, second) -> second)
                .filter(earlier -> !before.contains(earlier.element()))
                .ifPresent(earlier -> instances.add(
                        new Anomaly.ReorderedAppends(read.txn(), read.op(), later.txn(), earlier.op(), later.op())));
    }

    /** The last element has a writer, neither this one nor aborted, that appends to the same key again. */
    private void intermediate(Facts.Read read) {
        if (read.elements().isEmpty()) {
            return;
        }
        int last = read.elements().getLast();
        facts.appendOf(read.key(), last)
                .filter(append -> append.txn() != read.txn() && !facts.aborted(append.txn()))
                .filter(append ->
                        !facts.appends(append.txn(), read.key()).getLast().equals(append))
                .ifPresent(append ->
                        instances.add(new Anomaly.IntermediateRead(read.txn(), read.op(), last, append.txn())));
    }

    private void internal(Facts.Read read) {
        var expected = new ArrayList<Integer>();
        boolean whole = false;
        for (Facts.Step step : facts.steps(read.txn(), read.key())) {
            if (step.op() >= read.op()) {
                break;
            }
            switch (step) {
                case Facts.Append append -> expected.add(append.element());
                case Facts.Read earlier -> {
                    expected.clear();
                    expected.addAll(earlier.elements());
                    whole = true;
                }
            }
        }
        if (whole ? !read.elements().equals(expected) : !endsWith(read.elements(), expected)) {
            instances.add(new Anomaly.InternalInconsistency(read.txn(), read.op(), missesOwn(read)));
        }
    }

    /** Decides whether the last element is not the one that the reader itself had appended last. */
    private boolean missesOwn(Facts.Read read) {
        return facts.appends(read.txn(), read.key()).stream()
                .filter(append -> append.op() < read.op())
                .reduce((first, second) -> second)
                .filter(own -> read.elements().isEmpty() || read.elements().getLast() != own.element())
                .isPresent();
    }

    private static boolean endsWith(List<Integer> list, List<Integer> end) {
        return list.size() >= end.size()
                && list.subList(list.size() - end.size(), list.size()).equals(end);
    }

    private void pairs(Facts.Read read) {
        for (Facts.Read other : facts.reads(read.key())) {
            if (!agree(List.of(read, other))) {
                instances.add(new Anomaly.IncompatibleOrder(read.txn(), read.op(), other.txn(), other.op()));
            }
        }
    }

    /** Decides whether of any two of these reads of a key one is a prefix of the other. */
    static boolean agree(List<Facts.Read> reads) {
        return reads.stream()
                .allMatch(read -> reads.stream().allMatch(other -> isPrefix(read, other) || isPrefix(other, read)));
    }

    private static boolean isPrefix(Facts.Read read, Facts.Read of) {
        return of.elements().size() >= read.elements().size()
                && of.elements().subList(0, read.elements().size()).equals(read.elements());
    }
}
