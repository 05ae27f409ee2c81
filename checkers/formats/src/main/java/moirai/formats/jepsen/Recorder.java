package moirai.formats.jepsen;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.longs.Long2IntOpenHashMap;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import moirai.formats.forms.ByteWindow;
import moirai.formats.forms.Canonical;
import moirai.formats.forms.Tape;
import moirai.formats.forms.Wtf8;
import moirai.history.FaultEvent;
import moirai.history.HistoryBuilder;
import moirai.history.Outcome;
import org.jspecify.annotations.Nullable;

/**
 * Pairs invocations with completions, and hands over each transaction when it completes.
 *
 * <p>A transaction's place in the history is that of its completion in the file; those that never complete come last,
 * in the order of their invocations. A process is a session, under its own number where that is not too large. An
 * {@code :ok} has the steps of its own value. A {@code :fail} or {@code :info} has the steps of its invocation, because
 * some clients put something else into its value, and its reads have no answer. The exception is an {@code :info} whose
 * value is a transaction with the same keys and writes: what it says was read counts if others show that the
 * transaction committed, and a read of nil is one without an answer. A {@code :cas} that took effect found what it
 * expected, whether its client heard of it or not.
 */
final class Recorder {

    static final long INVOKE = Tape.word("invoke");
    static final long OK = Tape.word("ok");
    private static final long FAIL = Tape.word("fail");
    private static final long INFO = Tape.word("info");
    private static final long NEMESIS = Tape.word("nemesis");
    private static final long INJECTED = Tape.word("injected");
    private static final long HEALED = Tape.word("healed");
    private static final String TYPES = "one of :invoke, :ok, :fail, :info";

    private static final int NONE = -1;
    private static final long NOBODY = -1;
    /** The first session of larger process numbers, because data about sessions is kept by number. */
    private static final int SESSION_OF_LARGE = 1 << 24;

    private static final Outcome COMMITTED = new Outcome.Committed();

    private final ByteWindow in;
    private final Tape tape;
    private final OpFields op;
    private final OpModel model;
    private final StepReader reader;
    private final Actions actions;
    private final EventClock clock;
    private final HistoryBuilder history;
    private final boolean isMoirai;
    private final boolean isGuessed;
    private final Long2IntOpenHashMap openOf = new Long2IntOpenHashMap();
    private final Long2IntOpenHashMap sessionOfLarge = new Long2IntOpenHashMap();
    private final List<Open> open = new ArrayList<>();
    private final IntArrayList unused = new IntArrayList();
    /** The number of each transaction in a file of Moirai. */
    private final IntArrayList numbers = new IntArrayList();

    private boolean hasInvocation;
    private boolean hasProcess;
    private int txnCount;

    /**
     * @param actions reads the operations that are no transactions
     * @param isMoirai whether Moirai wrote the file, so that the keys that only it writes count
     * @param isGuessed whether nobody said which model the operations have
     */
    Recorder(
            OpInput input,
            Actions actions,
            EventClock clock,
            HistoryBuilder history,
            boolean isMoirai,
            boolean isGuessed) {
        this.in = input.in();
        this.tape = input.tape();
        this.op = input.op();
        this.model = actions.model();
        this.reader = actions.reader();
        this.actions = actions;
        this.clock = clock;
        this.history = history;
        this.isMoirai = isMoirai;
        this.isGuessed = isGuessed;
        openOf.defaultReturnValue(NONE);
        sessionOfLarge.defaultReturnValue(NONE);
    }

    /** An invocation that has not completed. */
    private static final class Open {

        private final Steps steps = new Steps();
        private long place;
        private long nanos;
        private int session;
        private boolean hasSteps;
        /** True if the operation takes effect only where it finds what its steps read. */
        private boolean isConditional;
    }

    /** Takes the operation that is on the tape. */
    void take() {
        if (op.process() != OpFields.ABSENT && tape.kind(op.process()) != Tape.NUMBER) {
            takeOther();
            return;
        }
        long process = process();
        clock.advance();
        if (clock.isOutOfOrder()) {
            return;
        }
        if (op.type() == OpFields.ABSENT) {
            throw in.error(tape.place(op.map()), "an operation without :type; expected " + TYPES);
        }
        if (tape.isWord(op.type(), INVOKE)) {
            invoke(process);
        } else if (tape.isWord(op.type(), OK)) {
            ok(process);
        } else if (tape.isWord(op.type(), FAIL)) {
            refused(process, new Outcome.Aborted(cause()));
        } else if (tape.isWord(op.type(), INFO)) {
            refused(process, new Outcome.Indeterminate(cause()));
        } else {
            throw reader.unexpected(op.type(), TYPES);
        }
    }

