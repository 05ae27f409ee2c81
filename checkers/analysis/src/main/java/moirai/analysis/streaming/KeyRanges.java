package moirai.analysis.streaming;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.LongConsumer;
import java.util.stream.LongStream;
import moirai.analysis.judged.JudgedBefore;

/**
 * A set of key names that is held as ranges: workloads number their keys in the order in which they begin to use them,
 * so millions of keys are a few ranges. O(log ranges) a call.
 */
public final class KeyRanges {

    /** The last name of each range, by its first. */
    private final TreeMap<Long, Long> lastByFirst = new TreeMap<>();

    /** Creates an empty set. */
    public KeyRanges() {}

    /** Makes the set of the keys in these spans, which do not overlap. */
    public static KeyRanges of(List<JudgedBefore.KeySpan> spans) {
        var ranges = new KeyRanges();
        spans.forEach(span -> ranges.lastByFirst.put(span.first(), span.last()));
        return ranges;
    }

    /** Returns the set as spans, ascending. */
    public List<JudgedBefore.KeySpan> spans() {
        return lastByFirst.entrySet().stream()
                .map(range -> new JudgedBefore.KeySpan(range.getKey(), range.getValue()))
                .toList();
    }

    /** Returns whether the name is in the set. */
    public boolean contains(long name) {
        Map.Entry<Long, Long> below = lastByFirst.floorEntry(name);
        return below != null && below.getValue() >= name;
    }

    /** Adds a name. */
    public void add(long name) {
        if (contains(name)) {
            return;
        }
        long first = name;
        long last = name;
        Map.Entry<Long, Long> below = lastByFirst.lowerEntry(name);
        if (below != null && below.getValue() == name - 1) {
            first = below.getKey();
        }
        Long above = name == Long.MAX_VALUE ? null : lastByFirst.remove(name + 1);
        if (above != null) {
            last = above;
        }
        lastByFirst.put(first, last);
    }

    /** Adds the keys of a span. O(ranges that it overlaps or touches, × log). */
    public void addAll(JudgedBefore.KeySpan span) {
        long first = span.first();
        long last = span.last();
        Map.Entry<Long, Long> below = lastByFirst.floorEntry(last == Long.MAX_VALUE ? last : last + 1);
        while (below != null && below.getValue() >= (first == Long.MIN_VALUE ? first : first - 1)) {
            first = Math.min(first, below.getKey());
            last = Math.max(last, below.getValue());
            lastByFirst.remove(below.getKey());
            below = lastByFirst.floorEntry(last);
        }
        lastByFirst.put(first, last);
    }

    /** Takes a name out of the set, if it is in it. O(log ranges). */
    public void remove(long name) {
        Map.Entry<Long, Long> range = lastByFirst.floorEntry(name);
        if (range == null || range.getValue() < name) {
            return;
        }
        lastByFirst.remove(range.getKey());
        if (range.getKey() < name) {
            lastByFirst.put(range.getKey(), name - 1);
        }
        if (range.getValue() > name) {
            lastByFirst.put(name + 1, range.getValue());
        }
    }

    /** Passes on the names from {@code from} to {@code to}, ascending. O(log ranges + names). */
    public void forEachBetween(long from, long to, LongConsumer name) {
        Long first = lastByFirst.floorKey(from);
        lastByFirst
                .subMap(first == null ? from : first, true, to, true)
                .forEach((low, high) -> LongStream.rangeClosed(Math.max(low, from), Math.min(high, to))
                        .forEach(name));
    }
}
