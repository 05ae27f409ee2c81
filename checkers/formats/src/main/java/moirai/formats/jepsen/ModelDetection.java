package moirai.formats.jepsen;

import java.util.Optional;
import moirai.formats.forms.Tape;

/** Recognises the model of a file's operations, by the first operation that no other model has. */
final class ModelDetection {

    private static final int NOWHERE = -1;

    private final Tape tape;
    private boolean hasAdd;
    private boolean hasNumber;
    private boolean hasAddOfPair;
    private boolean hasWrite;
    private boolean hasReadOfSet;
    /** Whether two acknowledged adds in a row are of one number, which is an amount then, and no element. */
    private boolean hasRepeatedAdd;

    private long lastAdded = NOWHERE;
    /** The place of a read of two numbers: of a set's elements, or of a counter behind its key. */
    private long pairRead = NOWHERE;

    private ModelDetection(Tape tape) {
        this.tape = tape;
    }

    /** Reads a file until one operation decides; often that is the first. Otherwise lists are as good as registers. */
    static OpModel of(OpInput input) {
        Tape tape = input.tape();
        OpFields op = input.op();
        var detection = new ModelDetection(tape);
        while (input.next()) {
            if (op.process() == OpFields.ABSENT || tape.kind(op.process()) == Tape.NUMBER) {
                Optional<OpModel> model = detection.told(op);
                if (model.isPresent()) {
                    return model.get();
                }
            }
        }
        if (detection.hasAddOfPair && detection.pairRead != NOWHERE) {
            throw input.in()
                    .error(
                            detection.pairRead,
                            "a read of two elements of a set, or of a counter behind its key, and no operation tells"
                                    + " which; expected --model set or --model counter");
        }
        if (detection.hasAdd) {
            return detection.hasNumber || detection.hasRepeatedAdd ? OpModel.COUNTER : OpModel.SET;
        }
        if (detection.hasReadOfSet) {
            return OpModel.SET;
        }
        return detection.hasNumber || detection.hasWrite ? OpModel.RW_REGISTER : OpModel.LIST_APPEND;
    }

    private Optional<OpModel> told(OpFields op) {
        int value = op.value();
        if (value != OpFields.ABSENT && StepReader.isTxn(tape, value)) {
            return tape.kind(value) == Tape.INTS ? Optional.empty() : byStep(value);
        }
        return op.f() == OpFields.ABSENT ? Optional.empty() : byAction(op, op.f(), value);
    }

    private Optional<OpModel> byStep(int value) {
        for (int step = tape.first(value); step < tape.end(value); step = tape.next(step)) {
            if (tape.kind(step) != Tape.VECTOR) {
                return Optional.empty();
            }
            int word = tape.first(step);
            if (tape.isWord(word, StepReader.APPEND) || tape.isWord(word, StepReader.SCAN)) {
                return Optional.of(OpModel.LIST_APPEND);
            }
            if (tape.isWord(word, StepReader.WRITE)) {
                return Optional.of(OpModel.RW_REGISTER);
            }
            if (tape.isWord(word, StepReader.ADD)) {
                return Optional.of(OpModel.SET);
            }
            if (tape.isWord(word, StepReader.INCREMENT)) {
                return Optional.of(OpModel.COUNTER);
            }
            int key = tape.next(word);
            int read = key < tape.end(step) ? tape.next(key) : key;
            if (tape.isWord(word, StepReader.READ) && read < tape.end(step) && tape.kind(read) != Tape.NIL) {
                return Optional.of(byRead(read));
            }
        }
        return Optional.empty();
    }

    private OpModel byRead(int read) {
        if (tape.isSet(read)) {
            return OpModel.SET;
        }
        return tape.isSequence(read) ? OpModel.LIST_APPEND : OpModel.RW_REGISTER;
    }

    private Optional<OpModel> byAction(OpFields op, int f, int value) {
        if (tape.isWord(f, Actions.TRANSFER)) {
            return Optional.of(OpModel.BANK);
        }
        if (tape.isWord(f, Actions.COMPARE_AND_SET)) {
            return Optional.of(OpModel.RW_REGISTER);
        }
        if (tape.isWord(f, Actions.WRITE)) {
            hasWrite = true;
            return value != OpFields.ABSENT && isCollection(value)
                    ? Optional.of(OpModel.RW_REGISTER)
                    : writtenOrAdded();
        }
        if (tape.isWord(f, Actions.ADD)) {
            hasAdd = true;
            noteAdded(op, value);
            hasAddOfPair |= value != OpFields.ABSENT && KeyForm.isTwo(tape, value);
            if (value != OpFields.ABSENT && !tape.isSequence(value) && tape.kind(value) != Tape.NUMBER) {
                return Optional.of(OpModel.SET);
            }
        } else if (tape.isWord(f, Actions.READ) && value != OpFields.ABSENT) {
            return byActionRead(value);
        }
        return writtenOrAdded();
    }

    private void noteAdded(OpFields op, int value) {
        boolean isOk = op.type() != OpFields.ABSENT && tape.isWord(op.type(), Recorder.OK);
        if (isOk && value != OpFields.ABSENT && tape.kind(value) == Tape.NUMBER) {
            hasRepeatedAdd |= tape.value(value) == lastAdded;
            lastAdded = tape.value(value);
        }
    }

    /** Returns whether what is written, behind a key or without one, is a collection. */
    private boolean isCollection(int value) {
        int written = KeyForm.isTwo(tape, value) ? KeyForm.second(tape, value) : value;
        return tape.isSet(written) || tape.isSequence(written);
    }

    /** Returns the model whose writes or adds, and reads, the file has so far. */
    private Optional<OpModel> writtenOrAdded() {
        if (hasReadOfSet) {
            return hasAdd ? Optional.of(OpModel.SET) : hasWrite ? Optional.of(OpModel.COMMENTS) : Optional.empty();
        }
        if (!hasNumber) {
            return Optional.empty();
        }
        return hasAdd ? Optional.of(OpModel.COUNTER) : hasWrite ? Optional.of(OpModel.RW_REGISTER) : Optional.empty();
    }

    private Optional<OpModel> byActionRead(int value) {
        if (tape.kind(value) == Tape.MAP) {
            return Optional.of(OpModel.BANK);
        }
        boolean isPairOfInts = tape.kind(value) == Tape.INTS && tape.intEnd(value) - tape.intStart(value) == 2;
        boolean isTuple = isPairOfInts || tape.isPair(value);
        if (tape.isSet(value) || (tape.isSequence(value) && !isTuple)) {
            hasReadOfSet = true;
        } else if (!isTuple) {
            hasNumber = true;
        } else if (isPairOfInts) {
            pairRead = tape.place(value);
            hasNumber |= hasWrite;
        } else {
            hasReadOfSet |= isCollection(value);
        }
        return writtenOrAdded();
    }
}
