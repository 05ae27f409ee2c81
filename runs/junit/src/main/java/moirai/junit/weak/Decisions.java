package moirai.junit.weak;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import moirai.mockstore.StoreException;
import moirai.runs.report.Wrapping;
import org.jspecify.annotations.Nullable;

/**
 * What a test and its calls have asked the store in all runs so far, after each series of answers. If they are functions
 * of what they read, they ask the same after the same answers; the first time that they do not is kept.
 *
 * <p>Thread-safe. The memory is that of the different series of answers.
 */
final class Decisions {

    /** What is asked after one series of answers. Two points are equal only if they are the same. */
    private static final class Point {

        private final Map<Object, Point> after = new HashMap<>();
        private @Nullable Object asked;
    }

    /** A statement with its parameters. */
    private record Statement(String sql, List<Object> parameters) {

        @Override
        public String toString() {
            return parameters.isEmpty() ? sql : sql + " with " + parameters;
        }
    }

    /** A statement that was refused. */
    private record Refused(String sqlState, String message) {}

    /** Where the test, or one of its calls, is in the current run. */
    final class Path {

        private final String name;
        private Point at;
        private boolean isAsking;

        private Path(String name, Point start) {
            this.name = name;
            this.at = start;
        }

        void asks(String sql, List<Object> parameters) {
            // Copied, because drivers use their list again; it may have null.
            asks(new Statement(sql, new ArrayList<>(parameters)));
        }

        void isTold(Object answer) {
            synchronized (Decisions.this) {
                at = at.after.computeIfAbsent(answer, unknown -> new Point());
                isAsking = false;
            }
        }

        void isRefused(StoreException refusal) {
            isTold(new Refused(refusal.sqlState(), String.valueOf(refusal.getMessage())));
        }

        private void asks(Object what) {
            synchronized (Decisions.this) {
                if (isAsking) {
                    isTold("");
                }
                if (at.asked == null) {
                    at.asked = what;
                } else if (!at.asked.equals(what) && difference.isEmpty()) {
                    difference = text(name, String.valueOf(at.asked), what.toString());
                }
                isAsking = true;
            }
        }
    }

    private final Point start = new Point();
    private Path test = new Path("the test", start);
    private Thread owner = Thread.currentThread();
    private String difference = "";

    /** Begins a run of the test, in the calling thread. */
    synchronized void begin() {
        owner = Thread.currentThread();
        test = new Path("the test", start);
    }

    /** Returns where the test itself is. Threads other than its own, such as those of a pool, are not followed. */
    synchronized Optional<Path> test() {
        return Thread.currentThread().equals(owner) ? Optional.of(test) : Optional.empty();
    }

    /** Begins a round of calls, and returns where each of them is. */
    synchronized List<Path> beginRound(List<String> names) {
        test.asks("inParallel with " + names);
        return IntStream.range(0, names.size())
                .mapToObj(
                        call -> new Path(names.get(call), test.at.after.computeIfAbsent(call, unknown -> new Point())))
                .toList();
    }

    /** Ends a round: what the test does next may depend on all that the calls have done. */
    synchronized void endRound(List<Path> calls, List<Ended> ends) {
        for (int call = 0; call < calls.size(); call++) {
            calls.get(call)
                    .asks(ends.get(call)
                            .thrown()
                            .map(thrown -> "throws " + thrown.getClass().getName())
                            .orElse("returns"));
        }
        test.isTold(calls.stream().map(call -> call.at).toList());
    }

    /** Returns what was different after the same answers, and where; empty if nothing was. */
    synchronized String difference() {
        return difference;
    }

    private static String text(String name, String before, String now) {
        return "after the same answers, " + name + " asks now\n" + Wrapping.wrap(now, "  ", Wrapping.NARROW)
                + "and in an earlier run\n" + Wrapping.wrap(before, "  ", Wrapping.NARROW)
                + Wrapping.wrap("at " + Party.place(Thread.currentThread()), "", Wrapping.NARROW);
    }
}
