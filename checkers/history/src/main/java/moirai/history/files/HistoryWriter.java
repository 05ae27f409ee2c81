package moirai.history.files;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileSystemException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import moirai.history.DataModel;
import moirai.history.Elements;
import moirai.history.FaultEvent;
import moirai.history.History;
import moirai.history.Labels;
import moirai.history.Op;
import moirai.history.Txn;
import moirai.history.TxnPlan;
import moirai.history.encoding.FrameBuffer;

/**
 * Records what one session thread asks and sees. Owned by that thread: no lock, no shared state.
 *
 * <p>{@link #begin} returns only when the plan is with the operating system, together with the end of the transaction
 * before it. So after the process was killed, at any instant, every plan that may have reached the database can be read
 * back; {@link SegmentFormat} has the argument. The recording is forced to the disk at least every five seconds of the
 * run's own clock while transactions are recorded, at every new segment and on {@link #close}.
 *
 * <p>A session's transactions must all go to one writer; a writer may serve one session after the other.
 *
 * <p>After an {@link UncheckedIOException} nothing more can be recorded, and the session must not go on; the writer can
 * only be closed.
 */
public final class HistoryWriter implements AutoCloseable {

    private static final long FORCE_INTERVAL_NANOS = 5_000_000_000L;
    private static final int COALESCED_BYTES = 64 << 10;
    /** The number of times at which the first segments of writers end that are limited by time. */
    private static final int PHASES = 16;

    private static final TxnPlan NO_PLAN = TxnPlan.of();

    private enum State {
        OPEN,
        FAILED,
        CLOSED
    }

    private final Path directory;
    private final SegmentHeader header;
    private final HistoryDirectory.Options options;
    private final int index;
    private final FrameBuffer frame = new FrameBuffer();
    private final RecordWriter records = new RecordWriter(frame);
    private State state = State.OPEN;
    /** The cause of {@link State#FAILED}. */
    private Optional<IOException> failure = Optional.empty();

    private SegmentFile file;
    private int segment = SegmentFormat.FIRST_SEGMENT;
    private long txnCount;
    private long forcedNanos = Long.MIN_VALUE;
    /** The time from which the segment is followed by another. */
    private long rollNanos = Long.MAX_VALUE;

    private boolean running;
    private int runningSession;
    private long runningNanos;
    private TxnPlan runningPlan = NO_PLAN;

    HistoryWriter(Path directory, SegmentHeader header, HistoryDirectory.Options options, int index) {
        this.directory = directory;
        this.header = header;
        this.options = options;
        this.index = index;
        try {
            this.file = SegmentFile.create(directory, header, index, segment);
        } catch (IOException failed) {
            throw unwritten(failed);
        }
    }

    /**
     * Records the intent to run a transaction. Must be called before the client sends anything.
     *
     * @param nanos the time, in nanoseconds since the run began
     */
    public void begin(int session, TxnPlan plan, long nanos) {
        requireOpen();
        if (running) {
            throw new IllegalStateException("session " + runningSession + " has not ended its transaction");
        }
        if (session < 0) {
            throw new IllegalArgumentException("session " + session + " is negative");
        }
        rollIfDue(nanos);
        records.begin(session, plan, nanos);
        running = true;
        runningSession = session;
        runningNanos = nanos;
        runningPlan = plan;
        txnCount++;
        writeIfDue(nanos);
    }

    /**
     * Records the end of the transaction that was begun last. It reaches the operating system with the next one, with
     * {@link #flush}, or on close.
     *
     * @throws IllegalArgumentException if the transaction is not of that session and plan
     */
    public void end(Txn txn) {
        requireOpen();
        if (!running) {
            throw new IllegalStateException("session " + txn.session() + " ends a transaction that was not begun");
        }
        if (txn.session() != runningSession || !isPlanned(txn.ops())) {
            throw new IllegalArgumentException(
                    txn + " is not what was begun: session " + runningSession + ", plan " + runningPlan);
        }
        records.end(txn, runningNanos);
        running = false;
        runningPlan = NO_PLAN;
    }

