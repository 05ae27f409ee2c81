package moirai.mockstore;

import static moirai.analysis.axioms.KeyValueHistory.INITIAL;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** A few sessions that each run a few transactions of reads and writes. */
record SmallProgram(int sessionCount, int keyCount, List<SmallProgram.Body> bodies) {

    /** A step of a transaction. */
    record Step(boolean isWrite, int key) {}

    /**
     * A transaction; those of one session are in its order.
     *
     * @param isRolledBack whether it ends itself with an abort, so that its writes never take effect
     */
    record Body(int session, List<Step> steps, boolean isRolledBack) {

        /** Returns whether others may read the key from it. */
        boolean writes(int key) {
            return !isRolledBack && steps.contains(new Step(true, key));
        }

        /** The keys that it reads before it writes them, in its order. */
        List<Integer> externalReads() {
            var keys = new ArrayList<Integer>();
            for (int i = 0; i < steps.size(); i++) {
                int key = steps.get(i).key();
                if (!steps.get(i).isWrite() && !steps.subList(0, i).contains(new Step(true, key))) {
                    keys.add(key);
                }
            }
            return keys;
        }
    }

    static SmallProgram next(Random random, int bodiesMax, int stepsMax) {
        return next(random, bodiesMax, stepsMax, false);
    }

    /** Returns a program of which about half of the transactions roll themselves back. */
    static SmallProgram withRollbacks(Random random, int bodiesMax, int stepsMax) {
        return next(random, bodiesMax, stepsMax, true);
    }

    private static SmallProgram next(Random random, int bodiesMax, int stepsMax, boolean hasRollbacks) {
        int sessions = 2 + random.nextInt(2);
        int keys = 2 + random.nextInt(2);
        int count = 2 + random.nextInt(bodiesMax - 1);
        var bodies = new ArrayList<Body>();
        IntStream.range(0, count).map(i -> random.nextInt(sessions)).sorted().forEach(session -> {
            int steps = 1 + random.nextInt(stepsMax);
            bodies.add(new Body(
                    session,
                    IntStream.range(0, steps)
                            .mapToObj(i -> new Step(random.nextBoolean(), random.nextInt(keys)))
                            .toList(),
                    hasRollbacks && random.nextBoolean()));
        });
        return new SmallProgram(sessions, keys, bodies);
    }

    /** The bodies of a session, by number. */
    List<Integer> ofSession(int session) {
        return IntStream.range(0, bodies.size())
                .filter(body -> bodies.get(body).session() == session)
                .boxed()
                .toList();
    }

    /** Every way in which all external reads, body by body, may be given a source. */
    List<List<Integer>> assignments() {
        List<List<Integer>> assignments = List.of(List.of());
        for (int reader = 0; reader < bodies.size(); reader++) {
            for (int key : bodies.get(reader).externalReads()) {
                var longer = new ArrayList<List<Integer>>();
                for (List<Integer> assignment : assignments) {
                    for (int source = INITIAL; source < bodies.size(); source++) {
                        if (source == INITIAL
                                || (source != reader && bodies.get(source).writes(key))) {
                            var more = new ArrayList<>(assignment);
                            more.add(source);
                            longer.add(more);
                        }
                    }
                }
                assignments = longer;
            }
        }
        return assignments;
    }

    /** Returns the number of assignments. */
    long assignmentCount() {
        long count = 1;
        for (int reader = 0; reader < bodies.size(); reader++) {
            for (int key : bodies.get(reader).externalReads()) {
                int self = reader;
                count *= 1
                        + IntStream.range(0, bodies.size())
                                .filter(body -> body != self && bodies.get(body).writes(key))
                                .count();
            }
        }
        return count;
    }

    @Override
    public String toString() {
        return IntStream.range(0, bodies.size())
                .mapToObj(number -> "B" + number + " s" + bodies.get(number).session() + " "
                        + bodies.get(number).steps().stream()
                                .map(step -> (step.isWrite() ? "w" : "r") + step.key())
                                .collect(Collectors.joining(" "))
                        + (bodies.get(number).isRolledBack() ? " rolled back" : ""))
                .collect(Collectors.joining("\n"));
    }
}
