package moirai.mockstore.sql.time;

import java.time.DateTimeException;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.Locale;
import java.util.Map;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import moirai.mockstore.StoreException;

/** The time zone of the session for which a thread works: that in which a moment has a date and a time of day. */
public final class SessionZone {

    private static final ThreadLocal<ZoneId> CURRENT = ThreadLocal.withInitial(() -> ZoneOffset.UTC);

    /** The zones of a place, by their names in lower case. Without a slash most names are abbreviations. */
    private static final Map<String, ZoneId> PLACES = ZoneId.getAvailableZoneIds().stream()
            .filter(name -> name.contains("/") && !name.startsWith("SystemV/"))
            .collect(Collectors.toMap(name -> name.toLowerCase(Locale.ROOT), ZoneId::of, (one, same) -> one));

    private static final Map<String, ZoneId> ALL = ZoneId.getAvailableZoneIds().stream()
            .collect(Collectors.toMap(name -> name.toLowerCase(Locale.ROOT), ZoneId::of, (one, same) -> one));

    /** An abbreviation or an offset, which PostgreSQL reads by rules of its own. */
    private static final Pattern ABBREVIATION = Pattern.compile("[A-Za-z]{1,5}|.*\\d.*");

    private static final Pattern OFFSET = Pattern.compile("UTC[-+]\\d\\d:\\d\\d");

    private SessionZone() {}

    /**
     * Returns the zone of a name.
     *
     * @throws StoreException if there is none (SQLSTATE 22023), or only PostgreSQL knows it (0A000)
     */
    public static ZoneId named(String name) {
        String lower = name.toLowerCase(Locale.ROOT);
        if (lower.equals("utc") || lower.equals("gmt")) {
            return ZoneOffset.UTC;
        }
        ZoneId place = PLACES.get(lower);
        if (place != null) {
            return lower.equals("etc/utc") || lower.equals("etc/gmt") ? ZoneOffset.UTC : place;
        }
        if (ABBREVIATION.matcher(name).matches()) {
            throw new StoreException(
                    "0A000", "the time zone '" + name + "', which is no place such as Europe/Paris, is not supported");
        }
        throw new StoreException("22023", "time zone \"" + name + "\" not recognized");
    }

    /** Returns the value of a setting for a zone that is an offset, such as {@code +02:00}. */
    public static String offset(String written) {
        try {
            ZoneOffset offset = ZoneOffset.of(written);
            return "UTC" + (offset.equals(ZoneOffset.UTC) ? "" : offset.getId());
        } catch (DateTimeException notOne) {
            throw new StoreException("22023", "\"" + written + "\" is no offset; accepted are such as +02:00");
        }
    }

    /**
     * Returns the zone that a setting names, where an abbreviation cannot be meant; exceptions are those of {@link
     * #named}.
     */
    public static ZoneId ofSetting(String name) {
        if (OFFSET.matcher(name).matches()) {
            return ZoneOffset.of(name.substring("UTC".length()));
        }
        ZoneId known = ALL.get(name.toLowerCase(Locale.ROOT));
        return known == null || known.getId().contains("/") ? named(name) : known.normalized();
    }

    /** Returns the name that a zone has in PostgreSQL, for which an offset counts from there to UTC. */
    public static String posix(ZoneId zone) {
        if (!(zone instanceof ZoneOffset offset)) {
            return zone.getId();
        }
        String back = ZoneOffset.ofTotalSeconds(-offset.getTotalSeconds()).getId();
        return offset.equals(ZoneOffset.UTC) ? "UTC" : "<" + offset.getId() + ">" + back;
    }

    /** Returns the zone of this thread; UTC outside of {@link #in}. */
    public static ZoneId current() {
        return CURRENT.get();
    }

    /** Does something for a session with a zone. */
    public static <T> T in(ZoneId zone, Supplier<T> work) {
        ZoneId before = CURRENT.get();
        if (before.equals(zone)) {
            return work.get();
        }
        CURRENT.set(zone);
        try {
            return work.get();
        } finally {
            CURRENT.set(before);
        }
    }

    /** Returns the date and time of day that a moment has. */
    public static LocalDateTime local(OffsetDateTime moment) {
        return InfiniteTimes.is(moment)
                ? moment.toLocalDateTime()
                : moment.atZoneSameInstant(current()).toLocalDateTime();
    }

    /** Returns the moment of a date and time of day, in UTC. */
    public static OffsetDateTime moment(LocalDateTime time) {
        return moment(time, current());
    }

    /** A time that comes twice when clocks are put back means the second; one that never comes counts from before. */
    public static OffsetDateTime moment(LocalDateTime time, ZoneId zone) {
        if (InfiniteTimes.is(time)) {
            return time.atOffset(ZoneOffset.UTC);
        }
        return time.atZone(zone).withLaterOffsetAtOverlap().toOffsetDateTime().withOffsetSameInstant(ZoneOffset.UTC);
    }
}