    private long process() {
        boolean isGiven = op.process() != OpFields.ABSENT;
        if (txnCount + open.size() > 0 && isGiven != hasProcess) {
            throw in.error(
                    tape.place(op.map()),
                    "an operation " + (isGiven ? "with" : "without") + " :process, unlike those above;"
                            + " expected it in all or in none");
        }
        hasProcess = isGiven;
        if (!isGiven) {
            return NOBODY;
        }
        long process = tape.value(op.process());
        if (process < 0) {
            throw reader.unexpected(op.process(), "a number from 0");
        }
        return process;
    }

    private void invoke(long process) {
        hasInvocation = true;
        int before = openOf.get(process);
        if (before != NONE) {
            throw in.error(
                    tape.place(op.map()),
                    "an :invoke " + (process == NOBODY ? "without a :process" : "of process " + process)
                            + " while that at " + in.place(open.get(before).place) + " is not completed; expected "
                            + (process == NOBODY ? ":process in both, e.g. :process 0" : "its completion"));
        }
        int slot = unused.isEmpty() ? open.size() : unused.popInt();
        if (slot == open.size()) {
            open.add(new Open());
        }
        Open invocation = open.get(slot);
        invocation.place = tape.place(op.map());
        invocation.nanos = clock.nanos();
        invocation.session = session(process);
        invocation.hasSteps = readSteps(false);
        invocation.steps.set(reader.steps());
        invocation.isConditional = actions.isConditional(op.f(), op.value());
        openOf.put(process, slot);
    }

    private int session(long process) {
        if (process == NOBODY) {
            return txnCount;
        }
        if (process < SESSION_OF_LARGE) {
            return (int) process;
        }
        int session = sessionOfLarge.get(process);
        if (session == NONE) {
            session = SESSION_OF_LARGE + sessionOfLarge.size();
            sessionOfLarge.put(process, session);
        }
        return session;
    }

    /** Reads the steps; returns false if the operation has none, or none that the model knows. */
    private boolean readSteps(boolean isOk) {
        int value = op.value();
        if (value != OpFields.ABSENT && StepReader.isTxn(tape, value) && !isReadOfNothing(value)) {
            reader.readTxn(value);
            return true;
        }
        if (actions.read(op.f(), value)) {
            return true;
        }
        if (model.isOfTxns() && (isOk || value != OpFields.ABSENT)) {
            throw in.error(
                    tape.place(value == OpFields.ABSENT ? op.map() : value),
                    "an operation" + (op.f() == OpFields.ABSENT ? "" : " with :f " + Canonical.excerpt(tape, op.f()))
                            + (value == OpFields.ABSENT ? " without a value" : " of " + Canonical.excerpt(tape, value))
                            + "; expected a transaction, " + reader.example());
        }
        if (isGuessed && actions.isOfOther(op.f())) {
            throw in.error(
                    tape.place(op.f()),
                    Canonical.excerpt(tape, op.f()) + " among operations that look like those of model " + model.label()
                            + "; expected --model with one of " + OpModel.labels());
        }
        return false;
    }

    /**
     * Returns whether the value is an empty answer. An empty vector is no transaction if a set was read: JSON has no
     * other empty set.
     */
    private boolean isReadOfNothing(int value) {
        return tape.kind(value) == Tape.INTS && op.f() != OpFields.ABSENT && tape.isWord(op.f(), Actions.READ);
    }

    private void ok(long process) {
        int slot = openOf.get(process);
        if (hasExactSteps() || readSteps(true)) {
            add(reader.steps(), true);
            end(process, slot, COMMITTED);
        } else {
            forget(process, slot);
        }
    }

    private void refused(long process, Outcome outcome) {
        int slot = openOf.get(process);
        boolean isKnown = true;
        boolean mayHaveTakenEffect = outcome.mayHaveTakenEffect();
        boolean isInvoked = slot != NONE && open.get(slot).hasSteps;
        if (hasExactSteps() || (mayHaveTakenEffect && hasAnswers(isInvoked ? open.get(slot) : null))) {
            add(reader.steps(), true);
        } else if (isInvoked) {
            add(open.get(slot).steps, mayHaveTakenEffect && open.get(slot).isConditional);
        } else if (readSteps(false)) {
            add(reader.steps(), mayHaveTakenEffect && actions.isConditional(op.f(), op.value()));
        } else {
            isKnown = false;
        }
        if (isKnown || model.isOfTxns()) {
            end(process, slot, outcome);
        } else {
            forget(process, slot);
        }
    }

    /** Reads the steps of an indeterminate completion; returns whether they are those of its invocation, if any. */
    private boolean hasAnswers(@Nullable Open invocation) {
        int value = op.value();
        if (value == OpFields.ABSENT || !reader.isReadable(value) || isReadOfNothing(value)) {
            return false;
        }
        reader.readUncertainly(value);
        return invocation == null || reader.steps().haveFormOf(invocation.steps);
    }

