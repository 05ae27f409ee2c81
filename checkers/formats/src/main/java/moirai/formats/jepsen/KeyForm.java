package moirai.formats.jepsen;

import java.util.function.Supplier;
import moirai.formats.forms.ByteWindow;
import moirai.formats.forms.Canonical;
import moirai.formats.forms.Tape;
import moirai.history.DataModel;
import moirai.history.HistoryFormatException;

/**
 * Decides whether the values of a file are pairs of a key and its value.
 *
 * <p>A file has keys in all its operations or in none, so one operation that can only be the one or the other decides:
 *
 * <ul>
 *   <li>a value that is no pair, so the key is a single one;
 *   <li>a read that is invoked with {@code [key nil]}, as only {@code jepsen.independent} does;
 *   <li>of counters any pair, since a counter holds a number;
 *   <li>of sets a read of two parts: with a set behind its key if that stands in {@code #{…}}; if the second is no
 *       collection, the elements of the only set;
 *   <li>a {@code :cas} whose second part is no pair, so it has no key.
 * </ul>
 *
 * <p>All else fits both readings, which may have two verdicts: {@code add [0 5]} and a read of {@code [5]} is right for
 * key 0, and shows a lost element of a single key. The values of {@code :fail} and {@code :info} decide nothing,
 * because some clients put something else there. An operation that contradicts is refused.
 */
final class KeyForm {

    private final Tape tape;
    private final ByteWindow in;
    private final OpFields op;
    private final DataModel model;
    private final long adding;
    private final Supplier<Found> file;
    private Found found;
    private boolean isAsked;

    /** The form, and why it is known, for messages. */
    private record Found(Keys keys, String why) {}

    /**
     * @param given what the user says
     * @param open opens the file once more, if its operations have to tell
     */
    KeyForm(OpInput input, OpModel model, Keys given, Supplier<OpInput> open) {
        this.tape = input.tape();
        this.in = input.in();
        this.op = input.op();
        this.model = model == OpModel.BANK ? DataModel.LIST_APPEND : model.dataModel();
        this.adding = model == OpModel.COMMENTS ? Actions.WRITE : Actions.ADD;
        this.found = new Found(given, "--keys " + given.label() + " says");
        this.file = () -> {
            try (OpInput again = open.get()) {
                return new KeyForm(again, model, Keys.UNSAID, open).first(again);
            }
        };
    }

    /** Returns what the first operation that decides says; if nothing is read, keys make no difference. */
    private Found first(OpInput again) {
        boolean isRead = false;
        while (again.next()) {
            Keys shown = shown();
            if (shown != Keys.UNSAID) {
                return new Found(shown, in.place(tape.place(op.map())) + " shows");
            }
            isRead |= isAction(Recorder.OK) && (is(Actions.READ) || is(Actions.COMPARE_AND_SET));
        }
        return new Found(isRead ? Keys.UNSAID : Keys.INDEPENDENT, "nothing else shows");
    }

    /**
     * Returns whether the value of the current operation, which the model knows, is a key and its value.
     *
     * @throws HistoryFormatException if nothing tells, or something else in the file says the opposite
     */
    boolean hasKey(int value) {
        Keys shown = shown();
        boolean isPair = isTwo(tape, value);
        if (found.keys() == Keys.UNSAID && !isAsked) {
            found = shown == Keys.UNSAID ? file.get() : new Found(shown, in.place(tape.place(op.map())) + " shows");
            isAsked = true;
        }
        boolean isContradicted = shown != Keys.UNSAID && shown != found.keys();
        if (isContradicted || (found.keys() == Keys.INDEPENDENT && !isPair)) {
            throw in.error(
                    tape.place(value),
                    Canonical.excerpt(tape, value)
                            + (found.keys() == Keys.SINGLE
                                    ? " has a key, and there is a single one, as " + found.why()
                                            + "; expected a value without a key, e.g. 1"
                                    : " is no key with its value, and all have keys, as " + found.why()
                                            + "; expected e.g. [:x 1]"));
        }
        if (isPair && found.keys() == Keys.UNSAID) {
            throw in.error(
                    tape.place(value),
                    Canonical.excerpt(tape, value) + " is a key and its value, or one value of a single key, and no"
                            + " operation tells which; expected --keys independent or --keys single");
        }
        return found.keys() == Keys.INDEPENDENT;
    }

