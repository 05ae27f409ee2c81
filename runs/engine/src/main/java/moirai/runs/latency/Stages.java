package moirai.runs.latency;

import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;

/**
 * The rates at which transactions are due in the course of a run, such as {@code 5m:ramp:100/s,8h:500/s}. After the
 * last stage its rate goes on.
 *
 * @param stages the stages in their order; empty if no transaction is due at a given time
 * @param passed the time of the stages that is over when sessions begin: above 0 in a run that goes on
 */
public record Stages(List<Stage> stages, Duration passed) {

    /** The maximal number of stages. */
    public static final int COUNT_MAX = 1_000;

    /** The longest time of all stages together, a hundred years. A long holds the nanoseconds of 290 years. */
    private static final Duration LENGTH_MAX = Duration.ofDays(36_500);

    private static final double RATE_MAX = 1e7;

    /** The stages of a run in which a session begins the next transaction when it has ended the last. */
    public static final Stages NONE = new Stages(List.of());

    /** The number of stages up to which they are all described. */
    private static final int DESCRIBED_MAX = 6;

    public Stages {
        stages = List.copyOf(stages);
        if (passed.isNegative()) {
            throw new IllegalArgumentException("stages that begin " + passed + " before their begin");
        }
        if (stages.size() > COUNT_MAX) {
            throw new IllegalArgumentException(stages.size() + " stages: expected at most " + COUNT_MAX);
        }
        if (!stages.isEmpty() && stages.stream().allMatch(stage -> stage.rate() == 0)) {
            throw new IllegalArgumentException("no transaction is ever due: expected a rate above 0 in some stage");
        }
        if (sum(stages).compareTo(LENGTH_MAX) > 0) {
            throw new IllegalArgumentException(
                    "stages of " + sum(stages).toDays() + " days: expected at most " + LENGTH_MAX.toDays());
        }
    }

    /** Makes stages that begin with the sessions. */
    public Stages(List<Stage> stages) {
        this(stages, Duration.ZERO);
    }

    /** Returns these stages with this much over when sessions begin; a rate without an end stays as it is. */
    public Stages after(Duration over) {
        return isStaged() ? new Stages(stages, over) : this;
    }

    /**
     * A part of a run.
     *
     * @param isRamp whether the rate changes evenly from that of the stage before, or from 0, to {@code rate}, which it
     *     reaches at the end; otherwise it is {@code rate} from the begin on
     * @param rate in transactions a second
     */
    public record Stage(Duration length, boolean isRamp, double rate) {

        public Stage {
            if (length.isNegative() || length.isZero()) {
                throw new IllegalArgumentException("a stage of " + length + " is not positive");
            }
            if (!(rate >= 0 && rate <= RATE_MAX)) {
                throw new IllegalArgumentException("rate " + rate + " is out of range: expected up to "
                        + (long) RATE_MAX + " transactions a second");
            }
        }

        /** Returns the stage as it is typed. */
        @Override
        public String toString() {
            return written(length) + (isRamp ? ":ramp:" : ":") + written(rate);
        }
    }

    /**
     * A moment of a run.
     *
     * @param number of the stage, from 1
     * @param rate in transactions a second
     * @param left the time until the end of the stage; zero after the last
     */
    public record Moment(int number, double rate, Duration left) {}

    /** Returns one stage without an end; {@link #NONE} if the rate is 0. */
    public static Stages constant(double rate) {
        return rate == 0 ? NONE : new Stages(List.of(new Stage(LENGTH_MAX, false, rate)));
    }

    /** Returns whether transactions are due at given times. */
    public boolean isPaced() {
        return !stages.isEmpty();
    }

    /** Returns whether the rate is the same from the begin to the end. */
    public boolean isConstant() {
        return stages.size() == 1 && stages.getFirst().length().equals(LENGTH_MAX);
    }

    /** Returns whether there are several rates, or one for a limited time. */
    public boolean isStaged() {
        return isPaced() && !isConstant();
    }

    /** Returns the time that all stages take together. */
    public Duration length() {
        return sum(stages);
    }

    private static Duration sum(List<Stage> stages) {
        return stages.stream().map(Stage::length).reduce(Duration.ZERO, Duration::plus);
    }

    /** Returns the rate at the begin of a stage. */
    public double rateBefore(int index) {
        Stage stage = stages.get(index);
        if (!stage.isRamp()) {
            return stage.rate();
        }
        return index == 0 ? 0 : stages.get(index - 1).rate();
    }

    /** Returns the moment after this time of sessions with stages; after the last stage that of its end. */
    public Moment at(Duration sinceBegin) {
        Duration elapsed = passed.plus(sinceBegin);
        Duration begin = Duration.ZERO;
        for (int i = 0; i < stages.size(); i++) {
            Stage stage = stages.get(i);
            Duration end = begin.plus(stage.length());
            if (elapsed.compareTo(end) < 0) {
                double share =
                        (double) elapsed.minus(begin).toNanos() / stage.length().toNanos();
                double rate = rateBefore(i) + (stage.rate() - rateBefore(i)) * share;
                return new Moment(i + 1, rate, end.minus(elapsed));
            }
            begin = end;
        }
        return new Moment(stages.size(), stages.getLast().rate(), Duration.ZERO);
    }

    /** Returns the mean rate of sessions that took this time. */
    public double mean(Duration elapsed) {
        if (isConstant()) {
            return stages.getFirst().rate();
        }
        var curve = new ArrivalCurve(this);
        double due = curve.countAt(passed.plus(elapsed).toNanos()) - curve.countAt(passed.toNanos());
        return due / Math.max(1e-9, elapsed.toNanos() / 1e9);
    }

    /** Returns the stages as {@link #toString} does; of many the first ones and their number. */
    public String describe() {
        return stages.size() <= DESCRIBED_MAX
                ? toString()
                : new Stages(stages.subList(0, DESCRIBED_MAX)) + ",… (" + stages.size() + " stages)";
    }

    /** Returns the stages as they are typed; {@code 500/s} if the rate is constant. */
    @Override
    public String toString() {
        return isConstant()
                ? written(stages.getFirst().rate())
                : stages.stream().map(Stage::toString).collect(Collectors.joining(","));
    }

    private static String written(double rate) {
        return (rate == Math.rint(rate) ? String.valueOf((long) rate) : String.valueOf(rate)) + "/s";
    }

    private static String written(Duration time) {
        var text = new StringBuilder();
        append(text, time.toDays(), "d");
        append(text, time.toHoursPart(), "h");
        append(text, time.toMinutesPart(), "m");
        append(text, time.toSecondsPart(), "s");
        append(text, time.toMillisPart(), "ms");
        return text.toString();
    }

    private static void append(StringBuilder text, long number, String unit) {
        if (number > 0) {
            text.append(number).append(unit);
        }
    }
}
