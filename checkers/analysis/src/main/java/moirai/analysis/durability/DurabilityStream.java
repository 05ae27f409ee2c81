package moirai.analysis.durability;

import it.unimi.dsi.fastutil.longs.Long2LongMap;
import it.unimi.dsi.fastutil.longs.Long2LongOpenHashMap;
import it.unimi.dsi.fastutil.longs.LongOpenHashSet;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import moirai.history.DataModel;
import moirai.history.FaultEvent;
import moirai.history.History;
import moirai.history.Op;
import moirai.history.Outcome;
import moirai.history.Txn;

/**
 * Judges whether acknowledged appends are still there, for a history that is read piece by piece, twice: first for what
 * the final reads show, and then for what was acknowledged. It takes some 30 bytes for each key that was finally read.
 */
public final class DurabilityStream {

    /** The number of elements of a key that share one number: 1 to 64, as workloads count them. */
    private static final int PACKED = Long.SIZE;

    private final List<FaultEvent> faults;
    private final long beganNanos;
    private boolean isKnown;
    private final boolean isAsked;
    /** The elements from 1 to 64 that the final reads of each key show, as bits. */
    private final Long2LongOpenHashMap packed = new Long2LongOpenHashMap();

    private final Set<Place> others = new HashSet<>();
    private final LongOpenHashSet lostKeys = new LongOpenHashSet();
    private final List<Txn> lost = new ArrayList<>();
    private long acknowledged;
    private long lostCount;

    /** An element of a key. */
    private record Place(long key, int element) {}

    /** Begins; all events of faults have to be known. */
    public DurabilityStream(List<FaultEvent> faults) {
        this.faults = List.copyOf(faults);
        int begin = last(FaultEvent.Phase.INJECTED);
        this.isAsked = begin >= 0;
        this.isKnown = isAsked && last(FaultEvent.Phase.HEALED) > begin;
        this.beganNanos = isAsked ? faults.get(begin).nanos() : Long.MAX_VALUE;
    }

    private int last(FaultEvent.Phase phase) {
        int last = faults.size() - 1;
        while (last >= 0
                && !(faults.get(last).fault().equals(Durability.FINAL_READS)
                        && faults.get(last).phase() == phase)) {
            last--;
        }
        return last;
    }

    /** Returns whether the final reads are complete, so that pieces have to be read. */
    public boolean isKnown() {
        return isKnown;
    }

    /**
     * Takes in what final reads show; all pieces have to pass here before any is {@linkplain #acknowledged compared}.
     */
    public void finalReads(History piece) {
        for (int txn = 0; txn < piece.txnCount(); txn++) {
            if (isFinalRead(piece, txn)) {
                for (int op = piece.firstOp(txn); op < piece.endOp(txn); op++) {
                    if (isListRead(piece, op)) {
                        add(piece, op);
                    }
                }
            }
        }
    }

    private boolean isFinalRead(History piece, int txn) {
        return isKnown
                && piece.dataModel() == DataModel.LIST_APPEND
                && piece.startNanos(txn) >= beganNanos
                && piece.outcome(txn) instanceof Outcome.Committed;
    }

    private static boolean isListRead(History piece, int op) {
        return !piece.isAppend(op) && !piece.isScan(op) && piece.isAnswered(op);
    }

    private void add(History piece, int op) {
        long key = piece.keyName(piece.key(op));
        long bits = packed.get(key);
        for (int i = 0; i < piece.length(op); i++) {
            int element = piece.listElement(piece.list(op), i);
            if (isPacked(element)) {
                bits |= bit(element);
            } else {
                others.add(new Place(key, element));
            }
        }
        packed.put(key, bits);
    }

    static boolean isPacked(int element) {
        return element >= 1 && element <= PACKED;
    }

    static long bit(int element) {
        return 1L << (element - 1);
    }

    /** Compares what transactions of a piece appended with what the final reads show. */
    public void acknowledged(History piece) {
        for (int txn = 0; txn < piece.txnCount(); txn++) {
            if (piece.endNanos(txn) > beganNanos || !(piece.outcome(txn) instanceof Outcome.Committed)) {
                continue;
            }
            boolean isLost = false;
            for (int op = piece.firstOp(txn); op < piece.endOp(txn); op++) {
                if (piece.isAppend(op) && packed.containsKey(piece.keyName(piece.key(op)))) {
                    acknowledged++;
                    if (!isThere(piece.keyName(piece.key(op)), piece.element(op))) {
                        lostCount++;
                        isLost = true;
                        lostKeys.add(piece.keyName(piece.key(op)));
                    }
                }
            }
            if (isLost && lost.size() < Durability.LISTED_MAX) {
                lost.add(piece.txn(txn));
            }
        }
    }

    /**
     * Compares all acknowledged appends with what the final reads show, instead of those that can be read again. Of
     * those that cannot, a loss is counted and not shown. Called after all pieces were compared.
     */
    public void acknowledged(AcknowledgedAppends all) {
        isKnown &= all.isWhole() || isBroken();
        long count = 0;
        long missing = 0;
        for (Long2LongMap.Entry entry : all.byKey()) {
            if (packed.containsKey(entry.getLongKey())) {
                count += Long.bitCount(entry.getLongValue());
                missing += Long.bitCount(entry.getLongValue() & ~packed.get(entry.getLongKey()));
            }
        }
        acknowledged = Math.max(acknowledged, count);
        lostCount = Math.max(lostCount, missing);
    }

    private boolean isThere(long key, int element) {
        return isPacked(element) ? (packed.get(key) & bit(element)) != 0 : others.contains(new Place(key, element));
    }

    /** Returns whether acknowledged appends are gone, so far. */
    public boolean isBroken() {
        return lostCount > 0;
    }

    /** Takes in the final reads of keys that have lost something, so that these can be shown. */
    public void show(History piece) {
        for (int txn = 0; txn < piece.txnCount(); txn++) {
            if (isFinalRead(piece, txn)) {
                List<Op> ops = piece.txn(txn).ops().stream()
                        .filter(op -> lostKeys.contains(op.key()))
                        .toList();
                if (!ops.isEmpty()) {
                    lost.add(new Txn(
                            piece.session(txn), ops, piece.outcome(txn), piece.startNanos(txn), piece.endNanos(txn)));
                }
            }
        }
    }

    /** Returns the transactions whose appends were lost, as many as are listed, and what {@link #show} took in. */
    public List<Txn> witnesses() {
        return List.copyOf(lost);
    }

    /**
     * Returns the judgement.
     *
     * @param evidence a history with the faults and the {@link #witnesses}, to whose ids the judgement refers
     */
    public Durability durability(History evidence) {
        if (!isKnown) {
            return Durability.unknown(isAsked, faults);
        }
        Durability listed = Durability.of(evidence);
        return new Durability(true, true, acknowledged, lostCount, listed.lost(), listed.faults());
    }
}
