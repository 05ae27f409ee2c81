package moirai.history.files;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.function.Predicate;
import moirai.history.History;
import moirai.history.HistoryBuilder;
import moirai.history.HistoryFormatException;
import moirai.history.RunHeader;
import moirai.history.keeping.SegmentSpan;

/**
 * Reads a history piece by piece, while it is recorded or afterwards, with memory for one piece, and a buffer and a
 * dictionary for each writer. The pieces are a function of the bytes that were there when each was read. Used by one
 * thread.
 *
 * <p>All pieces together have what {@link HistoryReader#read} gives: the same transactions, faults and labels. Each
 * piece has its transactions in the order of that reader, but a transaction that takes long stands in a later piece
 * than those that began after it and ended before it did.
 *
 * <p>Cost: that of {@link HistoryReader}, and for each piece O(writers) calls of the operating system and, for each
 * writer, the elements of the lists that the piece reads and that are known from earlier pieces.
 */
// Which transactions a piece has, and why plans are announced: see the notes of TailSource.
public final class HistoryTail implements AutoCloseable {

    /** The longest span of time of which all transactions are taken at once: 17 seconds. */
    private static final long SPAN_NANOS_MAX = 1L << 34;

    private final Path directory;
    private final long patienceNanos;
    private final TreeMap<Integer, TailSource> sources = new TreeMap<>();
    private final TxnMerge.SessionOwners owners = new TxnMerge.SessionOwners();
    private final StartOrder order = new StartOrder();
    private Optional<RunParts> parts = Optional.empty();
    /** The writer that there has to be before the history can end. */
    private int awaitedWriter;

    private boolean isFinishing;
    /** All segments, once nothing will be added to them. */
    private Optional<SegmentListing> listing = Optional.empty();

    private long spanNanos = 1 << 10;
    private long horizonNanos = Long.MIN_VALUE;
    private long unseenNanos = Long.MIN_VALUE;
    private boolean isAnnounced = true;
    private String late = "";
    private int txnsBefore;
    private int opsBefore;

    private HistoryTail(Path directory, long patienceNanos) {
        this.directory = directory;
        this.patienceNanos = patienceNanos;
    }

    /**
     * What was recorded since the piece before.
     *
     * @param ended transactions whose end was read, and the faults and labels that were met. It is never {@linkplain
     *    History#isComplete complete}: other pieces have the rest
     * @param open the plans of the transactions that have begun and are in {@code ended} neither of this piece nor of
     *    an earlier one, as far as they are known: one of each writer at most. They are unfinished here, although the
     *    end of some may be on the disk
     * @param unseenNanos a time: each transaction that is neither in the {@code ended} of a piece so far nor in {@code
     *    open} begins at it or later; {@link Long#MIN_VALUE} as long as nothing is known of a writer
     * @param isAnnounced whether for each element that a transaction in {@code ended} has read, the transaction that
     *    added it is in the {@code ended} of a piece so far, or in {@code open}, or nobody in this history added it. If
     *    not, this is known only for reads of transactions that ended before {@code unseenNanos}
     * @param isEnd whether this was the last piece. All writers have closed their files then, or nothing more will come
     * @param warnings in the last piece those of {@link HistoryReader.Loaded}: if there are any, the history is not
     *    complete
     */
    public record Piece(
            History ended, History open, long unseenNanos, boolean isAnnounced, boolean isEnd, List<String> warnings) {

        public Piece {
            warnings = List.copyOf(warnings);
        }

        /**
         * Returns the time at which or after which each transaction begins that is not in the {@code ended} of a piece
         * so far.
         */
        public long watermarkNanos() {
            long least = unseenNanos;
            for (int txn = 0; txn < open.txnCount(); txn++) {
                least = Math.min(least, open.startNanos(txn));
            }
            return least;
        }
    }

    /**
     * Begins to read a history, of which nothing need be there yet.
     *
     * @param directory the one with the segments
     */
    public static HistoryTail open(Path directory) {
        return new HistoryTail(directory, Long.MAX_VALUE);
    }

    /**
     * Begins to read a history; writers that record nothing for a time do not hold back {@link Piece#unseenNanos}.
     *
     * <p>Nobody knows when a writer will record its next transaction, and when that began. But the recording follows
     * the reading of the clock at once, so no such transaction begins much before the latest time in the history. One
     * that does is noticed: see {@link #late}.
     *
     * @param patience for so long before the latest end in the history, a transaction may have begun that is not on the
     *    disk
     */
    public static HistoryTail open(Path directory, Duration patience) {
        if (patience.isNegative()) {
            throw new IllegalArgumentException("a patience of " + patience);
        }
        return new HistoryTail(directory, patience.toNanos());
    }

    /**
     * Returns whether a history has begun: a segment with a whole header is there.
     *
     * @param directory the one with the segments, which need not exist
     */
    public static boolean hasBegun(Path directory) {
        try (HistoryTail tail = open(directory)) {
            tail.discover();
            return tail.parts.isPresent();
        }
    }

