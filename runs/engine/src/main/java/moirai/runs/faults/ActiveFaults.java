package moirai.runs.faults;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import moirai.analysis.durability.Durability;
import moirai.history.FaultEvent;
import moirai.nemesis.faults.FaultNews;

/** The faults that are active now, and what the history records of them. For one thread at a time. */
final class ActiveFaults {

    private record Active(String fault, String target) {}

    private final Map<Integer, Active> byId = new LinkedHashMap<>();

    /** Takes in a step of a fault, and returns the event to be recorded; empty if there is none. */
    Optional<FaultEvent> heard(FaultNews news) {
        return switch (news.step()) {
            // What stays is active to the end.
            case INTENT, READY, STAYS -> Optional.empty();
            case INJECTED -> Optional.of(injected(news, news.fault()));
            // Some of it may be there all the same, such as one node of two that were to be killed.
            case FAILED -> Optional.of(injected(news, Durability.FAILED + news.fault()));
            case HEALED ->
                Optional.ofNullable(byId.remove(news.id()))
                        .map(active ->
                                new FaultEvent(news.nanos(), FaultEvent.Phase.HEALED, active.fault(), news.target()));
            case NOT_HEALED -> {
                byId.remove(news.id());
                yield Optional.empty();
            }
        };
    }

    private FaultEvent injected(FaultNews news, String fault) {
        byId.put(news.id(), new Active(fault, news.target()));
        return new FaultEvent(news.nanos(), FaultEvent.Phase.INJECTED, fault, news.target());
    }

    /** Returns the active faults with their nodes, in the order of their injections: {@code kill n1}. */
    List<String> names() {
        return byId.values().stream()
                .map(active -> active.fault() + " " + active.target())
                .toList();
    }
}
