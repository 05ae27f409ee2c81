package moirai.runs.consent;

import java.time.Instant;
import java.util.List;

/**
 * The conditions that a user has allowed, and the time for which the database is needed.
 *
 * @param owner the owner that a mark would name
 * @param names names of hosts, databases and users that are not production, whatever they look like
 * @param allowsSuperuser whether Moirai may connect as a superuser
 * @param sharesDatabase whether tables of others may be in the database
 * @param begin the present time
 * @param end the time at which the work will have ended
 */
public record Terms(
        String owner, List<String> names, boolean allowsSuperuser, boolean sharesDatabase, Instant begin, Instant end) {

    public Terms {
        names = List.copyOf(names);
    }
}
