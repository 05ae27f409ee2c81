package moirai.analysis.durability;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import moirai.history.FaultEvent;

/**
 * A fault as a stretch of time.
 *
 * @param fromNanos when it was injected, on the run's clock
 * @param toNanos when it was healed, or {@link #OPEN}
 */
public record FaultSpan(String fault, String target, long fromNanos, long toNanos) {

    /** Stands for an end that was not recorded: the fault was still active when the run ended. */
    public static final long OPEN = Long.MAX_VALUE;

    /** Returns the faults of these events, in the order of their injections, final reads among them. O(events). */
    public static List<FaultSpan> of(List<FaultEvent> events) {
        Map<String, Deque<Integer>> open = new HashMap<>();
        var spans = new ArrayList<FaultSpan>();
        for (FaultEvent event : events) {
            String fault = Durability.isFinalReads(event) ? Durability.FINAL_READS : event.fault();
            Deque<Integer> same = open.computeIfAbsent(fault + " " + event.target(), first -> new ArrayDeque<>());
            switch (event.phase()) {
                case INJECTED -> {
                    same.add(spans.size());
                    spans.add(new FaultSpan(event.fault(), event.target(), event.nanos(), OPEN));
                }
                case HEALED -> {
                    if (!same.isEmpty()) {
                        int index = same.remove();
                        spans.set(index, spans.get(index).healed(event.nanos()));
                    }
                }
            }
        }
        return List.copyOf(spans);
    }

    private FaultSpan healed(long nanos) {
        return new FaultSpan(fault, target, fromNanos, nanos);
    }

    /** Returns whether some of the stretch lies in this closed interval. */
    public boolean touches(long firstNanos, long lastNanos) {
        return fromNanos <= lastNanos && toNanos >= firstNanos;
    }

    /** Returns whether this is the stretch of the final reads, in which no fault is active. */
    public boolean isFinalReads() {
        return fault.equals(Durability.FINAL_READS);
    }

    /** Returns the fault with its target: {@code kill n1}. */
    public String name() {
        return fault + " " + target;
    }
}
