package moirai.runs.interim;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import moirai.analysis.counters.CounterWindow;
import moirai.analysis.durability.AcknowledgedAppends;
import moirai.analysis.durability.DurabilityStream;
import moirai.analysis.durability.FinalReadTimes;
import moirai.analysis.durability.WriteKind;
import moirai.analysis.judged.JudgedText;
import moirai.analysis.streaming.EvidenceStream;
import moirai.analysis.streaming.HistoryStream;
import moirai.analysis.streaming.StreamFindings;
import moirai.analysis.streaming.StreamLimits;
import moirai.analysis.streaming.StreamProgress;
import moirai.analysis.streaming.lists.ListAppendStream;
import moirai.analysis.streaming.models.HistoryStreams;
import moirai.history.DataModel;
import moirai.history.FaultEvent;
import moirai.history.History;
import moirai.history.HistoryBuilder;
import moirai.history.RunHeader;
import moirai.history.files.HistoryTail;
import moirai.history.keeping.SegmentKeeper;
import moirai.history.keeping.SegmentSpan;
import moirai.history.level.IsolationLevel;
import moirai.history.level.Phenomenon;
import moirai.runs.summary.SummaryBuilder;

/**
 * Reads a history from its files, piece by piece, and judges it in memory that does not grow with it; while it is
 * recorded, or afterwards. What can be decided so depends on the kind of its data; the rest is unknown.
 *
 * <p>Final reads look at every key that there ever was, once all is over. They are left out of the
 * stream, but for those of a bank, and {@link #result} compares them with what was acknowledged.
 */
public final class StreamedCheck implements AutoCloseable {

    /** The number of transactions of a piece: what a window carries over from the last one is a small part of it. */
    static final int PIECE_TXNS = 131_072;

    private static final int PIECE_TXNS_OF_SETS = 16_384;

    /** A transaction that takes longer than this does not hold up the judgement of others. */
    static final long OPEN_NANOS_MAX = 60_000_000_000L;

    /**
     * A transaction that is not on the disk began at most this long before the latest end. Writers that record nothing,
     * such as those for faults, hold up the judgement of others no longer.
     */
    private static final Duration IDLE_MAX = Duration.ofSeconds(5);

    private static final String LATE = "a transaction ended more than " + OPEN_NANOS_MAX / 1_000_000_000L
            + " s after it began, and others were judged before as if its outcome were unknown";

    private final Path directory;
    private final HistoryTail tail;
    private final StreamLimits limits;
    private final int pieceTxns;
    private final EvidenceStream evidence;
    /** The segments that were dropped before this check began, and their judgement then. */
    private final DroppedBefore dropped;

    private final MetNumbers met = new MetNumbers();
    private Optional<SummaryBuilder> summary = Optional.empty();
    private final List<FaultEvent> faults = new ArrayList<>();
    private final List<String> warnings = new ArrayList<>();
    private Optional<AcknowledgedAppends> acknowledged;
    private Optional<HistoryStream> stream = Optional.empty();
    private DataModel model = DataModel.LIST_APPEND;
    /** The pieces before the first that shows the kind of the data. */
    private final List<HistoryTail.Piece> unjudged = new ArrayList<>();

    private long lastEnd = Long.MIN_VALUE;
    private long passedNanos = Long.MIN_VALUE;
    private boolean isEnd;
    /** Set if records are missing. */
    private boolean isIncomplete;

    /**
     * Begins at the first transaction of a history that is being recorded.
     *
     * @param directory the one with the segments
     * @param writersBefore the number of writers of parts of the run that are over
     */
    public static StreamedCheck following(Path directory, int writersBefore) {
        return new StreamedCheck(
                directory,
                HistoryTail.open(directory, IDLE_MAX).awaiting(writersBefore),
                DroppedBefore.of(directory),
                StreamLimits.DEFAULT,
                PIECE_TXNS);
    }

    /**
     * Judges a history that has ended.
     *
     * @param directory the one with the segments
     * @throws moirai.history.HistoryFormatException if it is not readable
     */
    public static Streamed whole(Path directory) {
        return whole(directory, StreamLimits.DEFAULT, PIECE_TXNS);
    }

    /** Judges a history that has ended, with other limits than usual. */
    static Streamed whole(Path directory, StreamLimits limits, int pieceTxns) {
        try (var check = new StreamedCheck(directory, limits, pieceTxns)) {
            check.finish();
            while (!check.isEnd()) {
                check.step(false);
            }
            return check.result();
        }
    }

    /** Returns whether the history has times. */
    public static boolean canJudge(Path directory) {
        try (HistoryTail tail = HistoryTail.open(directory)) {
            History first = tail.poll(1).ended();
            return first.txnCount() > 0 && first.isTimed();
        }
    }

