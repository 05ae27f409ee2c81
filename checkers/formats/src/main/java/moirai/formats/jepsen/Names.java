package moirai.formats.jepsen;

import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.util.Map;
import java.util.TreeMap;
import moirai.formats.forms.Canonical;
import moirai.formats.forms.Tape;
import moirai.history.Labels;

/**
 * Maps the keys and values of a file to numbers.
 *
 * <p>A number stands for itself. Any other key or value gets the next number of a range at the lower end that no number
 * of the file has; a number of the file inside that range gets another number, and is its label. If Moirai wrote the
 * file, its header lists the labels with their numbers, and every number stands for itself.
 */
final class Names {

    private static final int STAND_INS = 1 << 30;
    private static final String NOT_A_NUMBER = "##NaN";

    private final Table keys = new Table(Long.MIN_VALUE + 1);
    private final Table values;
    private final long valueMax;
    private final boolean isExact;

    /**
     * @param areElements whether values are elements, so that they have 32 bits
     * @param given labels that the file lists itself
     * @param isExact whether the file lists all labels
     */
    Names(boolean areElements, Labels given, boolean isExact) {
        this.values = new Table(areElements ? Integer.MIN_VALUE + 1 : Long.MIN_VALUE + 1);
        this.valueMax = areElements ? Integer.MAX_VALUE : Long.MAX_VALUE;
        this.isExact = isExact;
        keys.give(given.keys());
        values.give(given.values());
    }

    /** Returns the number that stands for a key. */
    long key(Tape tape, int cell) {
        return keys.number(tape, cell, Long.MAX_VALUE);
    }

    /** Returns the number that stands for an element, or for the content of a register. */
    long value(Tape tape, int cell) {
        return values.number(tape, cell, valueMax);
    }

    /** Returns whether an element stands for itself. */
    boolean isItself(int element) {
        return element >= Integer.MIN_VALUE + STAND_INS || isExact;
    }

    /** Returns the labels of all keys and values that were asked for. */
    Labels labels() {
        return Labels.of(keys.labels(), values.labels());
    }

    /** The labels of keys, or of values. */
    private final class Table {

        private final long first;
        private final LabelIndex index = new LabelIndex();
        private final LongArrayList numbers = new LongArrayList();
        private final Canonical canonical = new Canonical();

        Table(long first) {
            this.first = first;
        }

        void give(Map<Long, String> labels) {
            labels.forEach((number, label) -> {
                byte[] bytes = label.getBytes(java.nio.charset.StandardCharsets.UTF_8);
                if (index.idOf(bytes, 0, bytes.length) == numbers.size()) {
                    numbers.add(number.longValue());
                }
            });
        }

        long number(Tape tape, int cell, long max) {
            int kind = tape.kind(cell);
            if (kind == Tape.NUMBER) {
                long number = tape.value(cell);
                if (number <= max && (isExact ? number >= first - 1 : number >= first + STAND_INS)) {
                    return number;
                }
            }
            boolean isPlain = kind == Tape.KEYWORD || kind == Tape.SYMBOL || kind == Tape.OTHER;
            if (!isPlain) {
                canonical.make(tape, cell);
            }
            int id = isPlain
                    ? index.idOf(tape.text(cell), tape.textStart(cell), tape.textEnd(cell))
                    : index.idOf(canonical.bytes(), 0, canonical.size());
            return id < numbers.size() ? numbers.getLong(id) : added(id);
        }

        private long added(int id) {
            if (isExact) {
                throw new IllegalArgumentException(index.label(id) + " where only numbers, and the labels that this"
                        + " file lists in its first operation, are expected");
            }
            if (id == STAND_INS) {
                throw new IllegalArgumentException("more than " + STAND_INS + " names that are no numbers");
            }
            if (index.label(id).equals(NOT_A_NUMBER)) {
                throw new IllegalArgumentException("equals nothing, not even itself: " + NOT_A_NUMBER);
            }
            // Made once for what is new, so that what is not UTF-8 is refused where it stands.
            if (index.label(id).isEmpty()) {
                throw new IllegalStateException("a label without a character");
            }
            numbers.add(first + id);
            return first + id;
        }

        Map<Long, String> labels() {
            var labels = new TreeMap<Long, String>();
            for (int id = 0; id < numbers.size(); id++) {
                labels.put(numbers.getLong(id), index.label(id));
            }
            return labels;
        }
    }
}