    /** Returns the origin of the history; empty as long as none is on the disk. */
    public Optional<RunHeader> header() {
        return parts.map(known -> known.header().run());
    }

    /**
     * Returns why others may have written to the run's data, so that nothing follows from the history; empty if they
     * cannot.
     */
    public String displaced() {
        return HistoryReader.displaced(directory);
    }

    /**
     * Returns a sentence on the first transaction that began before the {@link Piece#unseenNanos} of an earlier piece
     * in which it was not open; empty if there was none. A writer whose times go backwards can do that, and one that
     * took longer than the patience. What was concluded from the times does not hold then.
     */
    public String late() {
        return late;
    }

    /**
     * Notes that the run goes on in another part: whatever the writers before have recorded, the history does not end
     * until one with this number, or a higher one, has begun.
     */
    public HistoryTail awaiting(int writer) {
        awaitedWriter = writer;
        return this;
    }

    /** Returns whether segments were passed over, since they were dropped: the pieces are not the whole history. */
    public boolean hasSkipped() {
        return cursors().stream().anyMatch(cursor -> cursor.chain().hasSkipped());
    }

    /**
     * Returns the segments that were read to their end since the last call of this method, and all of whose
     * transactions are in pieces.
     */
    public List<SegmentSpan> passed() {
        return cursors().stream()
                .flatMap(cursor -> cursor.takePassed().stream())
                .toList();
    }

    /** Notes that the run is over: the next pieces have the rest, unfinished transactions included. */
    public void finish() {
        isFinishing = true;
    }

    /**
     * Reads what has been recorded since the last call.
     *
     * @param txnsMax about how many transactions are taken at most
     * @throws HistoryFormatException if the files are damaged; nothing can be read afterwards
     */
    public Piece poll(int txnsMax) {
        if (txnsMax < 1) {
            throw new IllegalArgumentException("pieces of " + txnsMax + " transactions; expected one or more");
        }
        discover();
        var ended = startHistory();
        order.clear();
        if (parts.isPresent()) {
            takeAvailable(ended, txnsMax);
            takeUpToHorizon(ended, txnsMax);
            takeUnfinished(ended, source -> isOfPartBefore(source));
        }
        if (listing.isEmpty() && hasAll() && sources.values().stream().allMatch(TailSource::isOver)) {
            isFinishing = true;
            discover();
        }
        boolean isEnd = listing.isPresent() && sources.values().stream().allMatch(TailSource::isOver);
        if (isEnd) {
            takeUnfinished(ended, source -> true);
        }
        order.arrange(ended, sources.navigableKeySet());
        sources.values().forEach(source -> source.cursor.faults().forEach(ended::fault));
        ended.labels(HistoryReader.labels(cursors()));
        History open = open();
        if (listing.isPresent() || hasAll()) {
            unseenNanos = Math.max(unseenNanos, TailSource.unseenNanos(sources.values(), horizonNanos, patienceNanos));
        }
        List<String> warnings =
                isEnd ? HistoryReader.warnings(listing.orElseThrow(), parts.orElseThrow(), cursors()) : List.of();
        History built = ended.build(false);
        txnsBefore = built.txnCount();
        opsBefore = built.opCount();
        return new Piece(built, open, unseenNanos, isAnnounced, isEnd, warnings);
    }

    private List<TxnCursor> cursors() {
        return sources.values().stream().map(source -> source.cursor).toList();
    }

    /**
     * Opens the files of writers that are new, and after {@link #finish} takes note that all are there. Of parts that
     * are over nothing more will come.
     */
    private void discover() {
        if (isFinishing && listing.isEmpty()) {
            SegmentListing all = SegmentListing.of(directory);
            all.lastSegments()
                    .forEach((writer, last) -> follow(writer).cursor.chain().finish(last));
            parts = Optional.of(HistoryReader.parts(all, cursors()));
            listing = Optional.of(all);
        } else if (listing.isEmpty() && !hasAll()) {
            SegmentListing.begun(directory).forEach(this::follow);
            cursors().forEach(cursor -> cursor.chain().hasEntered());
            int known = parts.map(RunParts::count).orElse(0);
            parts = RunParts.of(HistoryReader.chains(cursors()));
            if (parts.isPresent() && parts.get().count() > known) {
                finishPartsBefore();
            }
        }
    }

    private void finishPartsBefore() {
        if (sources.values().stream().noneMatch(this::isOfPartBefore)) {
            return;
        }
        SegmentListing all = SegmentListing.of(directory);
        all.lastSegments().forEach((writer, last) -> {
            TailSource source = sources.get(writer);
            if (source != null && isOfPartBefore(source)) {
                source.cursor.chain().finish(last);
            }
        });
    }

    /** Returns whether a writer belongs to a part of the run that another part follows. */
    private boolean isOfPartBefore(TailSource source) {
        int writer = source.cursor.chain().writer();
        return writer < awaitedWriter
                || parts.map(known -> known.isOver(writer)).orElse(false);
    }

