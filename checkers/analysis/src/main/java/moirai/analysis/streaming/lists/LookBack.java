package moirai.analysis.streaming.lists;

import it.unimi.dsi.fastutil.ints.Int2LongOpenHashMap;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import moirai.analysis.cycles.Strength;
import moirai.analysis.graph.RealtimeOrder;
import moirai.analysis.listappend.ListWindow;
import moirai.analysis.streaming.Past;
import moirai.analysis.streaming.StreamLimits;
import moirai.analysis.streaming.StreamLog;
import moirai.analysis.streaming.TxnIdentity;
import moirai.history.History;
import moirai.history.HistoryBuilder;
import moirai.history.RunHeader;
import moirai.history.level.Phenomenon;

/**
 * Finds the parts of a stream in which cycles lie that lead through dependencies on founders: from memory, or else from
 * the recorded past. Where there is too much between a founder and who depends on it, doubts remain.
 */
final class LookBack {

    /** The number of times that the past is read for what lies between. */
    private static final int READ_AGAIN_MAX = 256;

    /** The number of times that all of the past is read to find paths. */
    private static final int PATHS_MAX = 8;

    /** The number of founders from which paths are looked for at once. */
    private static final int ROOTS_MAX = 16;

    private static final String TOO_FAR = "a transaction depends on one that was released so long before that what lies"
            + " between them is too much to judge together";

    private final RunHeader header;
    private final StreamLimits limits;
    private final Past past;
    private final Arrivals arrivals;
    private final Carried carried;
    private final StreamLog log;
    private final RecentTxns recent;
    private final Ranks ranks = new Ranks();
    /** Cycles of dependencies, and of the orders to which released transactions keep. */
    private final Chain data = new Chain();
    /** Cycles of all orders, once released transactions do not keep to all of them any more. */
    private final Chain orders = new Chain();

    private Strength strength = Strength.REALTIME;
    /** The latest start of a transaction that was released without keeping to all orders. */
    private long lastStart = Long.MIN_VALUE;

    private long sweeps;
    private int readAgain;
    private int paths;
    /** Set once a dependency on a founder was one of writes alone. */
    private boolean haveAppendsComeLate;

    /** The last window: its ranks, and dependencies on founders with the transactions at both ends. */
    private StreamWindow window;

    private long firstRank = 1;
    private long backRank = Long.MAX_VALUE;
    private IntArrayList ends = new IntArrayList();

    /** The transactions that the stream has taken in. */
    @FunctionalInterface
    interface Arrivals {
        /** Returns whether a transaction of a recorded history is one of them. */
        boolean contain(History from, int txn);
    }

    LookBack(RunHeader header, StreamLimits limits, Past past, Arrivals arrivals, Carried carried, StreamLog log) {
        this.header = header;
        this.limits = limits;
        this.past = past;
        this.arrivals = arrivals;
        this.carried = carried;
        this.log = log;
        this.recent = new RecentTxns(header, limits.recentTxns());
        this.window = carried.window(new BitSet(), new HistoryBuilder(header).build(), Long.MIN_VALUE, true);
    }

    /** Returns how often the recorded past was read. */
    long sweeps() {
        return sweeps;
    }

    /** Returns whether a cycle through several dependencies on founders may not have been found yet. */
    boolean isOwed() {
        return data.isOwed() || orders.isOwed();
    }

    /** Notes that appends which nobody remembers may have come late: writes alone may be in a cycle. */
    void mayHaveAppendedLate() {
        haveAppendsComeLate = true;
    }

    /**
     * Returns the start of all released transactions, besides founders, that cycles may lead through which lead through
     * something that is to come; {@link Long#MAX_VALUE} if there is none.
     */
    long neededNanos() {
        long first = carried.firstRank(ranks);
        if (!data.reaches(first) && !orders.reaches(first)) {
            // A cycle to come leads through a founder and through what was released after it. Who ended before a
            // founder began was released before it, or there is a span. So the founders' starts say enough; that of a
            // window would say too little, for it may be long.
            return Long.MAX_VALUE;
        }
        return ranks.startNanos(Math.min(data.begin(first), orders.begin(first)));
    }

    /** Returns whether cycles may lead through founders of two ranks, of which the first is the lower one. */
    boolean areAmongCycles(long first, long last) {
        return data.contains(first, last) || orders.contains(first, last);
    }

