package moirai.analysis.durability;

import it.unimi.dsi.fastutil.longs.Long2LongMap;
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
 * Judges whether acknowledged writes are still there, for a history that is read piece by piece, two or three times:
 * for what the final reads show, if {@link #wantsWrites} says so for who wrote that, and for what was acknowledged. For
 * memory see the classes of the {@link FinalStates}.
 */
public final class DurabilityStream {

    private final WriteKind kind;
    private final List<FaultEvent> faults;
    private final FinalReadTimes times;
    private final FinalStates states;
    private final Comparison comparison;
    private boolean isKnown;

    private final LongOpenHashSet lostKeys = new LongOpenHashSet();
    private final List<Txn> lost = new ArrayList<>();
    private final Set<Identity> listed = new HashSet<>();
    /** The numbers that others than the pieces tell. */
    private long acknowledgedBeside;

    private long lostBeside;
    private long unreadBeside;
    private long dropped;

    private record Identity(int session, long startNanos, long endNanos) {

        static Identity of(History piece, int txn) {
            return new Identity(piece.session(txn), piece.startNanos(txn), piece.endNanos(txn));
        }
    }

    /** Begins for the writes of this kind; all events of faults have to be known. */
    public DurabilityStream(WriteKind kind, List<FaultEvent> faults) {
        this.kind = kind;
        this.faults = List.copyOf(faults);
        this.times = FinalReadTimes.of(faults);
        this.isKnown = times.areKnown();
        this.states = switch (kind) {
            case APPEND, ADD -> new ElementStates();
            case WRITE -> new RegisterStates();
            case INCREMENT, BALANCE_CHANGE -> new CounterStates(times);
        };
        this.comparison = new Comparison(times, states);
    }

    /** Returns whether there are final reads that are complete, so that pieces have to be read. */
    public boolean isKnown() {
        return isKnown;
    }

    /** Notes that records are missing: an increment whose record is lost may be in any sum. */
    public void incomplete() {
        isKnown &= !kind.isOfSums();
    }

    /**
     * Takes in what final reads show; all pieces have to pass here before any goes to {@link #writes} or is {@linkplain
     * #acknowledged compared}.
     */
    public void finalReads(History piece) {
        if (isKnown && isOfKind(piece)) {
            FinalReads.forEachRead(piece, times, (op, phase) -> states.read(piece, op, phase));
        }
    }

    /** Returns whether the pieces of this history are of the kind; one without answers and writes is of none. */
    private boolean isOfKind(History piece) {
        return piece.dataModel()
                == switch (kind) {
                    case APPEND -> DataModel.LIST_APPEND;
                    case ADD -> DataModel.SET;
                    case WRITE -> DataModel.REGISTER;
                    case INCREMENT, BALANCE_CHANGE -> DataModel.COUNTER;
                };
    }

    /** Returns whether all pieces have to pass {@link #writes} before they are compared. */
    public boolean wantsWrites() {
        return isKnown && states.wantsWrites();
    }

    /** Takes in who wrote what final reads show. */
    public void writes(History piece) {
        if (isOfKind(piece)) {
            FinalReads.forEachWrite(piece, (txn, op) -> states.write(piece, txn, op));
        }
    }

    /** Compares what transactions of a piece wrote with what the final reads show. */
    public void acknowledged(History piece) {
        if (!isOfKind(piece)) {
            return;
        }
        for (int txn = 0; txn < piece.txnCount(); txn++) {
            boolean isLost = false;
            for (int op = piece.firstOp(txn); op < piece.endOp(txn); op++) {
                if (FinalReads.isWrite(piece, op) && comparison.isLost(piece, txn, op)) {
                    isLost = true;
                    if (lost.size() < Durability.LISTED_MAX) {
                        lostKeys.add(piece.keyName(piece.key(op)));
                    }
                }
            }
            if (isLost && lost.size() < Durability.LISTED_MAX) {
                lost.add(piece.txn(txn));
                listed.add(Identity.of(piece, txn));
            }
        }
    }

    /**
     * Compares all acknowledged appends with what the final reads show, instead of those that can be read again. Of
     * those that cannot, a loss is counted and not shown. Called after all pieces were compared.
     */
    public void acknowledged(AcknowledgedAppends all) {
        if (!(states instanceof ElementStates elements)) {
            return;
        }
        for (Long2LongMap.Entry entry : all.byKey()) {
            long appended = entry.getLongValue();
            if (elements.isRead(entry.getLongKey())) {
                acknowledgedBeside += Long.bitCount(appended);
                lostBeside += Long.bitCount(elements.missing(entry.getLongKey(), appended));
            } else {
                unreadBeside += Long.bitCount(appended);
            }
        }
        isKnown &= all.isWhole() || isBroken();
    }

    /** Notes committed transactions whose appends nobody knows any more, as their segments were dropped. */
    public void dropped(long committed) {
        dropped += committed;
    }

    /** Returns whether acknowledged writes are gone, so far; of sums only when all was compared. */
    public boolean isBroken() {
        return counts().lost() > 0;
    }

    private Durability.Counts counts() {
        Durability.Counts ofPieces = comparison.counts(states.sums(faults));
        return new Durability.Counts(
                Math.max(ofPieces.acknowledged(), acknowledgedBeside),
                Math.max(ofPieces.lost(), lostBeside),
                Math.max(ofPieces.unread(), unreadBeside) + dropped,
                ofPieces.recovered(),
                ofPieces.stale());
    }

    /** Takes in the final reads of keys that have lost something, and who wrote what they show, to show that. */
    public void show(History piece) {
        states.sums(faults).stream().limit(Durability.LISTED_MAX).forEach(sum -> lostKeys.add(sum.key()));
        for (int txn = 0; txn < piece.txnCount() && isOfKind(piece); txn++) {
            boolean isFinalRead = isKnown
                    && times.completeAt(piece.startNanos(txn)) != FinalReadTimes.NONE
                    && piece.outcome(txn) instanceof Outcome.Committed;
            if (isFinalRead || isWriterShown(piece, txn)) {
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

    /** Returns whether the transaction wrote a value that is shown in place of a lost one, and is not listed itself. */
    private boolean isWriterShown(History piece, int txn) {
        if (kind != WriteKind.WRITE || listed.contains(Identity.of(piece, txn))) {
            return false;
        }
        for (int op = piece.firstOp(txn); op < piece.endOp(txn); op++) {
            if (piece.isWrite(op) && lostKeys.contains(piece.keyName(piece.key(op))) && states.isShown(piece, op)) {
                return true;
            }
        }
        return false;
    }

    /** Returns the transactions whose writes were lost, as many as are listed, and what {@link #show} took in. */
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
            return Durability.unknown(kind, times.areAsked(), faults);
        }
        Durability of = Durability.of(evidence);
        var losses = new Durability.Losses(kind.isOfSums() ? List.of() : of.lost(), states.sums(faults));
        return new Durability(kind, true, true, counts(), losses, of.faults());
    }
}
