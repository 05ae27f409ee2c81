package moirai.history;

import java.util.Arrays;
import java.util.Objects;

/**
 * The immutable list of elements that a read returned, or {@link #UNKNOWN} when no answer was seen.
 *
 * <p>An unknown list is not an empty list: a read that was planned but never answered proves nothing.
 */
public final class Elements {

    /** The answer that was not seen: the read is planned, was never sent, or its reply was lost. */
    public static final Elements UNKNOWN = new Elements(new int[0], false);

    /** The answer of a read that saw the initial version: no element yet. */
    public static final Elements EMPTY = new Elements(new int[0], true);

    private final int[] values;
    private final boolean known;

    private Elements(int[] values, boolean known) {
        this.values = values;
        this.known = known;
    }

    /** Returns a known list with a copy of these elements. */
    public static Elements of(int... values) {
        return values.length == 0 ? EMPTY : new Elements(values.clone(), true);
    }

    /** Returns a known list with a copy of the first {@code size} elements of {@code values}. */
    public static Elements copyOf(int[] values, int size) {
        Objects.checkFromIndexSize(0, size, values.length); // Arrays.copyOf would make up zeros
        return size == 0 ? EMPTY : new Elements(Arrays.copyOf(values, size), true);
    }

    public boolean isKnown() {
        return known;
    }

    /** Returns how many elements there are; 0 when unknown. */
    public int count() {
        return values.length;
    }

    /** Returns the element at {@code index}, from 0 for the oldest. */
    public int at(int index) {
        return values[index];
    }

    /** Copies all elements to the start of {@code target}, which must have room for {@link #count()} of them. */
    public void copyTo(int[] target) {
        System.arraycopy(values, 0, target, 0, values.length);
    }

    /** Returns the elements in ascending order; an element that stands there twice stays twice. */
    public Elements sorted() {
        int[] ascending = values.clone();
        Arrays.sort(ascending);
        return new Elements(ascending, known);
    }

    /** Returns a new array of all elements. */
    public int[] toArray() {
        return values.clone();
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Elements that && known == that.known && Arrays.equals(values, that.values);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(values);
    }

    /** Returns {@code [1 2 3]}, {@code []}, or {@code ?} when unknown. */
    @Override
    public String toString() {
        return known ? Arrays.toString(values).replace(",", "") : "?";
    }
}
