package moirai.cli.options;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import moirai.analysis.axioms.StepBudget;
import moirai.analysis.registers.Assumption;
import moirai.analysis.validation.Engine;
import moirai.generators.KeyDistribution;
import moirai.generators.Workload;
import moirai.history.Seed;
import moirai.history.level.IsolationLevel;
import moirai.history.level.Nearest;
import moirai.mockstore.StoreLevels;
import moirai.mockstore.levels.StoreLevel;
import moirai.runs.files.WrittenDuration;
import moirai.runs.interim.CheckBudget;
import moirai.runs.latency.Stages;
import moirai.runs.latency.WrittenRate;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** The converters of option values; a refusal lists the accepted values. */
public final class Values {

    private static final Pattern CONCURRENCY = Pattern.compile("(\\d{1,6})(n?)");

    private Values() {}

    /** A converter for {@code 500/s} or {@code 500}: transactions a second. */
    public static final class OfRate implements ITypeConverter<Double> {

        @Override
        public Double convert(String value) {
            return accepted(value, WrittenRate::parse);
        }
    }

    /**
     * A converter for {@code 60}, which is seconds as in Jepsen, {@code 500ms}, {@code 60s}, {@code 5m}, {@code 12h},
     * {@code 8h30m} or {@code 1d}.
     */
    public static final class OfDuration implements ITypeConverter<Duration> {

        @Override
        public Duration convert(String value) {
            return accepted(value, WrittenDuration::of);
        }
    }

    /** A converter for rates that follow each other, such as {@code 5m:ramp:100/s,8h:500/s}. */
    public static final class OfStages implements ITypeConverter<Stages> {

        @Override
        public Stages convert(String value) {
            return accepted(value, WrittenRate::stages);
        }
    }

    /** A converter for the limits of a check: {@code time=5m,heap=4g}, or one of them. */
    public static final class OfCheckBudget implements ITypeConverter<CheckBudget> {

        private static final String EXPECTED = "expected e.g. time=5m,heap=4g, time=30s or heap=800m";
        private static final Pattern SIZE = Pattern.compile("(\\d{1,6})([mg])");
        private static final int MEGA_BITS = 20;
        private static final int GIGA_BITS = 30;

        @Override
        public CheckBudget convert(String value) {
            Duration time = CheckBudget.NO_TIME_LIMIT;
            long heapBytes = Long.MAX_VALUE;
            String[] parts = value.toLowerCase(Locale.ROOT).split(",", -1);
            if (Arrays.stream(parts)
                            .map(part -> part.split("=", 2)[0])
                            .distinct()
                            .count()
                    < parts.length) {
                throw new TypeConversionException("'" + value + "' limits one thing twice; " + EXPECTED);
            }
            for (String part : parts) {
                if (part.startsWith("time=")) {
                    time = time(value, part.substring("time=".length()));
                } else if (part.startsWith("heap=")) {
                    heapBytes = heap(value, part.substring("heap=".length()));
                } else {
                    throw new TypeConversionException("'" + value + "' is not a budget; " + EXPECTED);
                }
            }
            return new CheckBudget(time, heapBytes);
        }

        private static Duration time(String value, String text) {
            try {
                return new OfDuration().convert(text);
            } catch (TypeConversionException wrong) {
                throw new TypeConversionException("'" + value + "' is not a budget: " + wrong.getMessage());
            }
        }

        private static long heap(String value, String text) {
            Matcher size = SIZE.matcher(text);
            if (!size.matches() || Long.parseLong(size.group(1)) == 0) {
                throw new TypeConversionException(
                        "'" + value + "' is not a budget: '" + text + "' is no size; " + EXPECTED);
            }
            long bytes = Long.parseLong(size.group(1)) << (size.group(2).equals("m") ? MEGA_BITS : GIGA_BITS);
            long most = Runtime.getRuntime().maxMemory();
            if (bytes > most) {
                throw new TypeConversionException("'" + value + "': the JVM itself may use no more than "
                        + (most >> MEGA_BITS) + "m; give it more with MOIRAI_JAVA_OPTS=-Xmx" + text);
            }
            return bytes;
        }
    }

    /** A converter for a whole number of 64 bits, such as a sum of balances. */
    public static final class OfTotal implements ITypeConverter<Long> {

        @Override
        public Long convert(String value) {
            try {
                return Long.parseLong(value);
            } catch (NumberFormatException refused) {
                throw new TypeConversionException("'" + value + "' is not a sum of balances: expected a whole number, "
                        + Long.MIN_VALUE + " to " + Long.MAX_VALUE);
            }
        }
    }

    /** A number of sessions, for all or for each node. */
    public record Concurrency(int number, boolean eachNode) {

