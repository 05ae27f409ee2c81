package moirai.history.files;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import moirai.history.Elements;
import moirai.history.FaultEvent;
import moirai.history.Op;
import moirai.history.Outcome;
import moirai.history.RunHeader;
import moirai.history.Txn;
import moirai.history.TxnPlan;

/**
 * Records what one session thread asks and sees. Owned by that thread: no lock, no shared state.
 *
 * <p>{@link #begin} returns only when the plan is with the operating system, together with the end of the transaction
 * before it. So after the process was killed, at any instant, every plan that may have reached the database can be read
 * back; {@link SegmentFormat} has the argument. What was written is forced to the disk at least every five seconds of
 * the run's own clock while transactions are recorded, at every new segment and on {@link #close}.
 *
 * <p>A session's transactions must all go to one writer; a writer may serve one session after the other.
 *
 * <p>After an {@link UncheckedIOException} nothing more can be recorded, and the session must not go on; the writer can
 * only be closed.
 */
public final class HistoryWriter implements AutoCloseable {

    private static final long FORCE_INTERVAL_NANOS = 5_000_000_000L;
    private static final int COALESCED_BYTES = 64 << 10;
    private static final TxnPlan NO_PLAN = TxnPlan.of();

    private enum State {
        OPEN,
        FAILED,
        CLOSED
    }

    private final Path directory;
    private final RunHeader header;
    private final HistoryDirectory.Options options;
    private final int index;
    private final FrameBuffer frame = new FrameBuffer();
    private final PrefixDictionary lastLists = new PrefixDictionary();
    private State state = State.OPEN;
    private SegmentFile file;
    private int segment = SegmentFormat.FIRST_SEGMENT;
    private long txnCount;
    private long previousNanos;
    private long forcedNanos = Long.MIN_VALUE;
    private boolean running;
    private int runningSession;
    private long runningNanos;
    private TxnPlan runningPlan = NO_PLAN;

