package moirai.runs.consent;

import java.time.Instant;
import java.util.List;

/**
 * What a user has allowed, and for how long the database is needed.
 *
 * @param owner who asks
 * @param names names of hosts, databases and users that are no production, whatever they look like
 * @param allowsSuperuser whether we may be there as a user who may do everything
 * @param sharesDatabase whether tables of others may be there
 * @param begin now
 * @param end when the work will have ended
 */
public record Terms(
        String owner, List<String> names, boolean allowsSuperuser, boolean sharesDatabase, Instant begin, Instant end) {

    public Terms {
        names = List.copyOf(names);
    }
}
