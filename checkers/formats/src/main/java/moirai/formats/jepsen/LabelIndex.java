package moirai.formats.jepsen;

import java.util.Arrays;
import moirai.formats.forms.Wtf8;

/** Dense ids for labels, in order of first appearance: open addressing over bytes, because most ops have a lookup. */
final class LabelIndex {

    private static final int EMPTY = -1;
    private static final int SPREAD = 0x9e3779b9;

    private byte[] text = new byte[1024];
    private int[] starts = new int[64];
    private int count;
    private int[] slots = new int[128];

    LabelIndex() {
        Arrays.fill(slots, EMPTY);
    }

    int count() {
        return count;
    }

    /** Returns the id of these bytes; a new one if they were not seen before. */
    int idOf(byte[] bytes, int from, int to) {
        int slot = slotOf(bytes, from, to);
        if (slots[slot] == EMPTY) {
            slots[slot] = count;
            add(bytes, from, to);
            if (2 * count > slots.length) {
                rehash();
            }
            return count - 1;
        }
        return slots[slot];
    }

    /**
     * Returns the label with this id.
     *
     * @throws IllegalArgumentException if it is not UTF-8
     */
    String label(int id) {
        return Wtf8.exact(text, starts[id], starts[id + 1]);
    }

    private void add(byte[] bytes, int from, int to) {
        int start = starts[count];
        int end = Math.addExact(start, to - from);
        if (end > text.length) {
            text = Arrays.copyOf(text, (int) Math.min(Integer.MAX_VALUE - 8, Math.max(end, 2L * text.length)));
        }
        System.arraycopy(bytes, from, text, start, to - from);
        count++;
        if (count == starts.length) {
            starts = Arrays.copyOf(starts, 2 * starts.length);
        }
        starts[count] = end;
    }

    private int slotOf(byte[] bytes, int from, int to) {
        int mask = slots.length - 1;
        int hash = 0;
        for (int i = from; i < to; i++) {
            hash = 31 * hash + bytes[i];
        }
        int slot = (hash * SPREAD) >>> Integer.numberOfLeadingZeros(mask);
        while (slots[slot] != EMPTY
                && !Arrays.equals(text, starts[slots[slot]], starts[slots[slot] + 1], bytes, from, to)) {
            slot = (slot + 1) & mask;
        }
        return slot;
    }

    private void rehash() {
        slots = new int[2 * slots.length];
        Arrays.fill(slots, EMPTY);
        for (int id = 0; id < count; id++) {
            slots[slotOf(text, starts[id], starts[id + 1])] = id;
        }
    }
}
