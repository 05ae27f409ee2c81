package moirai.junit.weak;

import it.unimi.dsi.fastutil.objects.Object2ObjectOpenHashMap;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import moirai.mockstore.StoreException;
import moirai.runs.report.Wrapping;

/**
 * The questions that a test and its calls have asked the store in all runs, after each series of answers. A test whose
 * parts are functions of what they read asks the same after the same answers. A run that does not is told of by {@link
 * #difference}, and can be repeated: calls that share memory ask the same again if their turns are the same, and calls
 * that draw random numbers hardly ever do.
 *
 * <p>Thread-safe. The memory is that of the different series of answers.
 */
final class Decisions {

    /** A place after a series of answers. Two points are equal only if they are the same. */
    private static final class Point {

        /** The questions that were asked here, in the order in which each was asked first. */
        private final List<Object> asked = new ArrayList<>(1);

        private final Map<Object, Point> after = new Object2ObjectOpenHashMap<>(1);

        /** Adds a question; returns whether others were asked here before, and not this one. */
        private boolean differs(Object what) {
            if (asked.contains(what)) {
                return false;
            }
            asked.add(what);
            return asked.size() > 1;
        }

        private Point then(Object answer) {
            return after.computeIfAbsent(answer, unknown -> new Point());
        }
    }

    /** A statement with its parameters. */
    private record Statement(String sql, List<Object> parameters) {

        @Override
        public String toString() {
            return parameters.isEmpty() ? sql : sql + " with " + parameters;
        }
    }

    /** The answer to a statement that is refused. */
    private record Refusal(String sqlState, String message) {}

    /** A question of a run, with the name of who has asked it. */
    record Question(String name, Object asked) {}

    /** The place of a test, or of one of its calls, in the current run. */
    final class Path {

        private final String name;
        private Point at;
        private boolean isAsking;

        private Path(String name, Point start) {
            this.name = name;
            this.at = start;
        }

        void asks(String sql, List<Object> parameters) {
            // A copy, because drivers use their lists again; it may have null.
            asks(new Statement(sql, new ArrayList<>(parameters)));
        }

        void answered(Object answer) {
            synchronized (Decisions.this) {
                at = at.then(answer);
                isAsking = false;
            }
        }

        void refused(StoreException refusal) {
            answered(new Refusal(refusal.sqlState(), String.valueOf(refusal.getMessage())));
        }

        /** Records a question, or that the thread has ended. */
        private void asks(Object what) {
            synchronized (Decisions.this) {
                if (isAsking) {
                    answered("");
                }
                run.add(new Question(name, what));
                if (at.differs(what) && difference.isEmpty()) {
                    difference = text(name, at.asked.getFirst(), what)
                            + Wrapping.wrap("at " + Party.place(Thread.currentThread()), "", Wrapping.width());
                }
                isAsking = true;
            }
        }
    }

    private static final Question NOTHING = new Question("the test", "nothing");

    private final Point start = new Point();
    private Path test = new Path("the test", start);
    private List<Question> run = new ArrayList<>();
    private Thread owner = Thread.currentThread();
    private String difference = "";

    /** Begins a run of the test, in the calling thread. */
    synchronized void begin() {
        owner = Thread.currentThread();
        test = new Path("the test", start);
        run = new ArrayList<>();
        difference = "";
    }

    /** Ends a run of the test: what it has thrown, if anything, depends on all that it was told. */
    synchronized void end(Optional<Throwable> thrown) {
        test.asks(end(thrown, "ends"));
    }

    private static String end(Optional<Throwable> thrown, String well) {
        return thrown.map(failure -> "throws " + failure.getClass().getName()).orElse(well);
    }

    /** Returns the place of the test itself. Threads other than its own, such as those of a pool, are not followed. */
    synchronized Optional<Path> test() {
        return Thread.currentThread().equals(owner) ? Optional.of(test) : Optional.empty();
    }

    /** Begins a round of calls, and returns the place of each. */
    synchronized List<Path> beginRound(List<String> names) {
        test.asks("inParallel of " + names);
        return IntStream.range(0, names.size())
                .mapToObj(call -> new Path(names.get(call), test.at.then(call)))
                .toList();
    }

    /** Ends a round: what the test does next may depend on all that the calls have done. */
    synchronized void endRound(List<Path> calls, List<Ended> ends) {
        for (int call = 0; call < calls.size(); call++) {
            calls.get(call).asks(end(ends.get(call).thrown(), "returns"));
        }
        test.answered(calls.stream().map(call -> call.at).toList());
    }

    /** Returns what the current run asks otherwise than an earlier one after the same answers; empty if nothing. */
    synchronized String difference() {
        return difference;
    }

    /** Returns the questions of the current run, in order. */
    synchronized List<Question> questions() {
        return List.copyOf(run);
    }

    /** Returns the first question of the current run that another run had not in its place; empty if there is none. */
    synchronized String differenceTo(List<Question> other) {
        int length = Math.max(other.size(), run.size());
        for (int place = 0; place < length; place++) {
            Question before = place < other.size() ? other.get(place) : NOTHING;
            Question now = place < run.size() ? run.get(place) : NOTHING;
            if (!now.equals(before)) {
                return text(now.name(), before.asked(), now.asked());
            }
        }
        return "";
    }

    private static String text(String name, Object before, Object now) {
        return "after the same answers, " + name + " does now\n" + Wrapping.wrap(now.toString(), "  ", Wrapping.width())
                + "and did in an earlier run\n" + Wrapping.wrap(before.toString(), "  ", Wrapping.width());
    }
}
