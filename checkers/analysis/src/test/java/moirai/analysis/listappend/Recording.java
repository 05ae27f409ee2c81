package moirai.analysis.listappend;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import moirai.analysis.listappend.Script.Place;
import moirai.analysis.listappend.Script.PlannedStep;
import moirai.analysis.listappend.Script.PlannedTxn;
import moirai.history.Elements;
import moirai.history.Op;
import moirai.history.Txn;

/** Turns a script into a history, given the answers to its reads: elements, sessions and times. */
final class Recording {

    /** Answers a read. */
    @FunctionalInterface
    interface Store {
        Elements read(int txn, int step, int key);
    }

    private final Script script;
    /** The element of each append, by key; the n-th append to a key in the history adds n. */
    private final Map<Place, Integer> elements = new HashMap<>();

    private final Map<Integer, List<Integer>> elementsOfKey = new TreeMap<>();

    Recording(Script script) {
        this.script = script;
        for (int txn = 0; txn < script.txns().size(); txn++) {
            List<PlannedStep> steps = script.txns().get(txn).steps();
            for (int i = 0; i < steps.size(); i++) {
                if (steps.get(i).append()) {
                    List<Integer> ofKey =
                            elementsOfKey.computeIfAbsent(script.key(steps.get(i)), k -> new ArrayList<>());
                    ofKey.add(ofKey.size() + 1);
                    elements.put(new Place(txn, i), ofKey.size());
                }
            }
        }
    }

    /** The element that an append of the script adds. */
    int element(int txn, int step) {
        return elements.getOrDefault(new Place(txn, step), 0);
    }

    /** All that is ever appended to the key. */
    List<Integer> elements(int key) {
        return elementsOfKey.getOrDefault(key, List.of());
    }

    Sample sample(Store store) {
        var txns = new ArrayList<Txn>();
        Map<Integer, Long> sessionEnds = new HashMap<>();
        long now = 0;
        for (int id = 0; id < script.txns().size(); id++) {
            PlannedTxn txn = script.txns().get(id);
            long start = Math.max(now - txn.timing().overlap(), sessionEnds.getOrDefault(txn.session(), 0L));
            long end = start + txn.timing().length();
            sessionEnds.put(txn.session(), end);
            now = Math.max(now, end) + txn.timing().gap();
            txns.add(new Txn(txn.session(), ops(id, store), txn.outcome(), start, end));
        }
        return new Sample(txns, script.complete());
    }

    private List<Op> ops(int txn, Store store) {
        var ops = new ArrayList<Op>();
        List<PlannedStep> steps = script.txns().get(txn).steps();
        for (int i = 0; i < steps.size(); i++) {
            int key = script.key(steps.get(i));
            if (steps.get(i).append()) {
                ops.add(new Op.Append(key, element(txn, i)));
            } else if (steps.get(i).isScan()) {
                addScan(txn, i, store, ops);
            } else {
                ops.add(new Op.Read(key, store.read(txn, i, key)));
            }
        }
        return ops;
    }

    /** Adds a scan, which has no answer if one of its lists has none. */
    private void addScan(int txn, int index, Store store, List<Op> ops) {
        PlannedStep step = script.txns().get(txn).steps().get(index);
        List<Op.Read> lists = script.keys(step).stream()
                .map(key -> new Op.Read(key, store.read(txn, index, key)))
                .toList();
        List<Op.Read> matches = lists.stream()
                .filter(list -> !list.elements().equals(Elements.EMPTY))
                .toList();
        long from = script.key(step);
        if (lists.stream().allMatch(list -> list.elements().isKnown())) {
            ops.add(new Op.Scan(from, from + step.span() - 1, matches.size()));
            ops.addAll(matches);
        } else {
            ops.add(Op.Scan.planned(from, from + step.span() - 1));
        }
    }
}
