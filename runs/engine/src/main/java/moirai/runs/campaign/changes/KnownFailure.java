package moirai.runs.campaign.changes;

import java.time.LocalDate;
import moirai.runs.store.StoredShape;

/**
 * A failure that does not fail a night, or a run, until a date.
 *
 * @param fingerprint the shape of the anomaly, in which {@code *} stands for anything: {@code *-G2-item-*}
 * @param place where it is known, in which {@code *} stands for anything: the name of a cell of a campaign, empty for
 *     every cell; of a run the database's product and version
 * @param reason why it is accepted
 * @param link where it is reported; empty if nowhere
 * @param owner who looks after it
 * @param until the last day on which it is accepted
 */
public record KnownFailure(
        String fingerprint, String place, String reason, String link, String owner, LocalDate until) {

    private static final char ANYTHING = '*';

    /**
     * Returns whether this is about a shape of anomaly that was found somewhere.
     *
     * @param where the name of a cell, or a database with its version
     */
    public boolean isAbout(String where, StoredShape shape) {
        return matches(fingerprint, shape.fingerprint()) && (place.isEmpty() || matches(place, where));
    }

    private static boolean matches(String pattern, String text) {
        int star = pattern.indexOf(ANYTHING);
        if (star < 0) {
            return pattern.equals(text);
        }
        String rest = pattern.substring(star + 1);
        if (!text.startsWith(pattern.substring(0, star))) {
            return false;
        }
        for (int from = star; from <= text.length(); from++) {
            if (matches(rest, text.substring(from))) {
                return true;
            }
        }
        return false;
    }

    /** Returns whether it is not accepted any more on a day. */
    public boolean isExpiredOn(LocalDate day) {
        return day.isAfter(until);
    }
}
