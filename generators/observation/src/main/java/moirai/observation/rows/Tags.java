package moirai.observation.rows;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.sql.Date;
import java.sql.Timestamp;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZonedDateTime;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.UUID;
import moirai.observation.txns.TextForm;

/**
 * Values that identify their source. The values of one source differ a little from seed to seed. So a value that is the
 * same for all seeds is a constant, and comparisons have the same result for all seeds. A pure function of seed and
 * source.
 */
public record Tags(int seed) {

    private static final BigDecimal ROWS = BigDecimal.valueOf(8);

    private static final BigDecimal EXTREME = BigDecimal.valueOf(900_000_000);

    private static SplittableRandom random(String source, int seed) {
        long hash = 1125899906842597L;
        for (int i = 0; i < source.length(); i++) {
            hash = 31 * hash + source.charAt(i);
        }
        return new SplittableRandom(hash * 0x9E3779B97F4A7C15L + seed);
    }

    /** Returns the value of a source. Later rows, which are numbered from 0 to 6, have larger values. */
    public Object value(Column column, String source, int row) {
        String own = source + "#" + row;
        return switch (column.kind()) {
            case NUMBER -> number(column, own, row);
            case TEXT -> text(column, own, row);
            case TIME -> LocalDateTime.of(2001 + row, 1, 1, 0, 0).plusSeconds(offset(own, 30_000_000));
            case DATE -> LocalDate.of(1900 + 20 * row, 1, 1).plusDays(offset(own, 7000));
            case FLAG -> BigDecimal.valueOf((row + 1) % 2);
            case UUID -> uuid(own, row);
            case OTHER ->
                throw new IllegalArgumentException("no values are known for column " + column.name()
                        + "; accepted: numbers, texts, times, dates, booleans and UUID");
        };
    }

    private long offset(String source, int range) {
        return random(source, seed).nextInt(range);
    }

    private BigDecimal number(Column column, String source, int row) {
        BigDecimal largest = column.max().min(BigDecimal.valueOf(80_000_000));
        BigDecimal span = largest.divide(ROWS, 6, RoundingMode.DOWN);
        double base = 0.1 + 0.7 * random(source, -1).nextDouble();
        double jitter = 0.01 * random(source, seed).nextDouble();
        if (span.compareTo(BigDecimal.valueOf(10_000).multiply(column.unit())) < 0) {
            base = 0.1 + 0.8 * random(source, seed).nextDouble();
        }
        BigDecimal within = span.multiply(BigDecimal.valueOf(base + jitter));
        return span.multiply(BigDecimal.valueOf(row)).add(within).setScale(column.scale(), RoundingMode.UP);
    }

    private UUID uuid(String source, int row) {
        var random = random(source, seed);
        return new UUID(random.nextLong() >>> 4 | (long) row << 60, random.nextLong());
    }

    private String text(Column column, String source, int row) {
        if (!column.choices().isEmpty()) {
            return column.choices().get(row % column.choices().size());
        }
        int length = column.max().min(BigDecimal.TEN).intValue();
        var random = random(source, seed);
        boolean isNumber = column.form() == TextForm.DIGITS;
        String end = switch (column.form()) {
            case LETTERS, DIGITS -> "";
            case MAIL -> length > 6 ? "@x.org" : "";
            case MIXED -> length > 2 ? "1!" : "";
        };
        var text = new StringBuilder().append((char) ((isNumber ? '1' : 'A') + row));
        while (text.length() < length - end.length()) {
            text.append((char) (isNumber ? '0' + random.nextInt(10) : 'a' + random.nextInt(26)));
        }
        return text.append(end).toString();
    }

    /** Returns a number beyond all sums of others, below zero or above, as far as the column allows. */
    public BigDecimal extreme(Column column, String source, boolean isHigh) {
        BigDecimal far = column.max().min(EXTREME);
        BigDecimal near =
                far.multiply(BigDecimal.valueOf(1 - 0.01 * random(source, seed).nextDouble()));
        BigDecimal number = near.setScale(column.scale(), RoundingMode.DOWN);
        return isHigh ? number : number.negate();
    }

    /** Returns a value of Java or JDBC in the form in which values are compared: BigDecimal, LocalDateTime, or text. */
    public static Object plain(Object value) {
        return switch (value) {
            case BigDecimal number -> stripped(number);
            case Double number -> stripped(BigDecimal.valueOf(number));
            case Float number -> stripped(BigDecimal.valueOf(number));
            case Number number -> stripped(new BigDecimal(number.toString()));
            case Boolean flag -> flag ? BigDecimal.ONE : BigDecimal.ZERO;
            case Timestamp time -> time.toLocalDateTime();
            case OffsetDateTime time -> time.toLocalDateTime();
            case ZonedDateTime time -> time.toLocalDateTime();
            case Instant time -> Timestamp.from(time).toLocalDateTime();
            case LocalDateTime time -> time;
            case Date date -> date.toLocalDate();
            case LocalDate date -> date;
            default -> String.format(Locale.ROOT, "%s", value).stripTrailing();
        };
    }

    private static BigDecimal stripped(BigDecimal number) {
        return number.signum() == 0 ? BigDecimal.ZERO : number.stripTrailingZeros();
    }
}