        public int of(int nodes) {
            return eachNode ? number * nodes : number;
        }
    }

    /** A converter for {@code 10}, or {@code 3n} for three sessions for each node. */
    public static final class OfConcurrency implements ITypeConverter<Concurrency> {

        @Override
        public Concurrency convert(String value) {
            Matcher matcher = CONCURRENCY.matcher(value);
            if (!matcher.matches() || Integer.parseInt(matcher.group(1)) == 0) {
                throw new TypeConversionException("'" + value
                        + "' is not a concurrency: expected e.g. 10, or 3n for three sessions a node, 1 to 999999");
            }
            return new Concurrency(
                    Integer.parseInt(matcher.group(1)), !matcher.group(2).isEmpty());
        }
    }

    /** A converter for a level by Elle's or Adya's name. */
    public static final class OfLevel implements ITypeConverter<IsolationLevel> {

        @Override
        public IsolationLevel convert(String value) {
            return accepted(value, IsolationLevel.NAMES::parse);
        }
    }

    /** A converter for a level of axioms that the mock store has, by its long name or its short one. */
    public static final class OfStoreLevel implements ITypeConverter<IsolationLevel> {

        @Override
        public IsolationLevel convert(String value) {
            return accepted(value, StoreLevels.NAMES::parse);
        }
    }

    /** A converter for a level that the mock store has, also one of a product, by its long name or its short one. */
    public static final class OfMockLevel implements ITypeConverter<StoreLevel> {

        @Override
        public StoreLevel convert(String value) {
            return accepted(value, StoreLevels.ALL::parse);
        }
    }

    /** A converter for the name of an engine. */
    public static final class OfEngine implements ITypeConverter<Engine> {

        @Override
        public Engine convert(String value) {
            List<String> names = Arrays.stream(Engine.values())
                    .map(engine -> engine.name().toLowerCase(Locale.ROOT))
                    .toList();
            if (!names.contains(value)) {
                throw new TypeConversionException("'" + value + "' is not an engine" + Nearest.hint(value, names)
                        + ". Known: " + String.join(", ", names));
            }
            return Engine.valueOf(value.toUpperCase(Locale.ROOT));
        }
    }

    /** A converter for an assumption about registers. */
    public static final class OfAssumption implements ITypeConverter<Assumption> {

        @Override
        public Assumption convert(String value) {
            return Assumption.named(value)
                    .orElseThrow(() -> new TypeConversionException(
                            "'" + value + "' is not an assumption. Known: " + Assumption.labels()));
        }
    }

    /** A converter for a number of steps, from 1. */
    public static final class OfSteps implements ITypeConverter<StepBudget> {

        @Override
        public StepBudget convert(String value) {
            try {
                return new StepBudget(Long.parseLong(value));
            } catch (IllegalArgumentException refused) {
                throw new TypeConversionException("'" + value + "' is not a number of steps: expected 1 to "
                        + Long.MAX_VALUE + ", e.g. " + StepBudget.DEFAULT.steps());
            }
        }
    }

    /** A converter for a seed in hexadecimal digits. */
    public static final class OfSeed implements ITypeConverter<Seed> {

        @Override
        public Seed convert(String value) {
            return accepted(value, Seed::parse);
        }
    }

    /** A converter for a distribution of keys. */
    public static final class OfKeyDistribution implements ITypeConverter<KeyDistribution> {

        @Override
        public KeyDistribution convert(String value) {
            return accepted(value, KeyDistribution::parse);
        }
    }

    /** A converter for a workload's name, which may be followed by its parameters. */
    public static final class OfWorkload implements ITypeConverter<Workload> {

        @Override
        public Workload convert(String value) {
            return accepted(value, Workload::parse);
        }
    }

    /**
     * Returns the value if it is one of those accepted.
     *
     * @throws IllegalArgumentException with the option, the value, the nearest match and all that are accepted
     */
    public static String known(String option, String value, List<String> accepted) {
        if (accepted.contains(value)) {
            return value;
        }
        throw new IllegalArgumentException(option + ": '" + value + "' is unknown" + Nearest.hint(value, accepted)
                + ". Known: " + String.join(", ", accepted));
    }

    /**
     * Returns the value of a label.
     *
     * @throws IllegalArgumentException as {@link #known} does
     */
    public static <T> T named(String option, String label, List<T> all, Function<T, String> labels) {
        List<String> known = all.stream().map(labels).toList();
        return all.get(known.indexOf(known(option, label, known)));
    }

    private static <T> T accepted(String value, ITypeConverter<T> parse) {
        try {
            return parse.convert(value);
        } catch (Exception refused) {
            throw new TypeConversionException(String.valueOf(refused.getMessage()));
        }
    }
}
