package moirai.runs.interim;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import moirai.analysis.durability.Durability;
import moirai.analysis.streaming.StreamProgress;
import moirai.history.FaultEvent;
import moirai.history.keeping.Keep;
import moirai.history.keeping.SegmentKeeper;
import moirai.history.keeping.TimeSpan;

/** Drops of a history that is judged while it grows what a policy does not keep. Used by the thread that judges. */
final class FollowedKeeping {

    private final SegmentKeeper keeper;
    private String trouble = "";

    /** @throws IOException if the directory cannot be kept */
    FollowedKeeping(Path directory, Keep.Recent policy) throws IOException {
        this.keeper = new SegmentKeeper(directory, policy);
    }

    /** Drops what may go after a judgement. The latest time in the history is the present. */
    void after(StreamedCheck check, InterimVerdict verdict) {
        keeper.passed(check.passed());
        var kept = new ArrayList<TimeSpan>();
        if (keeper.policy().anomalies()) {
            for (InterimVerdict.Sighting seen : verdict.sightings()) {
                kept.add(around(seen.completeNanos()));
                kept.add(around(seen.lastNanos()));
            }
        }
        if (keeper.policy().faults()) {
            kept.addAll(aroundFaults(check.faults()));
        }
        StreamProgress progress = check.progress();
        if (progress.txns() == 0) {
            return;
        }
        try {
            keeper.drop(check.judged(), progress.provenNanos() + progress.lagNanos(), kept);
        } catch (IOException failed) {
            // The next call tries again; meanwhile more is kept than was asked for.
            trouble = trouble.isEmpty() ? "not all segments could be dropped: " + failed : trouble;
        }
    }

    /** Returns a sentence on what went wrong; empty if nothing did. */
    String trouble() {
        return trouble;
    }

    private static TimeSpan around(long completeNanos) {
        return TimeSpan.around(completeNanos, SegmentKeeper.BEFORE_ANOMALY_NANOS, SegmentKeeper.AROUND_NANOS);
    }

    /** Returns the spans from the injection of each fault to its healing, if it is healed. O(faults²). */
    static List<TimeSpan> aroundFaults(List<FaultEvent> events) {
        var spans = new ArrayList<TimeSpan>();
        for (int i = 0; i < events.size(); i++) {
            FaultEvent event = events.get(i);
            if (Durability.isFinalReads(event)) {
                continue;
            }
            spans.add(TimeSpan.around(event.nanos(), SegmentKeeper.AROUND_NANOS, SegmentKeeper.AROUND_NANOS));
            if (event.phase() == FaultEvent.Phase.INJECTED) {
                long until = healed(events, i).map(FaultEvent::nanos).orElse(event.nanos());
                spans.add(new TimeSpan(event.nanos(), Math.max(until, event.nanos())));
            }
        }
        return spans;
    }

    private static Optional<FaultEvent> healed(List<FaultEvent> events, int injected) {
        FaultEvent event = events.get(injected);
        return events.subList(injected + 1, events.size()).stream()
                .filter(other -> other.phase() == FaultEvent.Phase.HEALED
                        && other.fault().equals(event.fault())
                        && other.target().equals(event.target()))
                .findFirst();
    }
}
