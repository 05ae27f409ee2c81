package moirai.analysis.durability;

import it.unimi.dsi.fastutil.longs.Long2IntOpenHashMap;
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
    private final FinalReadTimes times;
    private boolean isKnown;
    /** The elements from 1 to 64 that the last final reads of each key show, as bits. */
    private final Long2LongOpenHashMap packed = new Long2LongOpenHashMap();
    /** The last complete final reads of each key. */
    private final Long2IntOpenHashMap phaseOf = new Long2IntOpenHashMap();

    private final Set<Place> others = new HashSet<>();
    private final LongOpenHashSet lostKeys = new LongOpenHashSet();
    private final List<Txn> lost = new ArrayList<>();
    private long acknowledged;
    private long lostCount;
    private long unread;

    /** An element of a key. */
    private record Place(long key, int element) {}

    /** Begins; all events of faults have to be known. */
    public DurabilityStream(List<FaultEvent> faults) {
        this.faults = List.copyOf(faults);
        this.times = FinalReadTimes.of(faults);
        this.isKnown = times.areKnown();
        phaseOf.defaultReturnValue(FinalReadTimes.NONE);
    }

    /** Returns whether there are final reads that are complete, so that pieces have to be read. */
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
                        add(piece, op, times.completeAt(piece.startNanos(txn)));
                    }
                }
            }
        }
    }

    private boolean isFinalRead(History piece, int txn) {
        return isKnown
                && piece.dataModel() == DataModel.LIST_APPEND
                && times.completeAt(piece.startNanos(txn)) != FinalReadTimes.NONE
                && piece.outcome(txn) instanceof Outcome.Committed;
    }

    private static boolean isListRead(History piece, int op) {
        return !piece.isAppend(op) && !piece.isScan(op) && piece.isAnswered(op);
    }

    private void add(History piece, int op, int phase) {
        long key = piece.keyName(piece.key(op));
        int before = phaseOf.get(key);
        if (phase < before) {
            return;
        }
        if (phase > before && before != FinalReadTimes.NONE) {
            // What an earlier one has shown may be lost since.
            packed.remove(key);
            others.removeIf(place -> place.key() == key);
        }
        phaseOf.put(key, phase);
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
            if (!(piece.outcome(txn) instanceof Outcome.Committed)) {
                continue;
            }
            boolean isLost = false;
            for (int op = piece.firstOp(txn); op < piece.endOp(txn); op++) {
                if (piece.isAppend(op)) {
                    isLost |= compare(piece.keyName(piece.key(op)), piece.element(op), piece.endNanos(txn));
                }
            }
            if (isLost && lost.size() < Durability.LISTED_MAX) {
                lost.add(piece.txn(txn));
            }
        }
    }

    /** Compares an append, and returns whether it is lost. */
    private boolean compare(long key, int element, long acknowledgedNanos) {
        boolean isLost = false;
        switch (times.answer(phaseOf.get(key), acknowledgedNanos)) {
            case COMPARED -> {
                acknowledged++;
                isLost = !isThere(key, element);
            }
            case UNREAD -> unread++;
            case LATE -> {}
        }
        if (isLost) {
            lostCount++;
            if (lost.size() < Durability.LISTED_MAX) {
                lostKeys.add(key);
            }
        }
        return isLost;
    }

    /**
     * Compares all acknowledged appends with what the final reads show, instead of those that can be read again. Of
     * those that cannot, a loss is counted and not shown. Called after all pieces were compared.
     */
    public void acknowledged(AcknowledgedAppends all) {
        long count = 0;
        long missing = 0;
        long notRead = 0;
        for (Long2LongMap.Entry entry : all.byKey()) {
            if (phaseOf.containsKey(entry.getLongKey())) {
                count += Long.bitCount(entry.getLongValue());
                missing += Long.bitCount(entry.getLongValue() & ~packed.get(entry.getLongKey()));
            } else {
                notRead += Long.bitCount(entry.getLongValue());
            }
        }
        acknowledged = Math.max(acknowledged, count);
        lostCount = Math.max(lostCount, missing);
        unread = Math.max(unread, notRead);
        isKnown &= all.isWhole() || isBroken();
    }

    /** Notes committed transactions whose appends nobody knows any more, as their segments were dropped. */
    public void dropped(long committed) {
        unread += committed;
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
            return Durability.unknown(times.areAsked(), faults);
        }
        Durability listed = Durability.of(evidence);
        var counts = new Durability.Counts(acknowledged, lostCount, unread);
        return new Durability(true, true, counts, listed.lost(), listed.faults());
    }
}