    /** Reads the steps that a file of Moirai gives besides the value; returns whether there are any. */
    private boolean hasExactSteps() {
        if (!isMoirai || op.ops() == OpFields.ABSENT) {
            return false;
        }
        if (!StepReader.isTxn(tape, op.ops())) {
            throw reader.unexpected(op.ops(), "steps, " + reader.example());
        }
        reader.readExactly(op.ops());
        return true;
    }

    private void add(Steps steps, boolean areAnswered) {
        try {
            steps.addTo(history, areAnswered, tape.ints());
        } catch (IllegalArgumentException refused) {
            throw in.error(tape.place(op.map()), String.valueOf(refused.getMessage()));
        }
    }

    private void end(long process, int slot, Outcome outcome) {
        long end = clock.nanos();
        long start = slot == NONE ? Math.min(clock.firstNanos(), end) : open.get(slot).nanos;
        try {
            history.end(slot == NONE ? session(process) : open.get(slot).session, outcome, start, end);
        } catch (IllegalArgumentException refused) {
            throw in.error(tape.place(op.map()), String.valueOf(refused.getMessage()));
        }
        if (isMoirai && op.txn() != OpFields.ABSENT) {
            long number = reader.amount(op.txn());
            if (number < 0 || number > Integer.MAX_VALUE || numbers.size() != txnCount) {
                throw reader.unexpected(op.txn(), "the number of a transaction, in all completions or in none");
            }
            numbers.add((int) number);
        }
        txnCount++;
        forget(process, slot);
    }

    private void forget(long process, int slot) {
        if (slot != NONE) {
            openOf.remove(process);
            unused.add(slot);
        }
    }

    private String cause() {
        int error = op.error();
        if (error == OpFields.ABSENT) {
            return "";
        }
        if (tape.isWord(error)) {
            return FileHeader.text(in, tape, error);
        }
        var canonical = new Canonical();
        canonical.make(tape, error);
        return Wtf8.text(canonical.bytes(), 0, canonical.size());
    }

    /** Takes an operation of a process that is no client: faults as Moirai writes them; others are ignored. */
    private void takeOther() {
        boolean isTold = op.type() != OpFields.ABSENT && !tape.isWord(op.type(), INFO);
        if (isTold && !tape.isWord(op.process(), NEMESIS)) {
            throw reader.unexpected(op.process(), "a number, which clients have, or :nemesis");
        }
        int value = op.value();
        if (value == OpFields.ABSENT
                || !tape.isPair(value)
                || op.f() == OpFields.ABSENT
                || !tape.isWord(op.f())
                || op.time() == OpFields.ABSENT
                || tape.kind(op.time()) != Tape.NUMBER) {
            return;
        }
        int phase = tape.first(value);
        int target = tape.next(phase);
        boolean isHealed = tape.isWord(phase, HEALED);
        if (tape.kind(target) == Tape.STRING && (isHealed || tape.isWord(phase, INJECTED))) {
            history.fault(new FaultEvent(
                    tape.value(op.time()),
                    isHealed ? FaultEvent.Phase.HEALED : FaultEvent.Phase.INJECTED,
                    FileHeader.text(in, tape, op.f()),
                    FileHeader.text(in, tape, target)));
        }
    }

    /** Hands over the transactions that never completed. */
    void finish() {
        List<Open> left = openOf.values()
                .intStream()
                .mapToObj(open::get)
                .sorted(Comparator.comparingLong(invocation -> invocation.place))
                .toList();
        for (Open invocation : left) {
            if (invocation.hasSteps || model.isOfTxns()) {
                invocation.steps.addTo(history, invocation.isConditional, tape.ints());
                history.endUnfinished(invocation.session, invocation.nanos);
                txnCount++;
            }
        }
        if (txnCount > 0 && !hasInvocation) {
            history.untimed();
        }
    }

    int txnCount() {
        return txnCount;
    }

    /** Returns whether the file numbers its transactions, which gives their order. */
    boolean isNumbered() {
        return !numbers.isEmpty();
    }

    /**
     * Returns the transactions in the order of their numbers; there is none where two have the same number, or one is
     * missing. In a file that was cut numbers may be missing, and what did not complete comes last.
     */
    int[] order(boolean isCut) {
        long[] byNumber = new long[numbers.size()];
        for (int txn = 0; txn < byNumber.length; txn++) {
            byNumber[txn] = (long) numbers.getInt(txn) << Integer.SIZE | txn;
        }
        Arrays.sort(byNumber);
        int[] order = new int[isCut ? txnCount : byNumber.length];
        Arrays.setAll(order, txn -> txn);
        for (int i = 0; i < byNumber.length; i++) {
            long number = byNumber[i] >> Integer.SIZE;
            boolean isWrong = isCut ? i > 0 && number == byNumber[i - 1] >> Integer.SIZE : number != i;
            order[i] = isWrong ? NONE : (int) byNumber[i];
        }
        return order;
    }
}