    /** Begins at the first transaction, with other limits than usual. */
    StreamedCheck(Path directory, StreamLimits limits, int pieceTxns) {
        this(directory, HistoryTail.open(directory), DroppedBefore.ofReadable(directory), limits, pieceTxns);
    }

    private StreamedCheck(Path directory, HistoryTail tail, DroppedBefore dropped, StreamLimits limits, int pieceTxns) {
        this.pieceTxns = pieceTxns;
        this.dropped = dropped;
        this.acknowledged = dropped.acknowledged();
        this.evidence = dropped.judged().map(EvidenceStream::new).orElseGet(EvidenceStream::new);
        this.directory = directory;
        this.tail = tail;
        this.limits = limits;
    }

    /**
     * Takes in what was recorded since the last call, as far as it fits into a piece, and judges if that is due.
     *
     * @param isDue whether to judge however little there is
     * @return how many transactions were taken in
     */
    public int step(boolean isDue) {
        HistoryTail.Piece piece = tail.poll(size());
        History ended = piece.ended();
        faults.addAll(ended.faults());
        warnings.addAll(piece.warnings());
        isEnd = piece.isEnd();
        if (tail.header().isEmpty()) {
            return 0;
        }
        // Events of faults are in the piece with the first transaction that ended after them, or in an earlier one.
        FinalReadTimes finalReads = FinalReadTimes.of(faults);
        acknowledged.ifPresent(all -> all.add(ended, finalReads));
        History judged = without(finalReads, ended);
        evidence.add(ended);
        met.add(ended);
        summary().add(ended);
        if (stream.isEmpty() && !isEnd && !showsModel(ended)) {
            unjudged.add(piece);
            return ended.txnCount();
        }
        HistoryStream on = stream(ended.dataModel());
        if (tail.hasSkipped()) {
            // At once: what is missing is at the beginning.
            on.incomplete();
            isIncomplete = true;
        }
        unjudged.forEach(earlier -> take(on, without(finalReads, earlier.ended()), earlier));
        unjudged.clear();
        take(on, judged, piece);
        if (isEnd) {
            if (!piece.warnings().isEmpty()) {
                on.incomplete();
                isIncomplete = true;
            }
            on.finish();
        } else if (isDue || on.pending() >= Math.max(size() / 2, on.carried())) {
            on.judge();
        }
        return ended.txnCount();
    }

    /** Returns how many transactions a piece has at most: a read of a set is as large as the set. */
    private int size() {
        boolean mayBeSets = stream.isEmpty() || model == DataModel.SET;
        return mayBeSets ? Math.min(pieceTxns, PIECE_TXNS_OF_SETS) : pieceTxns;
    }

    private SummaryBuilder summary() {
        if (summary.isEmpty()) {
            summary = Optional.of(new SummaryBuilder(tail.header().orElse(RunHeader.NONE)));
        }
        return summary.get();
    }

    /** Returns whether some op is on lists, registers, sets or counters for certain. */
    private static boolean showsModel(History ended) {
        for (int op = 0; op < ended.opCount(); op++) {
            if (ended.isAppend(op) || ended.isWrite(op) || ended.isAnswered(op) || ended.isScan(op)) {
                return true;
            }
        }
        return false;
    }

    private HistoryStream stream(DataModel found) {
        if (stream.isEmpty()) {
            model = found;
            HistoryStream begun = HistoryStreams.of(
                    found, tail.header().orElse(RunHeader.NONE), new RecordedPast(directory), limits, dropped.judged());
            if (!dropped.unjudged().isEmpty()) {
                begun.doubt(dropped.unjudged());
            }
            stream = Optional.of(begun);
        }
        return stream.get();
    }

    private void take(HistoryStream on, History ended, HistoryTail.Piece piece) {
        for (int txn = 0; txn < ended.txnCount(); txn++) {
            lastEnd = Math.max(lastEnd, ended.endNanos(txn));
            if (ended.startNanos(txn) < passedNanos && !wasAnnounced(ended, txn)) {
                on.doubt(LATE);
            }
        }
        long watermark = piece.unseenNanos();
        long oldest = lastEnd - OPEN_NANOS_MAX;
        for (int txn = 0; txn < piece.open().txnCount(); txn++) {
            if (piece.open().startNanos(txn) >= oldest) {
                watermark = Math.min(watermark, piece.open().startNanos(txn));
            }
        }
        passedNanos = Math.max(passedNanos, watermark);
        if (!tail.late().isEmpty()) {
            on.doubt(tail.late());
        }
        on.accept(ended, without(FinalReadTimes.of(faults), piece.open()), watermark);
    }

