package moirai.runs.logs;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The times in the lines of a server's log, as nanoseconds since a run began.
 *
 * @param started when the run began
 * @param zone that of servers that name none: they run on this machine, with its clock
 */
record LogTimes(Instant started, ZoneId zone) {

    /**
     * PostgreSQL, MariaDB, Cassandra, Patroni and etcd write their times so; some after a word or a quote. MariaDB has
     * a space in the place of an hour's leading zero.
     */
    private static final Pattern TIME = Pattern.compile(
            "^.{0,40}?(\\d{4}-\\d\\d-\\d\\d)[T ]([ \\d]\\d:\\d\\d:\\d\\d)(?:[.,](\\d{1,9}))?(Z| UTC| GMT)?");

    /** Returns the time of a line; empty if it has none, and so belongs to the line before it. */
    OptionalLong nanos(String line) {
        Matcher found = TIME.matcher(line);
        if (!found.find()) {
            return OptionalLong.empty();
        }
        try {
            String fraction = found.group(3) == null ? "" : "." + found.group(3);
            var local =
                    LocalDateTime.parse(found.group(1) + "T" + found.group(2).replace(' ', '0') + fraction);
            Instant instant =
                    local.atZone(found.group(4) == null ? zone : ZoneOffset.UTC).toInstant();
            return OptionalLong.of(Duration.between(started, instant).toNanos());
        } catch (DateTimeException | ArithmeticException noTime) {
            return OptionalLong.empty();
        }
    }
}
