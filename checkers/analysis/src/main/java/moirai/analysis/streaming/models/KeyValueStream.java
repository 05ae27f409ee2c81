package moirai.analysis.streaming.models;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import moirai.analysis.Anomaly;
import moirai.analysis.AnomalyLog;
import moirai.analysis.Findings;
import moirai.analysis.axioms.StepBudget;
import moirai.analysis.columns.StableSort;
import moirai.analysis.streaming.HistoryStream;
import moirai.analysis.streaming.StreamFindings;
import moirai.analysis.streaming.StreamLimits;
import moirai.analysis.streaming.StreamLog;
import moirai.analysis.streaming.StreamProgress;
import moirai.analysis.streaming.StreamSighting;
import moirai.analysis.streaming.models.KeptTxns.Window;
import moirai.analysis.validation.Engine;
import moirai.analysis.validation.LevelChecker;
import moirai.history.DataModel;
import moirai.history.FaultEvent;
import moirai.history.History;
import moirai.history.Outcome;
import moirai.history.RunHeader;
import moirai.history.Txn;
import moirai.history.level.IsolationLevel;

/**
 * Judges a history of registers or sets while it grows.
 *
 * <p>All levels hold as long as each window continues the witness ({@link WitnessOrder}, {@link SetWitness}). Where one
 * does not, the batch checkers look at the window: what they find in a part is in the whole. From then on, levels that
 * no anomaly breaks are unknown, since a cycle may lead through what was forgotten.
 *
 * <p>Values of a register and elements of a set have to be unique, as those of runs are. Of other histories, and once a
 * value is seen to have two writers, nothing is told.
 */
// Implementation notes. A transaction is over when it ended before the watermark: then all that it can have read has
// arrived, or is open. A window has what arrived since the last one, what has no place yet, and the writers of live
// keys. A place is final; only transactions that are over and were followed by a number of others get one, so that
// reads had time to show which of two writers side by side was the later.
public final class KeyValueStream implements HistoryStream {

    private static final String METHOD = "a serial order that was continued while the history grew";
    private static final String METHOD_OF_SETS = "cycles of dependencies, piece by piece";
    private static final String NO_ORDER =
            "piece by piece it was not shown that there is a serial order in real time, and"
                    + " what is forgotten by now may be part of an anomaly";
    private static final String REPEATED =
            "values have to be unique to be judged piece by piece, and nothing says that they are";
    private static final String FORGOTTEN =
            "a key was used again after it had been left alone for so long that what was written to it was forgotten";
    private static final String FULL = "there are more writers of keys in use than are kept";

    /** The number of writers of a register that are kept. Of a set all are, since reads show all of them. */
    private static final int WRITERS_MAX = 64;

    /** Keys that nobody touches stay until so many times as many transactions are kept as a key may be idle. */
    private static final int ROOM = 2;

    private static final int KEPT_MAX = 1 << 18;

    private final DataModel model;
    private final RunHeader header;
    private final StreamLimits limits;
    private final KeptTxns kept;
    private final UsedKeys keys;
    private final StreamLog log = new StreamLog(open -> examined());
    private boolean isComplete = true;
    private boolean isProven = true;
    private boolean isUnique;
    private long nextRank;
    private long held;
    private long effective;
    private long reads;

    /** Begins with the first transaction. */
    KeyValueStream(DataModel model, RunHeader header, StreamLimits limits) {
        this.model = model;
        this.header = header;
        this.limits = limits;
        this.kept = new KeptTxns(model, header);
        this.keys = new UsedKeys(limits.idleTxns());
        this.isUnique = header.isOfRun();
        if (!isUnique) {
            doubt(REPEATED);
        }
    }

    private Map<IsolationLevel, String> examined() {
        String method = model == DataModel.SET ? METHOD_OF_SETS : METHOD;
        return isProven ? Map.of(IsolationLevel.STRICT_SERIALIZABLE, method) : Map.of();
    }

