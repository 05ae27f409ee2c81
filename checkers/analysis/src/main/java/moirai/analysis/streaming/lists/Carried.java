package moirai.analysis.streaming.lists;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.longs.LongOpenHashSet;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.IntPredicate;
import java.util.function.LongPredicate;
import java.util.stream.Collectors;
import moirai.analysis.graph.RealtimeOrder;
import moirai.analysis.listappend.ListWindow;
import moirai.analysis.streaming.TxnIdentity;
import moirai.history.History;
import moirai.history.RunHeader;

/** The transactions that a stream carries from one window into the next: founders, and those that are not released. */
final class Carried {

    private final RunHeader header;
    private final LiveKeys keys;
    /** Transactions that are released and kept, as they were in the last window. */
    private final List<Arrival> founders = new ArrayList<>();
    /** Transactions that have arrived and are not released, in the order of their arrival. */
    private final List<Arrival> held = new ArrayList<>();
    /** The founders that were read again for this window. */
    private final List<Arrival> revived = new ArrayList<>();
    /** The transactions of unknown outcome that are released and known to have taken effect. */
    private final Set<TxnIdentity> effects = new HashSet<>();
    /** The rank of the transaction that was released last. */
    private long rank;

    Carried(RunHeader header, LiveKeys keys) {
        this.header = header;
        this.keys = keys;
    }

    /**
     * A transaction in memory.
     *
     * @param serial how many had arrived before it; of a founder how many had been released before or with it, or 0 if
     *     that is not known any more, or if it was released as one of which nothing was read
     */
    private record Arrival(History from, int txn, long serial) {

        long startNanos() {
            return from.startNanos(txn);
        }

        boolean isIndeterminate() {
            return from.outcome(txn).isIndeterminate();
        }

        TxnIdentity identity() {
            return TxnIdentity.of(from, txn);
        }
    }

    /** Takes in a transaction that has ended. */
    void arrive(History from, int txn, long serial) {
        held.add(new Arrival(from, txn, serial));
    }

    /** Returns the rank of the transaction that was released last. */
    long rank() {
        return rank;
    }

    /** Returns the least rank of a founder, or of what was released with one of unknown rank. */
    long firstRank(Ranks ranks) {
        long least = Long.MAX_VALUE;
        for (Arrival one : founders) {
            least = Math.min(least, one.serial() > 0 ? one.serial() : ranks.floor(one.startNanos()));
        }
        return least;
    }

    /** Returns when the first transaction that is held and committed ended; {@link Long#MAX_VALUE} if none is held. */
    long firstHeldEnd() {
        long first = Long.MAX_VALUE;
        for (Arrival one : held) {
            first = Math.min(first, RealtimeOrder.end(one.from(), one.txn()));
        }
        return first;
    }

    int size() {
        return founders.size() + held.size();
    }

    int heldCount() {
        return held.size();
    }

    int founderCount() {
        return founders.size();
    }

    /** Returns the first start of a transaction that is not released; {@link Long#MAX_VALUE} if there is none. */
    long firstHeldNanos() {
        long first = Long.MAX_VALUE;
        for (Arrival one : held) {
            first = Math.min(first, one.startNanos());
        }
        return first;
    }

    /** Returns the first start of a transaction that is carried; {@link Long#MAX_VALUE} if there is none. */
    long firstNanos() {
        long first = firstHeldNanos();
        for (Arrival one : founders) {
            first = Math.min(first, one.startNanos());
        }
        return first;
    }

    /** Adds the transactions that are not released. */
    void addHeldTo(WindowBuilder builder) {
        for (Arrival one : held) {
            builder.add(one.from(), one.txn(), one.serial());
        }
    }

