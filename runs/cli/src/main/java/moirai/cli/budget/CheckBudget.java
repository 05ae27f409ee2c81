package moirai.cli.budget;

import java.time.Duration;
import java.util.Arrays;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import moirai.cli.options.Values;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/**
 * The limits of a check in time and in memory: {@code time=5m,heap=4g}, or one of them.
 *
 * @param time from the begin of the command; {@link #NO_TIME_LIMIT} if there is none
 * @param heapBytes the bytes that are reachable after a garbage collection; {@link Long#MAX_VALUE} if there is no limit
 */
public record CheckBudget(Duration time, long heapBytes) {

    /** The time of a budget without a time limit: longer than any check. */
    public static final Duration NO_TIME_LIMIT = Duration.ofNanos(Long.MAX_VALUE);

    /** The budget without limits. */
    public static final CheckBudget NONE = new CheckBudget(NO_TIME_LIMIT, Long.MAX_VALUE);

    private static final String EXPECTED = "expected e.g. time=5m,heap=4g, time=30s or heap=800m";

    /** Returns whether there is any limit. */
    public boolean isLimited() {
        return !equals(NONE);
    }

    /** Returns a budget that is twice as large, for a second try. */
    public CheckBudget twice() {
        return new CheckBudget(
                time.equals(NO_TIME_LIMIT) ? time : time.multipliedBy(2),
                heapBytes == Long.MAX_VALUE ? heapBytes : 2 * heapBytes);
    }

    /** Returns the budget as it is written on a command line. */
    @Override
    public String toString() {
        return Stream.of(
                        time.equals(NO_TIME_LIMIT) ? "" : "time=" + written(time),
                        heapBytes == Long.MAX_VALUE ? "" : "heap=" + (heapBytes >> 20) + "m")
                .filter(part -> !part.isEmpty())
                .collect(Collectors.joining(","));
    }

    private static String written(Duration time) {
        return time.toMillis() % 1000 == 0 ? time.toSeconds() + "s" : time.toMillis() + "ms";
    }

    /** A converter that reads a budget from the value of an option. */
    public static final class Converter implements ITypeConverter<CheckBudget> {

        private static final Pattern SIZE = Pattern.compile("(\\d{1,6})([mg])");
        private static final int MEGA_BITS = 20;
        private static final int GIGA_BITS = 30;

        @Override
        public CheckBudget convert(String value) {
            Duration time = NO_TIME_LIMIT;
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
                return new Values.OfDuration().convert(text);
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
}