    @Override
    public void accept(History ended, History open, long watermarkNanos) {
        for (int txn = 0; txn < ended.txnCount(); txn++) {
            if (keys.touch(ended, txn, kept.arrived() + txn)) {
                doubt(FORGOTTEN);
            }
        }
        for (int txn = 0; txn < open.txnCount(); txn++) {
            if (keys.touch(open, txn, kept.arrived() + ended.txnCount())) {
                doubt(FORGOTTEN);
            }
        }
        kept.arrive(ended, open, watermarkNanos);
    }

    @Override
    public void incomplete() {
        isComplete = false;
        doubt("records are lost");
    }

    @Override
    public void doubt(String reason) {
        isProven = false;
        log.doubt(reason);
    }

    @Override
    public long pending() {
        return kept.pending();
    }

    @Override
    public long carried() {
        return kept.size();
    }

    @Override
    public void finish() {
        kept.end();
        judge();
    }

    @Override
    public void judge() {
        Window window = kept.window(false);
        if (window.history().dataModel() == model && isUnique) {
            judge(window);
        }
        if (isUnique) {
            retain(window);
        } else {
            kept.retain(txn -> false);
        }
    }

    private void judge(Window window) {
        Witness witness = model == DataModel.SET ? new SetWitness(window) : new WitnessOrder(window);
        if (witness.isAmbiguous()) {
            isUnique = false;
            doubt(REPEATED);
            return;
        }
        // What a placed transaction read was known when it got its place, and may be forgotten.
        boolean isOdd = witness.hasOddReads(txn -> kept.isOver(window, txn) && !window.isPlaced(txn));
        // The witness of sets does not show what is wrong in the window itself.
        boolean isLooked = isOdd || model == DataModel.SET;
        boolean isWrong = isLooked && look(window);
        long due = dueNanos(window);
        Optional<IntArrayList> next =
                isOdd || isWrong ? Optional.empty() : witness.next(txn -> isDue(window, txn, due));
        if (next.isPresent() && held < KEPT_MAX) {
            next.get().forEach(txn -> place(window, txn));
        } else {
            doubt(NO_ORDER);
            if (!isLooked) {
                look(window);
            }
            placeAll(window, witness.effective(), due);
        }
    }

    /** Returns the end up to which transactions are followed by enough others. */
    private long dueNanos(Window window) {
        if (kept.isFinished()) {
            return Long.MAX_VALUE;
        }
        long[] ends = IntStream.range(0, window.announced())
                .filter(txn -> kept.isOver(window, txn))
                .mapToLong(window.history()::endNanos)
                .sorted()
                .toArray();
        int due = ends.length - 1 - limits.idleTxns();
        return due < 0 ? Long.MIN_VALUE : ends[due];
    }

    private void place(Window window, int txn) {
        count(window.history(), txn);
        window.ranks().set(txn, nextRank++);
    }

    private boolean isDue(Window window, int txn, long dueNanos) {
        return kept.isOver(window, txn) && window.history().endNanos(txn) <= dueNanos;
    }

    /** Places what is over without an order that is known to be right. */
    private void placeAll(Window window, BitSet isEffective, long due) {
        for (int txn : StableSort.range(window.announced(), window.history()::endNanos)) {
            if (isEffective.get(txn) && !window.isPlaced(txn) && isDue(window, txn, due)) {
                place(window, txn);
            }
        }
    }

    private void count(History history, int txn) {
        effective++;
        for (int op = history.firstOp(txn); op < history.endOp(txn); op++) {
            reads += history.isAnswered(op) ? 1 : 0;
        }
    }

    /**
     * Looks for anomalies among all that has ended, and returns whether there are any or may be any. Transactions that
     * are not over may have read what is to come, so their reads are left out.
     */
    private boolean look(Window window) {
        History part = kept.masked(window, isComplete, txn -> !kept.isOver(window, txn));
        AnomalyLog looked = log.of(part, txn -> txn < window.announced());
        boolean isWrong = false;
        for (Findings found : find(part)) {
            isWrong |= !found.anomalies().isEmpty() || !found.doubts().isEmpty();
            found.anomalies().stream()
                    .filter(anomaly -> isKnownWhole(part, anomaly))
                    .forEach(looked::add);
        }
        return isWrong;
    }

