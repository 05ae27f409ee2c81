package moirai.runs.cases;

import java.util.List;
import java.util.stream.Stream;

/**
 * A failure as a value: what is claimed, what proves it, and how often a replay showed it again. Each kind of failure
 * proves its claim by other means; who knows the means explains, shrinks and replays it.
 */
public sealed interface Case permits HistoryCase, ExploredCase, PredictedCase {

    /** Returns what is said to be wrong. */
    Claim claim();

    /** Returns the name by which the failure is recognised when it is found again. */
    Fingerprint fingerprint();

    /** Returns the database on which it was found or last shown, as {@code --db} names it; empty if unknown. */
    String product();

    /** Returns one line for people that says where the failure was found. */
    String foundOn();

    /** Returns whether less would still show the failure. */
    Minimality minimality();

    /** Returns the replays, in the order in which they were made. */
    List<Confirmation> confirmations();

    /** Returns the same case with these confirmations alone. */
    Case confirmed(List<Confirmation> others);

    /**
     * Returns the same case with one more confirmation, which replaces an earlier one of the same control and place.
     */
    default Case replayed(Confirmation confirmation) {
        return confirmed(Stream.concat(
                        confirmations().stream()
                                .filter(other -> other.control() != confirmation.control()
                                        || !other.place().equals(confirmation.place())),
                        Stream.of(confirmation))
                .toList());
    }
}