    /**
     * Hands what was recorded to the operating system, for a session that begins nothing for a while: who follows the
     * history takes a transaction for open until its end is there.
     */
    public void flush() {
        requireOpen();
        if (!frame.isEmpty()) {
            guarded(() -> file.write(frame));
        }
    }

    /**
     * Records a transaction of a history that is known already, with ops of any kind. For copies of histories: no
     * intent is on the disk before.
     */
    public void whole(History history, int txn) {
        requireOpen();
        if (running) {
            throw new IllegalStateException("session " + runningSession + " has not ended its transaction");
        }
        rollIfDue(history.startNanos(txn));
        records.whole(history, txn);
        txnCount++;
        writeIfDue(history.endNanos(txn));
    }

    /** Records the source's names for keys and values. */
    public void labels(Labels labels) {
        requireOpen();
        labels.keys().forEach((key, label) -> label(SegmentFormat.LABEL_OF_KEY, key, label));
        labels.values().forEach((value, label) -> label(SegmentFormat.LABEL_OF_VALUE, value, label));
    }

    private void label(int of, long number, String label) {
        records.label(of, number, label);
        if (frame.size() >= COALESCED_BYTES) {
            guarded(() -> file.write(frame));
        }
    }

    /** Records an event in the life of a fault, at once. */
    public void fault(FaultEvent event) {
        requireOpen();
        records.fault(event);
        writeIfDue(event.nanos());
    }

    /** Ends the recording and forces it to the disk. A transaction that did not end is recorded as unfinished. */
    @Override
    public void close() {
        if (state == State.CLOSED) {
            return;
        }
        boolean recording = state == State.OPEN;
        state = State.CLOSED;
        try (SegmentFile closing = file) {
            if (recording) {
                frame.tag(SegmentFormat.CLOSE).varint(txnCount);
                closing.write(frame);
                closing.force();
            }
        } catch (IOException failed) {
            throw unwritten(failed);
        }
    }

    /**
     * Closes all of these.
     *
     * @throws UncheckedIOException if one cannot end its recording; the others are closed all the same
     */
    public static void closeAll(List<HistoryWriter> writers) {
        if (writers.isEmpty()) {
            return;
        }
        HistoryWriter first = writers.getFirst();
        try (first) {
            closeAll(writers.subList(1, writers.size()));
        }
    }

    private void rollIfDue(long nanos) {
        if (rollNanos == Long.MAX_VALUE && options.segmentNanosMax() < Long.MAX_VALUE) {
            // Not all writers at once: each waits for the disk.
            rollNanos = nanos + options.segmentNanosMax() / PHASES * (1 + index % PHASES);
        }
        if (file.size() + frame.size() >= options.segmentBytesMax() || nanos >= rollNanos) {
            guarded(this::roll);
            rollNanos = options.segmentNanosMax() < Long.MAX_VALUE ? nanos + options.segmentNanosMax() : Long.MAX_VALUE;
        }
    }

    private void writeIfDue(long nanos) {
        if (!options.buffered() || frame.size() >= COALESCED_BYTES) {
            guarded(() -> writeAndForceIfDue(nanos));
        }
    }

    private void writeAndForceIfDue(long nanos) throws IOException {
        file.write(frame);
        if (forcedNanos == Long.MIN_VALUE) {
            forcedNanos = nanos;
        }
        // A simulation's clock runs at any speed, and a simulation can be run again.
        if (!options.buffered() && nanos - forcedNanos >= FORCE_INTERVAL_NANOS) {
            file.force();
            forcedNanos = nanos;
        }
    }