    /** Requires that a read without a value is of a single key. */
    void requireSingle(int f) {
        if (op.type() == OpFields.ABSENT || !tape.isWord(op.type(), Recorder.OK)) {
            return;
        }
        if (found.keys() == Keys.UNSAID && !isAsked) {
            found = file.get();
            isAsked = true;
        }
        if (found.keys() == Keys.INDEPENDENT) {
            throw in.error(
                    tape.place(f),
                    Canonical.excerpt(tape, f) + " without a value, and all have keys, as " + found.why()
                            + "; expected a key, e.g. [:x nil]");
        }
    }

    /** Returns what the operation shows by itself. */
    private Keys shown() {
        boolean isInvoke = isAction(Recorder.INVOKE);
        if (!isInvoke && !isAction(Recorder.OK)) {
            return Keys.UNSAID;
        }
        int value = op.value();
        boolean isPair = isTwo(tape, value);
        if (is(Actions.READ)) {
            return isInvoke ? shownByInvoke(value, isPair) : shownByRead(value, isPair);
        }
        if (model == DataModel.REGISTER && is(Actions.COMPARE_AND_SET)) {
            return isPair && !isTwo(tape, second(tape, value)) ? Keys.SINGLE : Keys.UNSAID;
        }
        return switch (model) {
            case REGISTER -> is(Actions.WRITE) && !isPair ? Keys.SINGLE : Keys.UNSAID;
            case SET -> is(adding) && !isPair ? Keys.SINGLE : Keys.UNSAID;
            case COUNTER -> !is(Actions.ADD) ? Keys.UNSAID : isPair ? Keys.INDEPENDENT : Keys.SINGLE;
            case LIST_APPEND -> Keys.UNSAID;
        };
    }

    /** Returns whether the current operation is one of a client, of this type, with a value that is no transaction. */
    private boolean isAction(long type) {
        return op.value() != OpFields.ABSENT
                && op.f() != OpFields.ABSENT
                && op.type() != OpFields.ABSENT
                && tape.isWord(op.type(), type)
                && (op.process() == OpFields.ABSENT || tape.kind(op.process()) == Tape.NUMBER)
                && !(tape.kind(op.value()) == Tape.VECTOR && StepReader.isTxn(tape, op.value()));
    }

    private boolean is(long f) {
        return tape.isWord(op.f(), f);
    }

    private Keys shownByInvoke(int value, boolean isPair) {
        return isPair && tape.kind(second(tape, value)) == Tape.NIL ? Keys.INDEPENDENT : Keys.UNSAID;
    }

    private Keys shownByRead(int value, boolean isPair) {
        if (!isPair) {
            return Keys.SINGLE;
        }
        int second = second(tape, value);
        return switch (model) {
            case COUNTER -> Keys.INDEPENDENT;
            case SET ->
                tape.isSet(second)
                        ? Keys.INDEPENDENT
                        : tape.isSequence(second) || tape.kind(second) == Tape.NIL ? Keys.UNSAID : Keys.SINGLE;
            case REGISTER, LIST_APPEND -> Keys.UNSAID;
        };
    }

    /** Returns whether the value is a vector of two parts. */
    static boolean isTwo(Tape tape, int value) {
        return tape.isPair(value) || (tape.kind(value) == Tape.INTS && tape.intEnd(value) - tape.intStart(value) == 2);
    }

    /** Returns the first of two parts, as a cell. */
    static int first(Tape tape, int pair) {
        return tape.kind(pair) == Tape.INTS
                ? tape.add(Tape.NUMBER, tape.place(pair), tape.ints()[tape.intStart(pair)])
                : tape.first(pair);
    }

    /** Returns the second of two parts, as a cell. */
    static int second(Tape tape, int pair) {
        return tape.kind(pair) == Tape.INTS
                ? tape.add(Tape.NUMBER, tape.place(pair), tape.ints()[tape.intStart(pair) + 1])
                : tape.next(tape.first(pair));
    }
}
