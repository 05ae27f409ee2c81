package moirai.cli.terminal;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.stream.Collectors;

/** A chart of the last values of a series, drawn in one line; older values are forgotten. */
final class Sparkline {

    private static final String BARS = "▁▂▃▄▅▆▇█";

    private final int countMax;
    private final Deque<Long> values = new ArrayDeque<>();

    Sparkline(int countMax) {
        this.countMax = countMax;
    }

    void add(long value) {
        if (values.size() == countMax) {
            values.removeFirst();
        }
        values.addLast(value);
    }

    /** Returns the number of values that are drawn. */
    int count() {
        return values.size();
    }

    long max() {
        return values.stream().mapToLong(Long::longValue).max().orElse(0);
    }

    @Override
    public String toString() {
        long max = Math.max(1, max());
        return values.stream()
                .map(value -> String.valueOf(BARS.charAt((int) (value * (BARS.length() - 1) / max))))
                .collect(Collectors.joining());
    }
}