    /**
     * Returns a window of everything.
     *
     * @param masked the places among the transactions that are not released of those of which only the plan is taken
     * @param announced the plans of transactions that have not ended
     * @param isComplete whether no transaction is missing
     */
    StreamWindow window(BitSet masked, History announced, long untilNanos, boolean isComplete) {
        var builder = new WindowBuilder(header);
        List<Arrival> kept = new ArrayList<>(founders);
        kept.addAll(revived);
        kept.sort(Comparator.comparingLong(Arrival::startNanos));
        var effective = new BitSet();
        for (Arrival one : kept) {
            effective.set(builder.txnCount(), one.isIndeterminate() && effects.contains(one.identity()));
            builder.addOn(key -> keys.isLive(one.from().keyName(key)), one.from(), one.txn(), one.serial());
        }
        int i = 0;
        while (i < held.size()) {
            Arrival one = held.get(i);
            int count = one.from().txnCount();
            if (isWhole(i) && masked.get(i, i + count).isEmpty()) {
                int first = i;
                builder.addAll(one.from(), txn -> held.get(first + txn).serial());
                i += count;
            } else {
                if (!masked.get(i)) {
                    builder.add(one.from(), one.txn(), one.serial());
                }
                i++;
            }
        }
        int ended = builder.txnCount();
        for (int place = masked.nextSetBit(0); place >= 0; place = masked.nextSetBit(place + 1)) {
            builder.addPlan(held.get(place).from(), held.get(place).txn());
        }
        for (int txn = 0; txn < announced.txnCount(); txn++) {
            builder.addPlan(announced, txn);
        }
        return new StreamWindow(
                builder.build(isComplete), kept.size(), ended, builder.serials(), effective, untilNanos);
    }

    /** Returns whether all transactions of a history are held from this place on, in their order. */
    private boolean isWhole(int place) {
        History from = held.get(place).from();
        boolean isWhole = held.get(place).txn() == 0 && held.size() - place >= from.txnCount();
        for (int txn = 1; isWhole && txn < from.txnCount(); txn++) {
            Arrival one = held.get(place + txn);
            isWhole = one.from().equals(from) && one.txn() == txn;
        }
        return isWhole;
    }

    /**
     * Masks transactions that read from somebody who is not known yet.
     *
     * @param premature their ids in the window
     * @return the time until which the next window reaches: nothing is released that may have to follow them
     */
    long mask(IntArrayList premature, StreamWindow before, BitSet masked) {
        var placeOf = new IntArrayList();
        for (int i = 0; i < held.size(); i++) {
            if (!masked.get(i)) {
                placeOf.add(i);
            }
        }
        long until = before.untilNanos();
        for (int i = 0; i < premature.size(); i++) {
            int txn = premature.getInt(i);
            masked.set(placeOf.getInt(txn - before.founders()));
            until = Math.min(until, before.history().startNanos(txn));
        }
        return until;
    }

    /** Makes founders again of transactions that have arrived and are not held. */
    void revive(History found, IntPredicate hasArrived) {
        Set<TxnIdentity> present = held.stream().map(Arrival::identity).collect(Collectors.toSet());
        Set<TxnIdentity> again = revived.stream().map(Arrival::identity).collect(Collectors.toSet());
        for (int txn = 0; txn < found.txnCount(); txn++) {
            var one = new Arrival(found, txn, 0);
            boolean isForgotten = hasArrived.test(txn) && !present.contains(one.identity());
            if (isForgotten && again.add(one.identity())) {
                revived.add(one);
            }
        }
        // Founders for the sake of other keys have lost their ops on these.
        founders.removeIf(one -> again.contains(one.identity()));
    }

    /**
     * Returns the keys of founders of unknown outcome that are now known to have taken effect: what they read and
     * overwrote counts from now on, so all that touched these keys has to be there.
     *
     * @param fetched the keys that were read again for this window; the new ones are added
     */
    LongOpenHashSet keysOfNewEffects(StreamWindow window, ListWindow verdict, LongOpenHashSet fetched) {
        Set<TxnIdentity> effects = new HashSet<>();
        var names = new LongOpenHashSet();
        for (int txn = 0; txn < window.founders(); txn++) {
            if (isNewEffect(window, verdict, txn)) {
                effects.add(TxnIdentity.of(window.history(), txn));
                addKeys(window.history(), txn, names);
            }
        }
        for (Arrival one : revived) {
            if (effects.contains(one.identity())) {
                addKeys(one.from(), one.txn(), names);
            }
        }
        names.removeIf(name -> !fetched.add(name));
        return names;
    }