    HistoryWriter(Path directory, RunHeader header, HistoryDirectory.Options options, int index) {
        this.directory = directory;
        this.header = header;
        this.options = options;
        this.index = index;
        try {
            this.file = SegmentFile.create(directory, header, index, segment);
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    /**
     * Records the intent to run a transaction. To be called before the client sends anything.
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
        if (file.size() + frame.size() >= options.segmentBytesMax()) {
            guarded(this::roll);
        }
        putBegin(session, plan, nanos);
        running = true;
        runningSession = session;
        runningNanos = nanos;
        runningPlan = plan;
        txnCount++;
        if (!options.buffered() || frame.size() >= COALESCED_BYTES) {
            guarded(() -> writeAndForceIfDue(nanos));
        }
    }

    /**
     * Records what became of the transaction that was begun last. It reaches the disk with the next one, or on close.
     *
     * @throws IllegalArgumentException if the transaction is not of that session and plan, or has ops on registers
     */
    public void end(Txn txn) {
        requireOpen();
        if (!running) {
            throw new IllegalStateException("session " + txn.session() + " ends a transaction that was not begun");
        }
        requirePlanned(txn);
        putEnd(txn);
        running = false;
        runningPlan = NO_PLAN;
    }

    /** Records an event in the life of a fault, at once. */
    public void fault(FaultEvent event) {
        requireOpen();
        frame.tag(SegmentFormat.FAULT)
                .varint(event.phase().code())
                .zigzag(event.nanos() - previousNanos)
                .string(event.fault())
                .string(event.target());
        previousNanos = event.nanos();
        if (!options.buffered() || frame.size() >= COALESCED_BYTES) {
            guarded(() -> writeAndForceIfDue(event.nanos()));
        }
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
            throw new UncheckedIOException(failed);
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
        lastLists.clear();
        previousNanos = 0;
    }

    private void putBegin(int session, TxnPlan plan, long nanos) {
        frame.tag(SegmentFormat.BEGIN)
                .varint(session)
                .zigzag(nanos - previousNanos)
                .varint(plan.opCount());
        previousNanos = nanos;
        long previousKey = 0;
        for (int i = 0; i < plan.opCount(); i++) {
            long step = plan.key(i) - previousKey;
            long zigzag = (step << 1) ^ (step >> 63);
            frame.varint(2 * zigzag + (plan.isAppend(i) ? 1 : 0));
            if (plan.isAppend(i)) {
                frame.zigzag(plan.element(i));
            }
            previousKey = plan.key(i);
        }
    }

    private void putEnd(Txn txn) {
        frame.tag(SegmentFormat.END);
        switch (txn.outcome()) {
            case Outcome.Committed committed -> frame.varint(SegmentFormat.COMMITTED);
            case Outcome.Aborted(String cause) ->
                frame.varint(SegmentFormat.ABORTED).string(cause);
            case Outcome.Indeterminate(String cause) ->
                frame.varint(SegmentFormat.INDETERMINATE).string(cause);
        }
        frame.zigzag(txn.startNanos() - runningNanos).varint(txn.endNanos() - txn.startNanos());
        previousNanos = txn.endNanos();
        List<Op> ops = txn.ops();
        for (int i = 0; i < ops.size(); i++) {
            if (ops.get(i) instanceof Op.Read(long key, Elements answer)) {
                putAnswer((int) key, answer); // as the plan has it
            }
        }
    }

    private void putAnswer(int key, Elements answer) {
        if (!answer.isKnown()) {
            frame.varint(0);
            return;
        }
        int length = answer.count();
        frame.varint(length + 1L);
        if (length == 0) {
            return;
        }
        int entry = lastLists.entry(key);
        int shared = shared(entry, answer);
        frame.varint(shared);
        if (shared < length) {
            int[] list = lastLists.replace(entry, shared, length);
            int before = shared == 0 ? 0 : list[shared - 1];
            for (int i = shared; i < length; i++) {
                list[i] = answer.at(i);
                frame.zigzag((long) list[i] - before);
                before = list[i];
            }
        }
        lastLists.trim();
    }

    private int shared(int entry, Elements answer) {
        int[] list = lastLists.list(entry);
        int most = Math.min(lastLists.length(entry), answer.count());
        int shared = 0;
        while (shared < most && list[shared] == answer.at(shared)) {
            shared++;
        }
        return shared;
    }

    private void requirePlanned(Txn txn) {
        boolean planned = txn.session() == runningSession && txn.ops().size() == runningPlan.opCount();
        for (int i = 0; planned && i < runningPlan.opCount(); i++) {
            planned = switch (txn.ops().get(i)) {
                case Op.Append(long key, int element) -> key == runningPlan.key(i) && element == runningPlan.element(i);
                case Op.Read(long key, Elements answer) -> key == runningPlan.key(i) && !runningPlan.isAppend(i);
                case Op.Scan scan -> throw unwritable(scan);
                case Op.OffList step -> throw unwritable(step);
            };
        }
        if (!planned) {
            throw new IllegalArgumentException(
                    txn + " is not what was begun: session " + runningSession + ", plan " + runningPlan);
        }
    }

    private static IllegalArgumentException unwritable(Op op) {
        return new IllegalArgumentException(op + " cannot be written; format " + SegmentFormat.VERSION
                + " holds appends to lists and reads of lists");
    }

    private void requireOpen() {
        if (state != State.OPEN) {
            throw new IllegalStateException("the writer is " + (state == State.CLOSED ? "closed" : "broken"));
        }
    }

    private interface Step {
        void run() throws IOException;
    }

    /** After a failure the end of the file is unknown, so nothing may be put behind it. */
    private void guarded(Step step) {
        try {
            step.run();
        } catch (IOException failed) {
            state = State.FAILED;
            throw new UncheckedIOException(failed);
        }
    }
}