    /** Returns whether the files of all writers of the last part are known. */
    private boolean hasAll() {
        if (writerCount() == 0 || sources.isEmpty() || sources.lastKey() < awaitedWriter) {
            return false;
        }
        int first = parts.map(RunParts::firstOfLast).orElse(0);
        return sources.tailMap(first).size() == writerCount() - first;
    }

    private TailSource follow(int writer) {
        return sources.computeIfAbsent(
                writer, unseen -> new TailSource(TxnCursor.ofHistories(WriterChain.growing(directory, unseen))));
    }

    private int writerCount() {
        return parts.map(RunParts::writerCount).orElse(0);
    }

    private HistoryBuilder startHistory() {
        var history = new HistoryBuilder(header().orElse(RunHeader.NONE)).reserve(txnsBefore, opsBefore);
        sources.values().forEach(TailSource::startHistory);
        return parts.filter(known -> !known.header().isTimed()).isPresent() ? history.untimed() : history;
    }

    /** Takes what ended in the next span of time; in several spans, as long as they have few transactions. */
    private void takeAvailable(HistoryBuilder history, int txnsMax) {
        sources.values().forEach(TailSource::look);
        while (order.size() == 0 || order.size() < txnsMax / 2) {
            OptionalLong first = sources.values().stream()
                    .filter(TailSource::hasEnded)
                    .mapToLong(source -> source.cursor.endNanos())
                    .min();
            if (first.isEmpty()) {
                return;
            }
            long last = first.getAsLong() + spanNanos;
            int before = order.size();
            takeUntil(last < first.getAsLong() ? Long.MAX_VALUE : last, history, txnsMax);
            if (order.size() >= txnsMax) {
                spanNanos = Math.max(1, spanNanos / 2);
            } else if (order.size() - before < txnsMax / 2) {
                spanNanos = Math.min(2 * spanNanos, SPAN_NANOS_MAX);
            }
        }
    }

    /** The second look. */
    private void takeUpToHorizon(HistoryBuilder history, int txnsMax) {
        discover();
        sources.values().forEach(TailSource::look);
        takeUntil(horizonNanos, history, txnsMax);
    }

    /**
     * Takes what ended up to a time, in the order of starts. When there are enough, the time is the horizon: writers
     * that are behind it still have to come up to it.
     */
    private void takeUntil(long lastNanos, HistoryBuilder history, int txnsMax) {
        TailSource[] all = sources.values().toArray(TailSource[]::new);
        TxnMerge.Heap heap = TailSource.byStart(all);
        long last = lastNanos;
        while (!heap.isEmpty()) {
            TailSource source = all[heap.first()];
            // Where plans are announced, the horizon decides whether a piece has one more.
            boolean mayTake = !source.cursor.isWhole() || order.size() < txnsMax;
            if (source.hasEnded() && source.cursor.endNanos() <= last && mayTake) {
                take(source, history);
                last = order.size() < txnsMax ? last : Math.min(last, horizonNanos);
                source.look();
                heap.replaceFirst(source.dueNanos());
            } else {
                heap.removeFirst();
            }
        }
    }

    private void take(TailSource source, HistoryBuilder history) {
        TxnCursor cursor = source.cursor;
        isAnnounced &= !cursor.isWhole() && !cursor.chain().hasSkipped();
        noteLate(source, cursor.startNanos());
        horizonNanos = Math.max(horizonNanos, cursor.endNanos());
        cursor.addTo(history);
        order.add(source.cursor.chain().writer(), source.taken(owners));
    }

    private void noteLate(TailSource source, long beginNanos) {
        if (!source.isShown && beginNanos < unseenNanos && late.isEmpty()) {
            late = source.cursor.chain().file() + ": a transaction of session " + source.cursor.session()
                    + " begins at " + beginNanos + " ns, although at " + unseenNanos
                    + " ns all that began before seemed to be known";
        }
    }

    /** Takes the transactions that will never end; like all that are unfinished they run until the latest time. */
    private void takeUnfinished(HistoryBuilder history, Predicate<TailSource> which) {
        List<TailSource> left = sources.values().stream()
                .filter(source -> source.isReady && source.cursor.isUnfinished() && which.test(source))
                .toList();
        left.forEach(source -> horizonNanos = Math.max(horizonNanos, source.cursor.startNanos()));
        for (TailSource source : left) {
            noteLate(source, source.cursor.startNanos());
            source.cursor.addPlanTo(history, horizonNanos);
            order.add(source.cursor.chain().writer(), source.taken(owners));
        }
    }

    private History open() {
        var open = new HistoryBuilder(header().orElse(RunHeader.NONE));
        for (TailSource source : sources.values()) {
            if (source.isOpen()) {
                long beginNanos = source.cursor.beginNanos();
                noteLate(source, beginNanos);
                source.isShown = true;
                source.cursor.addPlanTo(open, Math.max(horizonNanos, beginNanos));
            }
        }
        return open.build(false);
    }

    @Override
    public void close() {
        cursors().forEach(TxnCursor::close);
    }
}
