package moirai.reenactment.code;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.temporal.ChronoUnit;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.UUID;
import moirai.interception.BoundSql;

/**
 * The mapping between the numbers of a model and the values of an application. In a numeric type a number is itself; as
 * a text, it is the text of the sources that has this number, or else its digits; as a day, it is that many days after
 * 1 January 2000. Every other value of the application has a number of its own from {@value #OTHERS} on, the same for
 * the same value. Thread-safe.
 */
final class CodeValues {

    /** A number that is greater than any number of a model. */
    static final int OTHERS = 1_000_000;

    private static final LocalDateTime FIRST = LocalDate.of(2000, 1, 1).atStartOfDay();

    private static final BigDecimal NUMBER_MAX = BigDecimal.valueOf(OTHERS - 1);

    private final Map<Integer, String> texts;
    private final Map<String, Integer> numbers = new HashMap<>();
    private final Map<String, Integer> others = new HashMap<>();

    /**
     * Creates a mapping.
     *
     * @param texts of the sources, by number
     */
    CodeValues(Map<Integer, String> texts) {
        this.texts = Map.copyOf(texts);
        texts.forEach((number, text) -> numbers.put(text, number));
    }

    /** Returns whether a value of this type can be made. */
    static boolean isScalar(Class<?> type) {
        return type.isPrimitive()
                || type.isEnum()
                || List.of(
                                String.class,
                                CharSequence.class,
                                Object.class,
                                Number.class,
                                Integer.class,
                                Long.class,
                                Short.class,
                                Byte.class,
                                Double.class,
                                Float.class,
                                Boolean.class,
                                Character.class,
                                BigDecimal.class,
                                BigInteger.class,
                                UUID.class)
                        .contains(type)
                || isTime(type);
    }

    private static boolean isTime(Class<?> type) {
        return type.getPackageName().equals("java.time")
                && List.of("LocalDateTime", "LocalDate", "LocalTime", "Instant", "OffsetDateTime", "ZonedDateTime")
                        .contains(type.getSimpleName());
    }

    /** Returns the value of a type that {@link #isScalar}. */
    Object of(Class<?> type, int number) {
        if (type.isEnum()) {
            return constant(type.getEnumConstants(), number);
        }
        if (isTime(type)) {
            return time(type.getSimpleName(), FIRST.plusDays(number));
        }
        return switch (type.getSimpleName()) {
            case "String", "CharSequence" -> text(number);
            case "long", "Long" -> (long) number;
            case "short", "Short" -> (short) number;
            case "byte", "Byte" -> (byte) number;
            case "double", "Double" -> (double) number;
            case "float", "Float" -> (float) number;
            case "boolean", "Boolean" -> number != 0;
            case "char", "Character" -> (char) ('0' + number);
            case "BigDecimal" -> BigDecimal.valueOf(number);
            case "BigInteger" -> BigInteger.valueOf(number);
            case "UUID" -> new UUID(0, number);
            default -> number;
        };
    }

    private Object constant(Object[] constants, int number) {
        for (Object constant : constants) {
            if (((Enum<?>) constant).name().equals(texts.get(number))) {
                return constant;
            }
        }
        return constants[Math.floorMod(number, constants.length)];
    }

    private static Object time(String type, LocalDateTime time) {
        return switch (type) {
            case "LocalDate" -> time.toLocalDate();
            case "LocalTime" -> LocalTime.MIN.plusMinutes(ChronoUnit.DAYS.between(FIRST, time));
            case "Instant" -> time.toInstant(ZoneOffset.UTC);
            case "OffsetDateTime" -> time.atOffset(ZoneOffset.UTC);
            case "ZonedDateTime" -> time.atZone(ZoneOffset.UTC);
            default -> time;
        };
    }

    private String text(int number) {
        String known = texts.get(number);
        if (known != null) {
            return known;
        }
        String digits = String.valueOf(number);
        return numbers.containsKey(digits) ? "n" + digits : digits;
    }

    /** Returns the value for a column, to be bound. */
    Object column(String type, int number) {
        String name = type.toUpperCase(Locale.ROOT);
        if (name.startsWith("BOOL")) {
            return number != 0;
        }
        if (name.startsWith("TIMESTAMP") || name.startsWith("DATETIME")) {
            boolean hasZone = name.contains("WITH TIME ZONE") || name.startsWith("TIMESTAMPTZ");
            return of(hasZone ? OffsetDateTime.class : LocalDateTime.class, number);
        }
        if (name.startsWith("DATE")) {
            return of(LocalDate.class, number);
        }
        if (name.startsWith("TIME")) {
            return of(LocalTime.class, number);
        }
        if (name.startsWith("UUID")) {
            return of(UUID.class, number);
        }
        boolean isNumber =
                name.matches("(TINY|SMALL|MEDIUM|BIG)?INT.*|NUMERIC.*|DEC.*|REAL.*|DOUBLE.*|FLOAT.*|SERIAL.*");
        return isNumber ? (Object) number : text(number);
    }

    /** Returns the number of a value that the application bound or left. */
    int number(Object value) {
        return switch (value) {
            case BoundSql.Absent absent -> 0;
            case Boolean truth -> truth ? 1 : 0;
            case Number number -> number(new BigDecimal(number.toString()));
            case CharSequence text -> numberOf(text.toString().strip());
            case Character letter -> numberOf(letter.toString());
            case Enum<?> constant -> numberOf(constant.name());
            case java.sql.Timestamp time -> day(time.toLocalDateTime());
            case java.sql.Date date -> day(date.toLocalDate().atStartOfDay());
            case LocalDateTime time -> day(time);
            case LocalDate date -> day(date.atStartOfDay());
            case Instant instant -> day(LocalDateTime.ofInstant(instant, ZoneOffset.UTC));
            case OffsetDateTime time ->
                day(time.withOffsetSameInstant(ZoneOffset.UTC).toLocalDateTime());
            case ZonedDateTime time ->
                day(time.withZoneSameInstant(ZoneOffset.UTC).toLocalDateTime());
            case java.sql.Time time -> minute(time.toLocalTime());
            case LocalTime time -> minute(time);
            case UUID id
            when id.getMostSignificantBits() == 0 -> number(BigDecimal.valueOf(id.getLeastSignificantBits()));
            default -> other(value.getClass().getName() + " " + value);
        };
    }

    private int number(BigDecimal number) {
        boolean isSmall = number.abs().compareTo(NUMBER_MAX) <= 0
                && number.stripTrailingZeros().scale() <= 0;
        return isSmall ? number.intValueExact() : other("number " + number.stripTrailingZeros());
    }

    private int numberOf(String text) {
        Integer known = numbers.get(text);
        if (known != null) {
            return known;
        }
        String digits = text.startsWith("n") ? text.substring(1) : text;
        return digits.matches("\\d{1,6}") && text(Integer.parseInt(digits)).equals(text)
                ? Integer.parseInt(digits)
                : other("text " + text);
    }

    private int day(LocalDateTime time) {
        long days = ChronoUnit.DAYS.between(FIRST, time);
        boolean isWhole = days >= 0 && days < OTHERS && FIRST.plusDays(days).equals(time);
        return isWhole ? (int) days : other("time " + time);
    }

    private int minute(LocalTime time) {
        int minutes = time.toSecondOfDay() / 60;
        return LocalTime.MIN.plusMinutes(minutes).equals(time) ? minutes : other("time " + time);
    }

    private synchronized int other(String value) {
        return others.computeIfAbsent(value, unknown -> OTHERS + others.size());
    }
}
