package moirai.cli.terminal;

import java.time.Duration;
import moirai.runs.latency.Stages;
import moirai.runs.report.Numbers;

/** The text about the stage that a run is in. */
final class StageText {

    private static final double ROUGH_FROM = 10;

    private StageText() {}

    /** Returns a text such as {@code 2 of 3 · 500/s due · 7 h 59 m 12 s left}. */
    static String whole(Stages stages, Duration elapsed) {
        Stages.Moment now = stages.at(elapsed);
        return now.number() + " of " + stages.stages().size() + " · " + rate(now) + " due · "
                + (now.left().isZero() ? "over" : Numbers.span(now.left()) + " left");
    }

    /** Returns a text such as {@code stage 2/3, 500/s due}. */
    static String brief(Stages stages, Duration elapsed) {
        Stages.Moment now = stages.at(elapsed);
        return "stage " + now.number() + "/" + stages.stages().size() + ", " + rate(now) + " due";
    }

    private static String rate(Stages.Moment now) {
        return Numbers.rate(now.rate() < ROUGH_FROM ? Math.rint(now.rate() * 10) / 10 : Math.rint(now.rate()));
    }
}
