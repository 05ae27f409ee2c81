package moirai.runs.interim;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
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
            kept.addAll(TimeSpan.joined(aroundFaults(check.faults())));
        }
        StreamProgress progress = check.progress();
        if (progress.txns() == 0) {
            return;
        }
        try {
            keeper.drop(check.judged(), progress.provenNanos() + progress.lagNanos(), kept);
        } catch (IOException failed) {
            // More is kept than was asked for, until the next call, or the next process if a file cannot be deleted.
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

    /** Returns the spans from the injection of each fault to its healing, if it is healed. O(faults). */
    static List<TimeSpan> aroundFaults(List<FaultEvent> events) {
        var spans = new ArrayList<TimeSpan>();
        var injected = new HashMap<List<String>, Long>();
        for (FaultEvent event : events) {
            if (Durability.isFinalReads(event)) {
                continue;
            }
            spans.add(TimeSpan.around(event.nanos(), SegmentKeeper.AROUND_NANOS, SegmentKeeper.AROUND_NANOS));
            List<String> fault = List.of(event.fault(), event.target());
            if (event.phase() == FaultEvent.Phase.INJECTED) {
                injected.putIfAbsent(fault, event.nanos());
            } else if (event.phase() == FaultEvent.Phase.HEALED && injected.containsKey(fault)) {
                long from = injected.getOrDefault(fault, event.nanos());
                injected.remove(fault);
                spans.add(new TimeSpan(from, Math.max(from, event.nanos())));
            }
        }
        return spans;
    }
}