    /**
     * Remembers what a window releases, and which dependencies lead back.
     *
     * <p>Of every cycle some step leads from a transaction to one of a lower rank, across each rank between its first
     * and its last transaction. Such steps are back edges, steps within components, and orders of appends that are
     * shown late; and where released transactions do not keep to real time or sessions any more, those of a held
     * transaction that had ended when one of a lower rank began. So the spans of such steps hang together, and a cycle
     * lies in one chain of them.
     *
     * @param firstRank the first rank of the window; {@link Carried#rank} is the last
     * @param strength the orders to which what is released keeps
     */
    void release(StreamWindow window, ListWindow verdict, long firstRank, Strength strength) {
        History history = window.history();
        this.window = window;
        this.firstRank = firstRank;
        this.strength = strength;
        backRank = Long.MAX_VALUE;
        ends = new IntArrayList();
        IntArrayList all = verdict.released().clone();
        verdict.withoutEffect().forEach(txn -> {
            if (history.outcome(txn).isIndeterminate()) {
                // It may be seen to have taken effect later.
                all.add(txn);
            }
        });
        ranks.add(firstRank, history, all);
        recent.add(history, all, carried.rank());
        data.release(all.size());
        orders.release(all.size());
        var rankOf = new Int2LongOpenHashMap();
        long rank = carried.rank() - verdict.released().size();
        for (int i = 0; i < verdict.released().size(); i++) {
            rankOf.put(verdict.released().getInt(i), ++rank);
        }
        verdict.components().forEach(component -> addComponent(component, rankOf));
        addBackEdges(verdict, rankOf);
        addLateOrders(verdict);
        if (strength != Strength.REALTIME) {
            addOrders(verdict, rankOf);
        }
        haveAppendsComeLate |= backRank < Long.MAX_VALUE && verdict.haveAppendsComeLate();
    }

    private void addComponent(int[] component, Int2LongOpenHashMap rankOf) {
        long first = Long.MAX_VALUE;
        long last = Long.MIN_VALUE;
        for (int txn : component) {
            first = Math.min(first, rankOf.get(txn));
            last = Math.max(last, rankOf.get(txn));
        }
        data.add(first, last);
        orders.add(first, last);
    }

    private void addBackEdges(ListWindow verdict, Int2LongOpenHashMap rankOf) {
        for (int i = 0; i < verdict.backEdges().size(); i += 2) {
            int txn = verdict.backEdges().getInt(i);
            int founder = verdict.backEdges().getInt(i + 1);
            if (rankOf.containsKey(txn)) {
                owe(rank(founder), rankOf.get(txn));
                ends.add(txn);
                ends.add(founder);
            }
        }
    }

    private void addLateOrders(ListWindow verdict) {
        for (int i = 0; i < verdict.lateOrders().size(); i += 2) {
            int earlier = verdict.lateOrders().getInt(i);
            int later = verdict.lateOrders().getInt(i + 1);
            boolean areKnown = window.serial(earlier) > 0 && window.serial(later) > 0;
            long last = areKnown ? Math.max(rank(earlier), rank(later)) : carried.rank();
            owe(Math.min(rank(earlier), rank(later)), last);
            ends.add(earlier);
            ends.add(later);
        }
    }

    private long rank(int founder) {
        long known = window.serial(founder);
        return known > 0
                ? known
                : Math.min(firstRank, ranks.floor(window.history().startNanos(founder)));
    }

    private void owe(long first, long last) {
        backRank = Math.min(backRank, first);
        data.owe(first, last);
        orders.add(first, last);
        if (strength != Strength.REALTIME) {
            orders.owe(first, last);
        }
    }

    /** Adds the spans in which orders may lead back to which released transactions do not keep. */
    private void addOrders(ListWindow verdict, Int2LongOpenHashMap rankOf) {
        History history = window.history();
        verdict.released().forEach(txn -> {
            if (RealtimeOrder.end(history, txn) < lastStart) {
                orders.owe(firstRank, rankOf.get(txn));
            }
            lastStart = Math.max(lastStart, history.startNanos(txn));
        });
        if (carried.firstHeldEnd() < lastStart) {
            orders.owe(firstRank, carried.rank() + 1);
        }
    }

    /**
     * Returns the parts to judge for the sake of dependencies on founders of the window that was released last.
     *
     * @param newEffects the first start of what is now known to have taken effect; {@link Long#MAX_VALUE} for none
     * @param lastEnd the latest end of a transaction that has arrived
     * @param isLast whether no other window follows
     */
    List<History> behind(long newEffects, long lastEnd, boolean isLast) {
        if (newEffects < Long.MAX_VALUE) {
            haveAppendsComeLate = true;
            owe(Math.min(firstRank, ranks.floor(newEffects)), carried.rank());
        }
        if (log.areProvenOrDoubtful(openOrders())) {
            orders.forgive();
        }
        var parts = new ArrayList<History>();
        if (!judge(data, open(), lastEnd, isLast, parts) && backRank < Long.MAX_VALUE) {
            parts.add(together(backRank));
        }
        judge(orders, openOrders(), lastEnd, isLast, parts);
        return parts;
    }

