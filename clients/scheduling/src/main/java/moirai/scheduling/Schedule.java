package moirai.scheduling;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * A partial order of steps, with an earliest time for some of them. Steps that it does not name go as they come.
 * Immutable.
 *
 * <p>The steps of one session always keep the session's own order. Constraints must not contradict that order or each
 * other.
 */
public final class Schedule {

    /** The largest number of steps. A case has about ten; the transitive closure of this many takes 2 MB. */
    public static final int STEPS_MAX = 4096;

    /** The schedule that holds no step. */
    public static final Schedule FREE = new Builder().build();

    private final List<Step> steps;
    private final Map<Step, List<Step>> awaited;
    private final SortedMap<Step, Long> earliestNanos;

    private Schedule(List<Step> steps, Map<Step, List<Step>> awaited, SortedMap<Step, Long> earliestNanos) {
        this.steps = steps;
        this.awaited = awaited;
        this.earliestNanos = earliestNanos;
    }

    /**
     * Returns the schedule that takes one step after the other.
     *
     * @throws IllegalArgumentException if a step stands there twice or before one that its session takes first
     */
    public static Schedule inOrder(List<Step> order) {
        var builder = new Builder();
        for (int i = 1; i < order.size(); i++) {
            builder.before(order.get(i - 1), order.get(i));
        }
        return builder.build();
    }

    /** Returns all steps that the schedule names, in an order that it allows. */
    public List<Step> steps() {
        return steps;
    }

    /** Returns the steps of other sessions that must be past before a step may go. */
    public List<Step> awaitedBy(Step step) {
        return awaited.getOrDefault(step, List.of());
    }

    /** Returns how long after the begin of the attempt a step may go, at the earliest. */
    public long earliestNanos(Step step) {
        return earliestNanos.getOrDefault(step, 0L);
    }

    @Override
    public String toString() {
        return steps.stream().map(Step::toString).collect(Collectors.joining(" "));
    }

    /** Collects the constraints of a schedule. Single-threaded. */
    public static final class Builder {

        private final SortedMap<Step, List<Step>> successors = new TreeMap<>();
        private final SortedMap<Step, Long> earliestNanos = new TreeMap<>();

        /** Demands that one step is past before another goes. */
        public Builder before(Step first, Step then) {
            successors.computeIfAbsent(then, step -> new ArrayList<>());
            successors.computeIfAbsent(first, step -> new ArrayList<>()).add(then);
            return this;
        }

        /** Demands that a step waits for so long after the attempt began. */
        public Builder notBefore(Step step, long nanos) {
            successors.computeIfAbsent(step, known -> new ArrayList<>());
            earliestNanos.merge(step, nanos, Math::max);
            return this;
        }

        /**
         * Returns the schedule. O(steps² · constraints / 64).
         *
         * @throws IllegalArgumentException if no order of steps keeps all of it
         */
        public Schedule build() {
            if (successors.size() > STEPS_MAX) {
                throw new IllegalArgumentException(
                        successors.size() + " steps are too many for a schedule: expected at most " + STEPS_MAX);
            }
            addSessionOrder();
            List<Step> order = order();
            return new Schedule(order, awaited(order), new TreeMap<>(earliestNanos));
        }

        private void addSessionOrder() {
            List<Step> steps = List.copyOf(successors.keySet());
            for (int i = 1; i < steps.size(); i++) {
                if (steps.get(i - 1).session() == steps.get(i).session()) {
                    before(steps.get(i - 1), steps.get(i));
                }
            }
        }

        /** Sorts topologically by Kahn's algorithm. Among the steps that may come next, the least goes first. */
        private List<Step> order() {
            var indegree = new TreeMap<Step, Integer>();
            successors.keySet().forEach(step -> indegree.put(step, 0));
            successors.values().forEach(list -> list.forEach(step -> indegree.merge(step, 1, Integer::sum)));
            var ready = new ArrayList<Step>();
            indegree.forEach((step, count) -> {
                if (count == 0) {
                    ready.add(step);
                }
            });
            var order = new ArrayList<Step>();
            while (!ready.isEmpty()) {
                Step next = ready.removeFirst();
                order.add(next);
                for (Step successor : successorsOf(next)) {
                    if (indegree.merge(successor, -1, Integer::sum) == 0) {
                        ready.add(successor);
                    }
                }
            }
            if (order.size() < successors.size()) {
                throw new IllegalArgumentException("steps would each have to come before the next, in a circle: "
                        + indegree.keySet().stream()
                                .filter(step -> !order.contains(step))
                                .map(Step::toString)
                                .collect(Collectors.joining(", ")));
            }
            return List.copyOf(order);
        }

        private Collection<Step> successorsOf(Step step) {
            return Objects.requireNonNull(successors.get(step));
        }

        /**
         * Returns all predecessors of each step, not only the nearest: when a near one is overtaken, the earlier ones
         * still count.
         */
        private Map<Step, List<Step>> awaited(List<Step> order) {
            var place = new HashMap<Step, Integer>();
            order.forEach(step -> place.put(step, place.size()));
            var before = new ArrayList<BitSet>();
            order.forEach(step -> before.add(new BitSet()));
            for (int i = 0; i < order.size(); i++) {
                for (Step successor : successorsOf(order.get(i))) {
                    BitSet own = before.get(Objects.requireNonNull(place.get(successor)));
                    own.set(i);
                    own.or(before.get(i));
                }
            }
            var awaited = new HashMap<Step, List<Step>>();
            for (int i = 0; i < order.size(); i++) {
                Step step = order.get(i);
                awaited.put(
                        step,
                        before.get(i).stream()
                                .mapToObj(order::get)
                                .filter(other -> other.session() != step.session())
                                .toList());
            }
            return awaited;
        }
    }
}
