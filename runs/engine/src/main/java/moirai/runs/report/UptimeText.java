package moirai.runs.report;

import java.time.Duration;
import moirai.runs.summary.Availability;

/** The text for people about the availability of a database under faults. */
public final class UptimeText {

    private UptimeText() {}

    /** Returns the availability in words; empty if it is unknown. */
    public static String of(Availability uptime) {
        if (!uptime.isKnown()) {
            return "";
        }
        return "commits in " + Numbers.count(uptime.secondsUp()) + " of " + Numbers.counted(uptime.seconds(), "second")
                + " (" + Numbers.percent((double) uptime.secondsUp() / uptime.seconds()) + ") · longest gap "
                + seconds(uptime.gapNanos()) + recovery(uptime.recovery());
    }

    private static String recovery(Availability.Recovery recovery) {
        String again = recovery.count() == 0
                ? ""
                : " · first commit after " + Numbers.counted(recovery.count(), "heal") + ": "
                        + seconds(recovery.medianNanos()) + " median, " + seconds(recovery.maxNanos()) + " max";
        return again
                + (recovery.withoutCommit() == 0
                        ? ""
                        : " · none after " + Numbers.counted(recovery.withoutCommit(), "heal"));
    }

    private static String seconds(long nanos) {
        return Numbers.seconds(Duration.ofNanos(nanos));
    }
}
