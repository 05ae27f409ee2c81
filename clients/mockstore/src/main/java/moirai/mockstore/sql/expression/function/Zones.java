package moirai.mockstore.sql.expression.function;

import static moirai.mockstore.sql.types.SqlType.INTERVAL;
import static moirai.mockstore.sql.types.SqlType.TEXT;
import static moirai.mockstore.sql.types.SqlType.TIMESTAMP;
import static moirai.mockstore.sql.types.SqlType.TIMESTAMPTZ;

import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import moirai.mockstore.StoreException;
import moirai.mockstore.sql.types.TypeErrors;

/** The function {@code timezone}, which {@code AT TIME ZONE} stands for. */
final class Zones {

    /** The zones of a place, by their names in lower case. Without a slash most names are abbreviations. */
    private static final Map<String, ZoneId> PLACES = ZoneId.getAvailableZoneIds().stream()
            .filter(name -> name.contains("/") && !name.startsWith("SystemV/"))
            .collect(Collectors.toMap(name -> name.toLowerCase(Locale.ROOT), ZoneId::of, (one, same) -> one));

    /** An abbreviation or an offset, which PostgreSQL reads by rules of its own. */
    private static final Pattern ABBREVIATION = Pattern.compile("[A-Za-z]{1,5}|.*\\d.*");

    private Zones() {}

    static void define(Functions functions) {
        functions.add(
                "timezone",
                TIMESTAMP,
                TEXT,
                TIMESTAMPTZ,
                (String zone, OffsetDateTime time) ->
                        time.atZoneSameInstant(zone(zone)).toLocalDateTime());
        functions.add(
                "timezone",
                TIMESTAMPTZ,
                TEXT,
                TIMESTAMP,
                (String zone, LocalDateTime time) -> moment(time, zone(zone)));
        functions.add("timezone", TIMESTAMP, Functions.refusing("a time zone as an interval"), INTERVAL, TIMESTAMPTZ);
        functions.add("timezone", TIMESTAMPTZ, Functions.refusing("a time zone as an interval"), INTERVAL, TIMESTAMP);
    }

    /** A time that comes twice when clocks are put back means the second; one that never comes counts from before. */
    private static OffsetDateTime moment(LocalDateTime time, ZoneId zone) {
        return time.atZone(zone).withLaterOffsetAtOverlap().toOffsetDateTime().withOffsetSameInstant(ZoneOffset.UTC);
    }

    private static ZoneId zone(String name) {
        String lower = name.toLowerCase(Locale.ROOT);
        if (lower.equals("utc") || lower.equals("gmt")) {
            return ZoneOffset.UTC;
        }
        ZoneId place = PLACES.get(lower);
        if (place != null) {
            return place;
        }
        if (ABBREVIATION.matcher(name).matches()) {
            throw TypeErrors.unsupported("the time zone '" + name + "', which is no place such as Europe/Paris,");
        }
        throw new StoreException("22023", "time zone \"" + name + "\" not recognized");
    }
}
