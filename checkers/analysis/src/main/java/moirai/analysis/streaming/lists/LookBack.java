package moirai.analysis.streaming.lists;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import moirai.analysis.listappend.ListWindow;
import moirai.analysis.streaming.Past;
import moirai.analysis.streaming.StreamLimits;
import moirai.analysis.streaming.StreamLog;
import moirai.analysis.streaming.TxnIdentity;
import moirai.history.History;
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
    private final Spans spans = new Spans();
    private long sweeps;
    private int readAgain;
    private int paths;
    /** Set once a dependency on a founder was one of writes alone. */
    private boolean haveAppendsComeLate;

    /** The begin of a chain of spans that was not judged since it grew; {@link Long#MAX_VALUE} if there is none. */
    private long owedFrom = Long.MAX_VALUE;
    /** The begin of the chain that was judged last, how many transactions it had, and how many were released since. */
    private long chainFrom = Long.MIN_VALUE;

    private long chainTxns;
    private long releasedSince;

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
    }

    /** Returns how often the recorded past was read. */
    long sweeps() {
        return sweeps;
    }

    /** Returns whether a cycle through several dependencies on founders may not have been found yet. */
    boolean isOwed() {
        return owedFrom < Long.MAX_VALUE;
    }

    /** Remembers what is released. What is of unknown outcome may be seen to have taken effect later. */
    void release(History history, ListWindow verdict) {
        IntArrayList all = verdict.released().clone();
        verdict.withoutEffect().forEach(txn -> {
            if (history.outcome(txn).isIndeterminate()) {
                all.add(txn);
            }
        });
        recent.add(history, all);
        releasedSince += all.size();
        verdict.components().forEach(component -> spans.add(history, component));
    }

    /** Notes that appends which nobody remembers may have come late: writes alone may be in a cycle. */
    void mayHaveAppendedLate() {
        haveAppendsComeLate = true;
    }

    /** Returns the start of all that cycles may lead through which lead through something at this time or later. */
    long begin(long nanos) {
        return Math.min(owedFrom, spans.begin(nanos));
    }

    /** Returns whether cycles may lead through something from one time to another. */
    boolean overlaps(long fromNanos, long toNanos) {
        return spans.overlap(fromNanos, toNanos);
    }

    /**
     * Returns the parts to judge for the sake of back edges of a window, once what it releases is remembered.
     *
     * <p>Cycles through back edges of one window lie between the first of their founders and now, which is judged at
     * once. Those of several windows lie in a chain of spans. Where every window adds to it the chain is judged again
     * whenever as much was released as it had then, and at the end: so all that costs is a few times what the
     * transactions cost.
     *
     * @param newEffects the first start of what is now known to have taken effect; {@link Long#MAX_VALUE} for none
     * @param lastEnd the latest end of a transaction that has arrived
     * @param isLast whether no other window follows
     */
    List<History> behind(StreamWindow window, ListWindow verdict, long newEffects, long lastEnd, boolean isLast) {
        IntArrayList edges = edgesOfReleased(verdict);
        long back = newEffects;
        for (int i = 1; i < edges.size(); i += 2) {
            back = Math.min(back, window.history().startNanos(edges.getInt(i)));
        }
        if (back < Long.MAX_VALUE) {
            haveAppendsComeLate |= verdict.haveAppendsComeLate() || newEffects < Long.MAX_VALUE;
            long begin = spans.begin(back);
            spans.add(begin, lastEnd);
            owedFrom = Math.min(owedFrom, begin);
        }
        boolean canWait = owedFrom <= chainFrom && releasedSince < chainTxns && recent.reachBackTo(back);
        if (!isOwed() || (canWait && !isLast)) {
            return back < Long.MAX_VALUE ? List.of(together(back)) : List.of();
        }
        List<History> parts = chain(window, edges, owedFrom, lastEnd);
        chainFrom = owedFrom;
        chainTxns = parts.getFirst().txnCount();
        releasedSince = 0;
        owedFrom = Long.MAX_VALUE;
        return parts;
    }

    /** Returns the parts to judge for the sake of all back edges since a time. */
    private List<History> chain(StreamWindow window, IntArrayList edges, long from, long lastEnd) {
        if (recent.reachBackTo(from)) {
            return List.of(together(from));
        }
        // Nothing new would follow, or the past was read so often that a run would not keep up.
        boolean isWorthIt = readAgain < READ_AGAIN_MAX && !log.areProvenOrDoubtful(open());
        Optional<History> again = isWorthIt ? readAgain(from, lastEnd) : Optional.empty();
        if (again.isPresent()) {
            return List.of(arrivedOf(again.get()));
        }
        var parts = new ArrayList<>(List.of(together(from), ends(window.history(), edges)));
        parts.addAll(paths(window.history(), window.founders(), edges));
        open().forEach(phenomenon -> log.doubt(phenomenon, TOO_FAR));
        return parts;
    }

    private Optional<History> readAgain(long fromNanos, long toNanos) {
        sweeps++;
        readAgain++;
        return past.between(fromNanos, toNanos, limits.spanTxnsMax());
    }

    private static IntArrayList edgesOfReleased(ListWindow verdict) {
        var isReleased = new BitSet();
        verdict.released().forEach(isReleased::set);
        var edges = new IntArrayList();
        for (int i = 0; i < verdict.backEdges().size(); i += 2) {
            if (isReleased.get(verdict.backEdges().getInt(i))) {
                edges.add(verdict.backEdges().getInt(i));
                edges.add(verdict.backEdges().getInt(i + 1));
            }
        }
        return edges;
    }

    /** Returns the transactions at both ends of dependencies: in real time these are cycles of two. */
    private History ends(History window, IntArrayList edges) {
        var builder = new WindowBuilder(header);
        edges.intStream().distinct().sorted().forEach(txn -> builder.add(window, txn, 0));
        return builder.buildByStart();
    }

    /** Returns paths from some founders to those that depend on them: each is all but one step of a cycle. */
    private List<History> paths(History window, int founders, IntArrayList edges) {
        Map<Integer, FrontierSweep> sweepOf = new TreeMap<>();
        for (int i = 1; i < edges.size() && sweepOf.size() < ROOTS_MAX; i += 2) {
            if (edges.getInt(i) < founders) {
                sweepOf.computeIfAbsent(
                        edges.getInt(i), root -> new FrontierSweep(header, TxnIdentity.of(window, root)));
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
        for (int i = 0; i < edges.size(); i += 2) {
            FrontierSweep sweep = sweepOf.get(edges.getInt(i + 1));
            if (sweep != null) {
                sweep.path(window, edges.getInt(i)).ifPresent(found::add);
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
