package moirai.analysis.listappend;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import moirai.analysis.listappend.Script.Place;
import moirai.analysis.listappend.Script.PlannedStep;
import moirai.analysis.listappend.Script.PlannedTxn;
import moirai.analysis.listappend.Script.Quirk;
import moirai.history.Elements;
import moirai.history.Outcome;

/**
 * Executes a script's transactions one after the other, except where the script has trouble.
 *
 * <p>Reads are mostly prefixes of the list that stands at the end, so that one read's trouble does not hide what others
 * would show: a stale snapshot, a dirty read and a lost update are all reads of a wrong length.
 */
final class FaultyStore {

    private static final int NOBODYS = 99;

    private final Script script;
    private final Recording recording;
    private final Map<Integer, List<Integer>> lists = new HashMap<>();
    /** The length of the list when a read was executed. */
    private final Map<Look, Integer> lengths = new HashMap<>();

    private record Look(Place place, int key) {}

    FaultyStore(Script script) {
        this.script = script;
        this.recording = new Recording(script);
        IntStream.range(0, script.txns().size())
                .boxed()
                .sorted(Comparator.comparingInt(this::rank))
                .forEach(this::execute);
    }

    Sample sample() {
        return recording.sample(this::answer);
    }

    private int rank(int txn) {
        PlannedTxn planned = script.txns().get(txn);
        boolean overtakes = script.isTroubled(planned.steps().getFirst().dice());
        return 2 * txn - (overtakes ? 2 * planned.shift() + Integer.signum(planned.shift()) : 0);
    }

    private void execute(int txn) {
        PlannedTxn planned = script.txns().get(txn);
        for (int i = 0; i < planned.steps().size(); i++) {
            PlannedStep step = planned.steps().get(i);
            List<Integer> list = list(script.key(step));
            if (!step.append()) {
                var place = new Place(txn, i);
                script.keys(step)
                        .forEach(key ->
                                lengths.put(new Look(place, key), list(key).size()));
            } else if (isStored(planned, step)) {
                int back = has(step, Quirk.SHIFTED) ? step.amount() % 4 : 0;
                list.add(Math.max(0, list.size() - back), recording.element(txn, i));
            }
        }
    }

    private boolean isStored(PlannedTxn txn, PlannedStep step) {
        return switch (txn.outcome()) {
            case Outcome.Committed committed -> !has(step, Quirk.LOST);
            case Outcome.Aborted aborted -> has(step, Quirk.LOST);
            case Outcome.Indeterminate indeterminate -> txn.steps().getFirst().dice() % 2 == 0;
        };
    }

    private List<Integer> list(int key) {
        return lists.computeIfAbsent(key, absent -> new ArrayList<>());
    }

    private boolean has(PlannedStep step, Quirk quirk) {
        return script.isTroubled(step.dice()) && step.quirk() == quirk;
    }

    private Elements answer(int txn, int index, int key) {
        PlannedStep step = script.txns().get(txn).steps().get(index);
        List<Integer> list = list(key);
        int length = lengths.getOrDefault(new Look(new Place(txn, index), key), 0);
        if (!script.isTroubled(step.dice())) {
            return elements(list.subList(0, length));
        }
        return switch (step.quirk()) {
            case SHIFTED -> elements(list.subList(0, shifted(txn, index, key, length)));
            case LOST -> Elements.UNKNOWN;
            case HOLED, SWAPPED, DOUBLED, INVENTED, LEAKED ->
                elements(spoilt(list.subList(0, length), step, recording.elements(key)));
        };
    }

    /** Mostly a first look at the key, because a transaction that contradicts itself says little about others. */
    private int shifted(int txn, int index, int key, int length) {
        PlannedStep step = script.txns().get(txn).steps().get(index);
        boolean first = script.txns().get(txn).steps().subList(0, index).stream()
                .noneMatch(earlier -> script.keys(earlier).contains(key));
        return first || step.dice() == 0
                ? Math.clamp(length + step.amount() - 6L, 0, list(key).size())
                : length;
    }

    private static List<Integer> spoilt(List<Integer> honest, PlannedStep step, List<Integer> everybodys) {
        var list = new ArrayList<>(honest);
        int at = honest.isEmpty() ? 0 : step.amount() % honest.size();
        switch (step.quirk()) {
            case SHIFTED, LOST -> throw new IllegalArgumentException(step + " does not spoil elements");
            case HOLED -> list.subList(at, Math.min(at + 1, list.size())).clear();
            case SWAPPED -> Collections.rotate(list.subList(at, list.size()), 1);
            case DOUBLED -> list.addAll(list.isEmpty() ? List.of() : List.of(list.get(at)));
            case INVENTED -> list.add(at, NOBODYS);
            case LEAKED ->
                list.addAll(
                        everybodys.isEmpty() ? List.of() : List.of(everybodys.get(step.amount() % everybodys.size())));
        }
        return list;
    }

    private static Elements elements(List<Integer> list) {
        return Elements.of(list.stream().mapToInt(Integer::intValue).toArray());
    }
}
