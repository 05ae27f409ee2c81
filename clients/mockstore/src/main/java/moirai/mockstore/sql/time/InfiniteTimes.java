package moirai.mockstore.sql.time;

import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.Locale;
import java.util.Optional;

/**
 * PostgreSQL's {@code infinity} and {@code -infinity}: a date or timestamp after, or before, all others. They are the
 * greatest and the least of Java's, which are far beyond those that PostgreSQL has.
 */
public final class InfiniteTimes {

    private InfiniteTimes() {}

    /** Returns whether a date or timestamp is infinite. */
    public static boolean is(Object time) {
        return switch (time) {
            case LocalDate date -> date.equals(LocalDate.MAX) || date.equals(LocalDate.MIN);
            case LocalDateTime timestamp -> timestamp.equals(LocalDateTime.MAX) || timestamp.equals(LocalDateTime.MIN);
            case OffsetDateTime moment -> is(moment.toLocalDateTime());
            default -> false;
        };
    }

    /** Returns whether an infinite date or timestamp is after all others. */
    public static boolean isLast(Object infinite) {
        return switch (infinite) {
            case LocalDate date -> date.equals(LocalDate.MAX);
            case LocalDateTime timestamp -> timestamp.equals(LocalDateTime.MAX);
            case OffsetDateTime moment -> moment.toLocalDateTime().equals(LocalDateTime.MAX);
            default -> throw new IllegalStateException("not a date: " + infinite);
        };
    }

    /** Returns an infinite timestamp. */
    public static LocalDateTime timestamp(boolean isLast) {
        return isLast ? LocalDateTime.MAX : LocalDateTime.MIN;
    }

    /** Returns an infinite timestamp with a zone. */
    public static OffsetDateTime moment(boolean isLast) {
        return timestamp(isLast).atOffset(ZoneOffset.UTC);
    }

    /** Returns the infinite timestamp that a text means; empty if it means none. */
    public static Optional<LocalDateTime> read(String text) {
        return switch (text.strip().toLowerCase(Locale.ROOT)) {
            case "infinity", "+infinity" -> Optional.of(timestamp(true));
            case "-infinity" -> Optional.of(timestamp(false));
            default -> Optional.empty();
        };
    }

    /** Returns the text of an infinite date or timestamp. */
    public static String write(Object infinite) {
        return isLast(infinite) ? "infinity" : "-infinity";
    }
}
