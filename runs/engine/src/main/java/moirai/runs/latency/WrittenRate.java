package moirai.runs.latency;

import java.time.Duration;
import java.util.ArrayList;
import java.util.regex.Pattern;
import moirai.runs.files.WrittenDuration;

/** Rates as people write them in options and files: {@code 500/s}, and in stages {@code 5m:ramp:100/s,8h:500/s}. */
public final class WrittenRate {

    private static final Pattern RATE = Pattern.compile("(\\d{1,9}(\\.\\d{1,9})?)(/s)?");
    private static final String NO_RATE = "0(\\.0+)?(/s)?";
    private static final String RAMP = "ramp";
    private static final String EXPECTED = "expected TIME:RATE or TIME:ramp:RATE, as in 5m:ramp:100/s,8h:500/s";

    private WrittenRate() {}

    /**
     * Returns the transactions a second that {@code 500/s} or {@code 500} asks for.
     *
     * @throws IllegalArgumentException if it is no rate, or 0
     */
    public static double parse(String text) {
        if (!RATE.matcher(text).matches() || Double.parseDouble(text.replace("/s", "")) == 0) {
            throw new IllegalArgumentException(
                    "'" + text + "' is not a rate: expected transactions a second, such as 500/s or 0.5/s");
        }
        return Double.parseDouble(text.replace("/s", ""));
    }

    /**
     * Returns the stages of a list such as {@code 5m:ramp:100/s,8h:500/s}.
     *
     * @throws IllegalArgumentException if it is none; the message names the stage, and says what would be accepted
     */
    public static Stages stages(String text) {
        String[] parts = text.split(",", Stages.COUNT_MAX + 1);
        var stages = new ArrayList<Stages.Stage>();
        for (String part : parts) {
            try {
                stages.add(stage(part));
            } catch (IllegalArgumentException wrong) {
                throw new IllegalArgumentException("stage " + (stages.size() + 1) + " of " + parts.length + ", '" + part
                        + "': " + wrong.getMessage() + "; " + EXPECTED);
            }
        }
        return new Stages(stages);
    }

    private static Stages.Stage stage(String text) {
        String[] parts = text.split(":", -1);
        boolean isRamp = parts.length == 3 && parts[1].equals(RAMP);
        if (parts.length != 2 && !isRamp) {
            throw new IllegalArgumentException(
                    parts.length == 3 ? "'" + parts[1] + "' is not '" + RAMP + "'" : "it is not a stage");
        }
        Duration length = WrittenDuration.of(parts[0]);
        String rate = parts[parts.length - 1];
        return new Stages.Stage(length, isRamp, rate.matches(NO_RATE) ? 0 : parse(rate));
    }
}
