package moirai.history.files;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
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
// Implementation notes.
//
// Which transactions a piece has. Writers advance by the ends of their transactions, not by the starts: a piece takes
// all transactions that ended up to a time, the horizon. So the files of a history that has ended are read as they
// grew. If writers advanced by starts, a transaction of an hour would be taken, with its answers, an hour before the
// plans of those from whom it read. With ends, each writer has at most one transaction that began before the horizon
// and is not taken.
//
// Announced plans. Let R be in a piece, and let A be the transaction that appended an element which R read. Claim: A
// was taken, or its plan is among the open ones of this piece.
//   1. R.end <= horizon. A's BEGIN was handed to the operating system before A was sent, hence before R ended (see
//      SegmentFormat on write-ahead intent).
//   2. A piece is read in two looks. The first takes transactions and fixes the horizon, the latest end among them.
//      The second begins when the first is over: it looks at every file again, also at those that are new, and takes
//      what ended up to the horizon.
//   3. Let R be taken in the first look, or in an earlier piece. A's BEGIN was written before R's END was, so the
//      second look finds it. Let N be the first transaction in A's file that is not taken. If N has not ended, no
//      later one in that file has begun. If N has ended, it did so after the horizon, and later ones began after
//      that, hence after R ended. So A was taken, or A is N, whose plan is shown.
//   4. Let R be taken in the second look, and let X be the transaction whose end is the horizon. X's END was read
//      before that look began. If the look did not find A's BEGIN, it was written later, hence A was sent and R ended
//      after X had ended. But then R is not taken.
// Steps 3 and 4 compare times of different threads: System.nanoTime counts the same for all threads of a process.
// Records TXN have no plans on the disk before them, so for histories with those nothing is claimed.
//
// Order. Within a span of time, transactions are taken by their starts. A piece of several spans is put into order.
//
// Torn tails. What a frame lacks may still be written, so a chain that grows just has nothing more to give. After
// finish() it ends there, with the warning of HistoryReader.
public final class HistoryTail implements AutoCloseable {

    /** The longest span of time of which all transactions are taken at once: 17 seconds. */
    private static final long SPAN_NANOS_MAX = 1L << 34;

    private final Path directory;
    private final long patienceNanos;
    private final TreeMap<Integer, TailSource> sources = new TreeMap<>();
    private final TxnMerge.SessionOwners owners = new TxnMerge.SessionOwners();
    private final StartOrder order = new StartOrder();
    private Optional<SegmentHeader> header = Optional.empty();
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

    /** Returns the origin of the history; empty as long as none is on the disk. */
    public Optional<RunHeader> header() {
        return header.map(SegmentHeader::run);
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
        if (header.isPresent()) {
            takeAvailable(ended, txnsMax);
            takeUpToHorizon(ended, txnsMax);
        }
        if (listing.isEmpty() && isClosed()) {
            isFinishing = true;
            discover();
        }
        boolean isEnd = listing.isPresent() && sources.values().stream().allMatch(TailSource::isOver);
        if (isEnd) {
            takeUnfinished(ended);
        }
        order.arrange(ended, sources.navigableKeySet());
        sources.values().forEach(source -> source.cursor.faults().forEach(ended::fault));
        ended.labels(HistoryReader.labels(cursors()));
        History open = open();
        unseenNanos = Math.max(unseenNanos, unseen());
        List<String> warnings =
                isEnd ? HistoryReader.warnings(listing.orElseThrow(), header.orElseThrow(), cursors()) : List.of();
        return new Piece(built(ended), open, unseenNanos, isAnnounced, isEnd, warnings);
    }

    private List<TxnCursor> cursors() {
        return sources.values().stream().map(source -> source.cursor).toList();
    }

