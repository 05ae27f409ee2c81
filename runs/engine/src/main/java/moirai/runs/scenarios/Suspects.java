package moirai.runs.scenarios;

import java.time.Duration;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import moirai.analysis.durability.Durability;
import moirai.analysis.durability.FaultSpan;
import moirai.analysis.durability.LostWrite;
import moirai.history.FaultEvent;
import moirai.history.History;
import moirai.nemesis.faults.FaultPick;
import moirai.nemesis.faults.PlannedFault;

/**
 * What the evidence of a failure names: faults of the run, and the time by which the failure was complete.
 *
 * @param faults as they were recorded, without those that the cluster made by itself
 */
public record Suspects(List<FaultEvent> faults, Duration until) {

    /** The time that a run is given after the last of what the evidence names. */
    private static final Duration REST = Duration.ofSeconds(3);

    /** The evidence names nothing. */
    public static final Suspects NONE = new Suspects(List.of(), Duration.ZERO);

    public Suspects {
        faults = List.copyOf(faults);
    }

    /**
     * Returns the first of the faults that lost acknowledged writes: any loss will do, and the run up to the first is
     * the shortest. In place of a failover that the cluster made by itself it names the faults that were there then,
     * one of which is why it did so.
     */
    public static Suspects ofLoss(Durability durability) {
        return durability.lost().stream()
                .map(LostWrite::fault)
                .filter(fault -> fault != LostWrite.NONE)
                .map(durability.faults()::get)
                .sorted(Comparator.comparingLong(FaultEvent::nanos))
                .distinct()
                .map(event -> new Suspects(
                        event.isByItself() ? there(durability.faults(), event.nanos(), event.nanos()) : List.of(event),
                        Duration.ofNanos(event.nanos())))
                .filter(suspects -> !suspects.faults().isEmpty())
                .findFirst()
                .orElse(NONE);
    }

    /** Returns the faults that were there while these transactions ran, which show an anomaly; or the last before. */
    public static Suspects ofTxns(History history, Collection<Integer> txns) {
        long first = txns.stream().mapToLong(history::startNanos).min().orElse(0);
        long last = txns.stream().mapToLong(history::endNanos).max().orElse(0);
        return new Suspects(there(history.faults(), first, last), Duration.ofNanos(last));
    }

    /** Returns the injections of faults that touch this closed interval; if there are none, of the last before. */
    private static List<FaultEvent> there(List<FaultEvent> events, long first, long last) {
        List<FaultSpan> faults = FaultSpan.of(events).stream()
                .filter(span -> !span.isFinalReads() && !span.target().endsWith(FaultEvent.BY_ITSELF))
                .toList();
        List<FaultSpan> there =
                faults.stream().filter(span -> span.touches(first, last)).toList();
        Optional<FaultSpan> before = faults.stream()
                .filter(span -> span.fromNanos() <= last)
                .max(Comparator.comparingLong(FaultSpan::fromNanos));
        return (there.isEmpty() ? before.stream() : there.stream())
                .map(span -> new FaultEvent(span.fromNanos(), FaultEvent.Phase.INJECTED, span.fault(), span.target()))
                .toList();
    }

    /**
     * Returns the part of a run that has these faults alone and ends soon after them; the whole if they are not of its
     * schedule, or are all that it has.
     */
    Scenario within(PlannedRun run) {
        Scenario whole = run.scenario();
        List<PlannedFault> planned =
                faults.stream().flatMap(event -> planned(event, run)).distinct().toList();
        List<FaultPick> picks = whole.faults().stream()
                .filter(pick -> planned.stream().anyMatch(fault -> fault.name().equals(pick.name())))
                .toList();
        if (picks.isEmpty()) {
            return whole;
        }
        Duration needed = Stream.concat(planned.stream().map(PlannedFault::at), Stream.of(until))
                .max(Comparator.naturalOrder())
                .orElse(until)
                .plus(REST);
        Scenario alone = whole.withFaults(picks);
        // Whole seconds are easier to read and to type.
        Duration window = Duration.ofSeconds(needed.toSeconds() + 1);
        return window.compareTo(whole.timeLimit()) < 0 ? alone.withTimeLimit(window) : alone;
    }

    /** Returns the planned fault that an event began: the last of its kind that was due. */
    private static Stream<PlannedFault> planned(FaultEvent event, PlannedRun run) {
        Duration time = Duration.ofNanos(event.nanos());
        String kind = event.fault().startsWith(Durability.FAILED)
                ? event.fault().substring(Durability.FAILED.length())
                : event.fault();
        return run.planned().stream()
                .filter(fault ->
                        fault.fault().kind().label().equals(kind) && fault.at().compareTo(time) <= 0)
                .max(Comparator.comparing(PlannedFault::at))
                .stream();
    }
}