    private void addKeys(History history, int txn, LongOpenHashSet names) {
        for (int op = history.firstOp(txn); op < history.endOp(txn); op++) {
            long name = history.keyName(history.key(op));
            names.add(name);
            if (history.isScan(op)) {
                keys.forEachBetween(name, history.scanTo(op), names::add);
            }
        }
    }

    /**
     * Returns the first start of a founder of unknown outcome that is now known to have taken effect, or of what was
     * read again for its sake; {@link Long#MAX_VALUE} if there is none.
     */
    long earliestOfNewEffects(StreamWindow window, ListWindow verdict) {
        long earliest = Long.MAX_VALUE;
        for (int txn = 0; txn < window.founders(); txn++) {
            if (isNewEffect(window, verdict, txn)) {
                earliest = Math.min(earliest, window.history().startNanos(txn));
            }
        }
        for (int i = 0; i < revived.size() && earliest < Long.MAX_VALUE; i++) {
            earliest = Math.min(earliest, revived.get(i).startNanos());
        }
        return earliest;
    }

    /**
     * Decides whether a founder of unknown outcome is now known to have taken effect: what it read and overwrote was
     * not counted before.
     */
    private static boolean isNewEffect(StreamWindow window, ListWindow verdict, int founder) {
        return window.history().outcome(founder).isIndeterminate()
                && !window.effects().get(founder)
                && verdict.isEffective(founder);
    }

    /** Decides which transactions of a window go on into the next one. */
    void carry(StreamWindow window, ListWindow verdict, BitSet masked, LongPredicate isIdle) {
        History history = window.history();
        var gone = new BitSet();
        verdict.released().forEach(gone::set);
        verdict.withoutEffect().forEach(gone::set);
        List<Arrival> waiting = masked.stream().mapToObj(held::get).toList();
        held.clear();
        held.addAll(waiting);
        var inUse = new LongOpenHashSet();
        for (int txn = window.founders(); txn < history.txnCount(); txn++) {
            if (!gone.get(txn)) {
                for (int op = history.firstOp(txn); op < history.endOp(txn); op++) {
                    inUse.add(history.keyName(history.key(op)));
                }
                if (txn < window.announced()) {
                    held.add(new Arrival(history, txn, window.serial(txn)));
                }
            }
        }
        held.sort(Comparator.comparingLong(Arrival::serial));
        keys.retire(name -> isIdle.test(name) && !inUse.contains(name));
        founders.clear();
        revived.clear();
        rank++;
        BitSet live = live(history);
        for (int txn = 0; txn < window.founders(); txn++) {
            boolean isNew = isNewEffect(window, verdict, txn);
            if (isNew) {
                effects.add(TxnIdentity.of(history, txn));
            }
            addFounder(history, verdict, live, txn, isNew ? ++rank : window.serial(txn));
        }
        verdict.released().forEach(txn -> {
            if (history.outcome(txn).isIndeterminate()) {
                effects.add(TxnIdentity.of(history, txn));
            }
            addFounder(history, verdict, live, txn, ++rank);
        });
        verdict.withoutEffect().forEach(txn -> addFounder(history, verdict, live, txn, 0));
    }

    /** Returns the live keys of a window, by their dense ids. */
    private BitSet live(History history) {
        var live = new BitSet();
        for (int key = 0; key < history.keyCount(); key++) {
            live.set(key, keys.isLive(history.keyName(key)));
        }
        return live;
    }

    private void addFounder(History history, ListWindow verdict, BitSet live, int txn, long releaseRank) {
        for (int op = history.firstOp(txn); op < history.endOp(txn); op++) {
            int key = history.key(op);
            if (live.get(key) && (history.isAppend(op) || verdict.isTelling(op))) {
                founders.add(new Arrival(history, txn, releaseRank));
                return;
            }
        }
    }
}