    private List<Findings> find(History part) {
        if (model == DataModel.SET) {
            return List.of(new LevelChecker(Engine.CYCLES, StepBudget.DEFAULT)
                    .analyze(part, IsolationLevel.STRICT_SERIALIZABLE));
        }
        Findings saturated = new LevelChecker().analyze(part, IsolationLevel.CAUSAL);
        return saturated.forbiddenAt(IsolationLevel.CAUSAL).isEmpty()
                ? List.of(
                        saturated,
                        new LevelChecker(Engine.CYCLES, StepBudget.DEFAULT)
                                .analyze(part, IsolationLevel.STRICT_SERIALIZABLE))
                : List.of(saturated);
    }

    /** Returns whether an anomaly does not rest on writers that are forgotten. */
    private boolean isKnownWhole(History part, Anomaly anomaly) {
        return !(anomaly instanceof Anomaly.GarbageRead(int reader, int readOp, long element))
                || keys.isWhole(part.keyName(part.key(readOp)));
    }

    /** Keeps what has no place and what was written to keys in use; of registers, the last that was. */
    private void retain(Window window) {
        History history = window.history();
        var isKept = new BitSet();
        long firstHeldNanos = Long.MAX_VALUE;
        long firstHeld = kept.arrived();
        held = 0;
        boolean isFull = kept.size() >= KEPT_MAX;
        for (int txn = 0; txn < window.announced() && !isFull; txn++) {
            if (kept.outcome(txn) instanceof Outcome.Committed && !window.isPlaced(txn)) {
                isKept.set(txn);
                held++;
                firstHeldNanos = Math.min(firstHeldNanos, history.startNanos(txn));
                firstHeld = Math.min(firstHeld, window.serial(txn));
            }
        }
        if (isFull) {
            doubt(FULL);
            keys.retireAll();
        } else if (carried() - held > (long) ROOM * limits.idleTxns()) {
            keys.retire(kept.arrived(), firstHeld);
        }
        int writersMax = model == DataModel.SET ? Integer.MAX_VALUE : WRITERS_MAX;
        var placed = new UsedKeys.Newest(writersMax);
        var refused = new UsedKeys.Newest(writersMax);
        var doubtful = new UsedKeys.Newest(Integer.MAX_VALUE);
        for (int txn : StableSort.range(
                window.announced(),
                txn -> -(window.isPlaced(txn) ? window.ranks().getLong(txn) : window.serial(txn)))) {
            UsedKeys.Newest others = kept.outcome(txn) instanceof Outcome.Aborted ? refused : doubtful;
            if (writesLive(history, txn, window.isPlaced(txn) ? placed : others)) {
                isKept.set(txn);
            }
        }
        kept.retain(isKept::get);
        kept.prove(Math.min(kept.watermark(), firstHeldNanos));
    }

    /** Counts what the transaction writes to keys in use, and returns whether some of it is among the newest. */
    private boolean writesLive(History history, int txn, UsedKeys.Newest newest) {
        boolean isAny = false;
        for (int op = history.firstOp(txn); op < history.endOp(txn); op++) {
            long name = history.keyName(history.key(op));
            if ((history.isWrite(op) || history.isAppend(op)) && keys.isLive(name)) {
                boolean isNew = newest.add(name);
                isAny |= isNew;
                if (!isNew) {
                    keys.shorten(name);
                }
            }
        }
        return isAny;
    }

    @Override
    public StreamProgress progress() {
        return kept.progress(held, keys.count(), log.levels());
    }

    @Override
    public List<StreamSighting> sightings() {
        return log.sightings();
    }

    @Override
    public StreamFindings findings(List<Txn> beside, List<FaultEvent> faults) {
        return log.findings(header, (int) Math.min(Integer.MAX_VALUE, effective), reads, beside, faults);
    }
}
