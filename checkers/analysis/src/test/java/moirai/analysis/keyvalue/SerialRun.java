package moirai.analysis.keyvalue;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import moirai.analysis.axioms.KeyValueHistory;
import moirai.history.DataModel;
import moirai.history.Elements;
import moirai.history.History;
import moirai.history.HistoryBuilder;
import moirai.history.Op;
import moirai.history.Outcome;
import moirai.history.RunHeader;
import moirai.history.Txn;

/** Transactions executed one after the other against an honest store, which knows who wrote what each read returned. */
final class SerialRun {

    private static final int TXN_COUNT = 30;
    private static final int KEY_COUNT = 4;

    /** The version that a transaction left in a key, as list or as register. */
    private record Version(int writer, int element) {}

    private final Random random;
    private final DataModel model;
    private final HistoryBuilder builder = new HistoryBuilder(RunHeader.NONE);
    private final Map<Integer, Integer> sources = new HashMap<>();
    private final List<Boolean> applied = new ArrayList<>();
    private Map<Integer, List<Version>> store = new HashMap<>();
    private int opCount;

    SerialRun(Random random, DataModel model) {
        this.random = random;
        this.model = model;
        for (int txn = 0; txn < TXN_COUNT; txn++) {
            execute(txn);
        }
    }

    private void execute(int txn) {
        Outcome outcome = switch (random.nextInt(6)) {
            case 0 -> new Outcome.Aborted("");
            case 1, 2 -> new Outcome.Indeterminate("");
            default -> new Outcome.Committed();
        };
        boolean applies = outcome.isIndeterminate() ? random.nextBoolean() : outcome.mayHaveTakenEffect();
        var next = new HashMap<>(store);
        var ops = new ArrayList<Op>();
        int count = random.nextInt(6);
        for (int i = 0; i < count; i++) {
            int key = random.nextInt(KEY_COUNT);
            List<Version> versions = next.getOrDefault(key, List.of());
            if (random.nextBoolean()) {
                var longer = new ArrayList<>(versions);
                longer.add(new Version(txn, opCount));
                next.put(key, longer);
                ops.add(write(key, opCount));
            } else {
                noteSource(txn, versions);
                ops.add(read(key, versions));
            }
            opCount++;
        }
        store = applies ? next : store;
        applied.add(applies);
        builder.add(new Txn(random.nextInt(4), ops, outcome, 10L * txn, 10L * txn + 5));
    }

    /** Lists show what is below the own elements; registers do not, so such reads are internal. */
    private void noteSource(int txn, List<Version> versions) {
        boolean own = !versions.isEmpty() && versions.getLast().writer() == txn;
        if (model == DataModel.REGISTER && own) {
            return;
        }
        sources.put(
                opCount,
                versions.stream()
                        .map(Version::writer)
                        .filter(writer -> writer != txn)
                        .reduce((older, newer) -> newer)
                        .orElse(KeyValueHistory.INITIAL));
    }

    private Op write(int key, int element) {
        return model == DataModel.REGISTER ? new Op.Write(key, element) : new Op.Append(key, element);
    }

    private Op read(int key, List<Version> versions) {
        if (model == DataModel.LIST_APPEND) {
            return new Op.Read(
                    key,
                    Elements.of(versions.stream().mapToInt(Version::element).toArray()));
        }
        return versions.isEmpty()
                ? new Op.ReadInitial(key)
                : new Op.ReadValue(key, versions.getLast().element());
    }

    History history() {
        return builder.build();
    }

    /** Returns, by the op of each external read, the transaction that wrote what it returned, or the initial state. */
    Map<Integer, Integer> sources() {
        return sources;
    }

    boolean isApplied(int txn) {
        return applied.get(txn);
    }
}