    /** Opens the files of writers that are new, and after {@link #finish} takes note that all are there. */
    private void discover() {
        if (isFinishing && listing.isEmpty()) {
            SegmentListing all = SegmentListing.of(directory);
            all.lastSegments()
                    .forEach((writer, last) -> follow(writer).cursor.chain().finish(last));
            header = Optional.of(HistoryReader.header(all, cursors()));
            listing = Optional.of(all);
        } else if (listing.isEmpty() && (header.isEmpty() || sources.size() < writerCount() || writerCount() == 0)) {
            SegmentListing.begun(directory).forEach(this::follow);
            cursors().stream()
                    .filter(cursor -> cursor.chain().hasEntered())
                    .flatMap(cursor -> cursor.chain().header().stream())
                    .findFirst()
                    .ifPresent(found -> header = Optional.of(found));
        }
        header.ifPresent(found -> cursors().forEach(cursor -> cursor.chain().requireSameRun(found)));
    }

    private TailSource follow(int writer) {
        return sources.computeIfAbsent(
                writer, unseen -> new TailSource(TxnCursor.ofHistories(WriterChain.growing(directory, unseen))));
    }

    private int writerCount() {
        return header.map(SegmentHeader::writerCount).orElse(0);
    }

    private HistoryBuilder startHistory() {
        var history = new HistoryBuilder(header().orElse(RunHeader.NONE)).reserve(txnsBefore, opsBefore);
        sources.values().forEach(TailSource::startHistory);
        return header.filter(found -> !found.isTimed()).isPresent() ? history.untimed() : history;
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
        var heap = new TxnMerge.Heap(all.length);
        int live = 0;
        for (int i = 0; i < all.length; i++) {
            heap.due[i] = all[i].dueNanos();
            if (all[i].hasEnded()) {
                heap.live[live++] = i;
            }
        }
        heap.arrange(live);
        long last = lastNanos;
        while (!heap.isEmpty()) {
            TailSource source = all[heap.first()];
            if (source.hasEnded() && source.cursor.endNanos() <= last && mayTake(source, txnsMax)) {
                take(source, history);
                last = order.size() < txnsMax ? last : Math.min(last, horizonNanos);
                source.look();
                heap.replaceFirst(source.dueNanos());
            } else {
                heap.removeFirst();
            }
        }
    }

    /** Returns whether a piece may have one more; where plans are announced, the horizon decides. */
    private boolean mayTake(TailSource source, int txnsMax) {
        return !source.cursor.isWhole() || order.size() < txnsMax;
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
    private void takeUnfinished(HistoryBuilder history) {
        List<TailSource> left =
                sources.values().stream().filter(source -> source.isReady).toList();
        left.forEach(source -> horizonNanos = Math.max(horizonNanos, source.cursor.startNanos()));
        for (TailSource source : sources.values()) {
            if (source.isReady) {
                noteLate(source, source.cursor.startNanos());
                source.cursor.addPlanTo(history, horizonNanos);
                order.add(source.cursor.chain().writer(), source.taken(owners));
            }
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

    private History built(HistoryBuilder history) {
        History built = history.build(false);
        txnsBefore = built.txnCount();
        opsBefore = built.opCount();
        return built;
    }

    /** Returns whether all writers have closed their files. */
    private boolean isClosed() {
        return writerCount() > 0
                && sources.size() == writerCount()
                && sources.values().stream().allMatch(TailSource::isOver);
    }

    private long unseen() {
        if (listing.isEmpty() && (writerCount() == 0 || sources.size() < writerCount())) {
            return Long.MIN_VALUE;
        }
        boolean waits = patienceNanos == Long.MAX_VALUE || horizonNanos < Long.MIN_VALUE + patienceNanos;
        long patientUntilNanos = waits ? Long.MIN_VALUE : horizonNanos - patienceNanos;
        return sources.values().stream()
                .mapToLong(source -> source.unseenNanos(patientUntilNanos))
                .min()
                .orElse(Long.MAX_VALUE);
    }

    @Override
    public void close() {
        cursors().forEach(TxnCursor::close);
    }
}
