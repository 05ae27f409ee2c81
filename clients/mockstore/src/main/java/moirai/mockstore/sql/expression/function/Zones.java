package moirai.mockstore.sql.expression.function;

import static moirai.mockstore.sql.types.SqlType.INTERVAL;
import static moirai.mockstore.sql.types.SqlType.TEXT;
import static moirai.mockstore.sql.types.SqlType.TIMESTAMP;
import static moirai.mockstore.sql.types.SqlType.TIMESTAMPTZ;

import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import moirai.mockstore.sql.time.InfiniteTimes;
import moirai.mockstore.sql.time.SessionZone;

/** The function {@code timezone}, which {@code AT TIME ZONE} stands for. */
final class Zones {

    private Zones() {}

    static void define(Functions functions) {
        functions.add("timezone", TIMESTAMP, TEXT, TIMESTAMPTZ, (String zone, OffsetDateTime time) -> {
            ZoneId named = SessionZone.named(zone);
            return InfiniteTimes.is(time)
                    ? time.toLocalDateTime()
                    : time.atZoneSameInstant(named).toLocalDateTime();
        });
        functions.add(
                "timezone",
                TIMESTAMPTZ,
                TEXT,
                TIMESTAMP,
                (String zone, LocalDateTime time) -> SessionZone.moment(time, SessionZone.named(zone)));
        functions.add("timezone", TIMESTAMP, Functions.refusing("a time zone as an interval"), INTERVAL, TIMESTAMPTZ);
        functions.add("timezone", TIMESTAMPTZ, Functions.refusing("a time zone as an interval"), INTERVAL, TIMESTAMP);
    }
}