    /** Adds the parts to judge for the sake of a chain, unless it can wait; returns whether it did. */
    private boolean judge(Chain chain, Set<Phenomenon> open, long lastEnd, boolean isLast, List<History> parts) {
        boolean canWait = !isLast && chain.canWait() && recent.reachBackTo(backRank);
        if (!chain.isOwed() || canWait) {
            return false;
        }
        int before = parts.size();
        addChain(chain.owedFrom(), open, lastEnd, parts);
        chain.judged(parts.get(before).txnCount());
        return true;
    }

    private void addChain(long from, Set<Phenomenon> open, long lastEnd, List<History> parts) {
        if (recent.reachBackTo(from)) {
            parts.add(together(from));
            return;
        }
        // Nothing new would follow, or the past was read so often that a run would not keep up.
        boolean isWorthIt = readAgain < READ_AGAIN_MAX && !log.areProvenOrDoubtful(open);
        Optional<History> again = isWorthIt ? readAgain(ranks.startNanos(from), lastEnd) : Optional.empty();
        if (again.isPresent()) {
            parts.add(arrivedOf(again.get()));
            return;
        }
        parts.add(together(from));
        parts.add(ends());
        parts.addAll(paths());
        open.forEach(phenomenon -> log.doubt(phenomenon, TOO_FAR));
    }

    private Optional<History> readAgain(long fromNanos, long toNanos) {
        sweeps++;
        readAgain++;
        return past.between(fromNanos, toNanos, limits.spanTxnsMax());
    }

    /** Returns the transactions at both ends of dependencies: in real time these are cycles of two. */
    private History ends() {
        var builder = new WindowBuilder(header);
        ends.intStream().distinct().sorted().forEach(txn -> builder.add(window.history(), txn, 0));
        return builder.buildByStart();
    }

    /** Returns paths from some founders to those that depend on them: each is all but one step of a cycle. */
    private List<History> paths() {
        History history = window.history();
        Map<Integer, FrontierSweep> sweepOf = new TreeMap<>();
        for (int i = 1; i < ends.size() && sweepOf.size() < ROOTS_MAX; i += 2) {
            if (ends.getInt(i) < window.founders()) {
                sweepOf.computeIfAbsent(
                        ends.getInt(i), root -> new FrontierSweep(header, TxnIdentity.of(history, root)));
            }
        }
        if (paths == PATHS_MAX || sweepOf.isEmpty() || log.hasProven(Phenomenon.G_SINGLE)) {
            return List.of();
        }
        paths++;
        sweeps++;
        past.forEachPart(part ->
                sweepOf.values().forEach(sweep -> sweep.add(part, txn -> arrivals.contain(part, txn))));
        var found = new ArrayList<History>();
        for (int i = 0; i < ends.size(); i += 2) {
            FrontierSweep sweep = sweepOf.get(ends.getInt(i + 1));
            if (sweep != null) {
                sweep.path(history, ends.getInt(i)).ifPresent(found::add);
            }
        }
        return found;
    }

    /** Returns what a cycle may be that leads through a path of which nothing is known. Real time is decided. */
    private Set<Phenomenon> open() {
        var cycles = EnumSet.range(Phenomenon.G_SINGLE, Phenomenon.G2_REALTIME);
        if (haveAppendsComeLate) {
            cycles.addAll(EnumSet.range(Phenomenon.G1C, Phenomenon.G1C_REALTIME));
            cycles.addAll(EnumSet.range(Phenomenon.G0, Phenomenon.G0_REALTIME));
        }
        cycles.removeIf(phenomenon -> phenomenon.label().endsWith("-realtime"));
        return cycles;
    }

    /** Returns what a cycle may be that leads through orders to which released transactions do not keep. */
    private Set<Phenomenon> openOrders() {
        var cycles = EnumSet.noneOf(Phenomenon.class);
        for (Phenomenon phenomenon : Phenomenon.values()) {
            boolean isOfSessions = phenomenon.label().endsWith("-process") && strength == Strength.PLAIN;
            if (phenomenon.label().endsWith("-realtime") || isOfSessions) {
                cycles.add(phenomenon);
            }
        }
        return cycles;
    }

    private History together(long from) {
        var builder = new WindowBuilder(header);
        recent.addTo(builder, from);
        carried.addHeldTo(builder);
        return builder.buildByStart();
    }

    private History arrivedOf(History again) {
        var builder = new WindowBuilder(header);
        for (int txn = 0; txn < again.txnCount(); txn++) {
            if (arrivals.contain(again, txn)) {
                builder.add(again, txn, 0);
            }
        }
        return builder.buildByStart();
    }
}