    /** Returns whether a transaction shows no more than its plan did: it was judged as one of unknown outcome. */
    private static boolean wasAnnounced(History ended, int txn) {
        for (int op = ended.firstOp(txn); op < ended.endOp(txn); op++) {
            if (ended.isAnswered(op)) {
                return false;
            }
        }
        return ended.outcome(txn).isIndeterminate();
    }

    /** Returns the judgement so far, on which segments are dropped; {@link DroppedBefore} reads it again. */
    SegmentKeeper.Judged judged() {
        // Only histories of lists are dropped.
        Optional<ListAppendStream> now =
                stream.filter(ListAppendStream.class::isInstance).map(ListAppendStream.class::cast);
        // As long as this is behind the judgement before, that stands, and nothing is dropped.
        long provenNanos = progress().provenNanos();
        return new SegmentKeeper.Judged(
                now.isEmpty() || provenNanos < dropped.provenNanos() ? Long.MIN_VALUE : provenNanos,
                now.map(ListAppendStream::neededNanos).orElse(Long.MIN_VALUE),
                met.nextSession(),
                met.nextKey(),
                () -> JudgedText.of(now.orElseThrow().judged(evidence.evidence()), acknowledgedSoFar()));
    }

    private AcknowledgedAppends acknowledgedSoFar() {
        return acknowledged.orElseGet(AcknowledgedAppends::unknown);
    }

    /** Returns what was dropped before this check began. */
    public DroppedBefore dropped() {
        return dropped;
    }

    private static History without(FinalReadTimes finalReads, History ended) {
        // Those of a bank are few, and their totals have to be right.
        if (!finalReads.areAsked() || CounterWindow.isOfKnownBank(ended.header())) {
            return ended;
        }
        var builder = new HistoryBuilder(ended.header());
        for (int txn = 0; txn < ended.txnCount(); txn++) {
            if (!finalReads.isDuring(ended.startNanos(txn))) {
                builder.add(ended.txn(txn));
            }
        }
        return builder.build(false);
    }

    /** Notes that nothing more will be recorded: the next steps take in the rest. */
    public void finish() {
        tail.finish();
    }

    /** Returns whether everything was taken in and judged. */
    public boolean isEnd() {
        return isEnd;
    }

    /**
     * Notes before the first step that segments will be dropped: what was acknowledged is kept in mind, for it cannot
     * be read again.
     */
    void remember() {
        acknowledged = Optional.of(dropped.acknowledgedOrSome());
    }

    /** Returns the segments that were read to their end since the last call of this method. */
    public List<SegmentSpan> passed() {
        return tail.passed();
    }

    /** Returns the events of faults that were met so far. */
    public List<FaultEvent> faults() {
        return Collections.unmodifiableList(faults);
    }

    /** Returns how far the judgement has come. */
    public StreamProgress progress() {
        return stream.map(HistoryStream::progress).orElse(StreamProgress.NONE);
    }

    /** Returns the verdict so far. */
    public InterimVerdict verdict(IsolationLevel expect) {
        if (stream.isEmpty()) {
            return new InterimVerdict(0, List.of());
        }
        // Reads that are still to come may contradict the order of versions, and levels that allow that forbid little.
        boolean mayBeContradicted = !isEnd
                && model == DataModel.LIST_APPEND
                && Collections.disjoint(expect.forbidden(), Phenomenon.closure(Set.of(Phenomenon.INCOMPATIBLE_ORDER)));
        List<InterimVerdict.Sighting> sightings = stream.get().sightings().stream()
                .map(seen -> new InterimVerdict.Sighting(
                        seen.sighting().shape().fingerprint(),
                        seen.sighting().shape().phenomenon(),
                        seen.isForbiddenAt(expect)
                                && !(mayBeContradicted
                                        && !seen.sighting().shape().edges().isEmpty()),
                        seen.sighting().firstNanos(),
                        seen.sighting().count(),
                        seen.sighting().lastNanos()))
                .toList();
        StreamProgress progress = progress();
        return new InterimVerdict(progress.txns(), sightings, progress);
    }

    /** Returns what was found. If there are final reads, {@link DurabilityPasses} read the history again. */
    public Streamed result() {
        List<FaultEvent> events = faults.stream()
                .sorted(Comparator.comparingLong(FaultEvent::nanos))
                .toList();
        var kept = new DurabilityStream(WriteKind.of(model, tail.header().orElse(RunHeader.NONE)), events);
        if (isIncomplete) {
            kept.incomplete();
        }
        new DurabilityPasses(directory, PIECE_TXNS).judge(kept, acknowledged, dropped.committedUnknown());
        StreamFindings found = stream(model).findings(kept.witnesses(), events);
        events.forEach(summary()::add);
        return new Streamed(
                found,
                kept.durability(found.evidence()),
                evidence.evidence(),
                progress(),
                summary().build(),
                warnings,
                tail.displaced());
    }

    @Override
    public void close() {
        tail.close();
    }
}
