package moirai.analysis.axioms.search.clauses;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.Arrays;

/**
 * A binary heap of variables, with the place of each. Variables are ordered by ascending window, within a window by
 * descending activity, and among equals by number.
 */
final class ActivityHeap {

    private static final double RESCALE_ABOVE = 1e100;
    private static final double GROWTH = 1 / 0.95;
    private static final int ABSENT = -1;

    private final IntArrayList heap = new IntArrayList();
    private double[] activity = new double[16];
    private int[] place = new int[16];
    private int[] window = new int[16];
    private double increment = 1;

    void addVariable(int variable, int ofWindow) {
        if (variable == activity.length) {
            activity = Arrays.copyOf(activity, 2 * variable);
            place = Arrays.copyOf(place, 2 * variable);
            window = Arrays.copyOf(window, 2 * variable);
        }
        place[variable] = ABSENT;
        window[variable] = ofWindow;
        insert(variable);
    }

    /** Puts a variable back. */
    void insert(int variable) {
        if (place[variable] == ABSENT) {
            heap.add(variable);
            place[variable] = heap.size() - 1;
            rise(heap.size() - 1);
        }
    }

    /** Merges each {@code factor} successive windows into one. */
    void widen(int factor) {
        for (int variable = 0; variable < window.length; variable++) {
            window[variable] /= factor;
        }
        for (int at = 1; at < heap.size(); at++) {
            rise(at);
        }
    }

    boolean isEmpty() {
        return heap.isEmpty();
    }

    int first() {
        return heap.getInt(0);
    }

    int removeFirst() {
        int first = heap.getInt(0);
        place[first] = ABSENT;
        int last = heap.removeInt(heap.size() - 1);
        if (last != first) {
            heap.set(0, last);
            place[last] = 0;
            sink(0);
        }
        return first;
    }

    void bump(int variable) {
        activity[variable] += increment;
        if (activity[variable] > RESCALE_ABOVE) {
            for (int i = 0; i < activity.length; i++) {
                activity[i] /= RESCALE_ABOVE;
            }
            increment /= RESCALE_ABOVE;
        }
        if (place[variable] != ABSENT) {
            rise(place[variable]);
        }
    }

    /** Makes what is bumped from now on count more than what was bumped before. */
    void decay() {
        increment *= GROWTH;
    }

    boolean precedes(int variable, int other) {
        if (window[variable] != window[other]) {
            return window[variable] < window[other];
        }
        return activity[variable] > activity[other] || (activity[variable] == activity[other] && variable < other);
    }

    private void rise(int from) {
        int at = from;
        while (at > 0 && precedes(heap.getInt(at), heap.getInt((at - 1) / 2))) {
            swap(at, (at - 1) / 2);
            at = (at - 1) / 2;
        }
    }

    private void sink(int from) {
        int at = from;
        while (2 * at + 1 < heap.size()) {
            int child = 2 * at + 1;
            if (child + 1 < heap.size() && precedes(heap.getInt(child + 1), heap.getInt(child))) {
                child++;
            }
            if (!precedes(heap.getInt(child), heap.getInt(at))) {
                return;
            }
            swap(at, child);
            at = child;
        }
    }

    private void swap(int a, int b) {
        int atA = heap.getInt(a);
        int atB = heap.getInt(b);
        heap.set(a, atB);
        heap.set(b, atA);
        place[atA] = b;
        place[atB] = a;
    }
}