    /** Starts the next segment; the order of the steps is part of the format's argument. */
    private void roll() throws IOException {
        SegmentFile next = SegmentFile.create(directory, header, index, segment + 1);
        try (SegmentFile full = file) {
            next.force();
            frame.tag(SegmentFormat.ROLL);
            full.write(frame);
            full.force();
        } finally {
            file = next;
            segment++;
        }
        records.startSegment();
    }

    private boolean isPlanned(List<Op> ops) {
        int next = 0;
        for (int i = 0; i < runningPlan.opCount(); i++) {
            if (next == ops.size()) {
                return false;
            }
            Op op = ops.get(next++);
            boolean planned = op.key() == runningPlan.key(i) && isAsPlanned(op, i);
            if (!planned) {
                return false;
            }
            if (op instanceof Op.Scan scan) {
                int end = next + Math.max(0, scan.matches());
                if (!areMatches(scan, ops, next, end)) {
                    return false;
                }
                next = end;
            }
        }
        return next == ops.size();
    }

    private boolean isAsPlanned(Op op, int i) {
        return switch (op) {
            case Op.Append(long key, int element) -> isChange(DataModel.LIST_APPEND, element, i);
            case Op.Write(long key, long value) -> isChange(DataModel.REGISTER, value, i);
            case Op.Add(long key, int element) -> isChange(DataModel.SET, element, i);
            case Op.Increment(long key, long amount) -> isChange(DataModel.COUNTER, amount, i);
            case Op.Scan(long from, long to, int matches) -> runningPlan.isScan(i) && to == runningPlan.scanTo(i);
            case Op.Read(long key, Elements answer) ->
                isRead(i) && (runningPlan.model() == DataModel.LIST_APPEND || !answer.isKnown());
            case Op.OnRegister read -> runningPlan.model() == DataModel.REGISTER && isRead(i);
            case Op.OnSet read -> runningPlan.model() == DataModel.SET && isRead(i);
            case Op.OnCounter read -> runningPlan.model() == DataModel.COUNTER && isRead(i);
        };
    }

    private boolean isChange(DataModel model, long argument, int i) {
        return runningPlan.model() == model && runningPlan.isChange(i) && argument == runningPlan.argument(i);
    }

    private boolean isRead(int index) {
        return !runningPlan.isChange(index) && !runningPlan.isScan(index);
    }

    /** Returns whether the ops are reads of keys in the range, in their order. */
    private static boolean areMatches(Op.Scan scan, List<Op> ops, int from, int to) {
        for (int i = from; i < to; i++) {
            boolean inRange = i < ops.size()
                    && ops.get(i) instanceof Op.Read(long key, Elements answer)
                    && key >= scan.key()
                    && key <= scan.to()
                    && (i == from || key > ops.get(i - 1).key());
            if (!inRange) {
                return false;
            }
        }
        return true;
    }

    private void requireOpen() {
        switch (state) {
            case OPEN -> {}
            // No mistake of who records: what broke it is still the reason.
            case FAILED -> throw new UncheckedIOException("the writer is broken", failure.orElseThrow());
            case CLOSED -> throw new IllegalStateException("the writer is closed");
        }
    }

    private interface Step {
        void run() throws IOException;
    }

    /** Runs a step. After a failure the end of the file is unknown, so nothing may be put behind it. */
    private void guarded(Step step) {
        try {
            step.run();
        } catch (IOException failed) {
            state = State.FAILED;
            UncheckedIOException unwritten = unwritten(failed);
            failure = Optional.ofNullable(unwritten.getCause());
            throw unwritten;
        }
    }

    /** Returns the failure with the name of the file: "No space left on device" does not say which device. */
    private UncheckedIOException unwritten(IOException failed) {
        if (failed instanceof FileSystemException) {
            return new UncheckedIOException(failed);
        }
        Path path = directory.resolve(SegmentFormat.name(index, segment));
        var named = new FileSystemException(path.toString(), null, failed.getMessage());
        named.initCause(failed);
        return new UncheckedIOException(named);
    }
}
