package moirai.runs.cases;

import java.util.List;
import java.util.stream.Stream;

/**
 * A failure as a value: the claim, its proof, and how often a replay showed it again. Each kind of failure has its own
 * kind of proof, and so its own explanation, shrinking and replay.
 */
public sealed interface Case permits HistoryCase, ExploredCase, PredictedCase {

    /** Returns the claim: a description of the error. */
    Claim claim();

    /** Returns the name by which the failure is recognised when it is found again. */
    Fingerprint fingerprint();

    /**
     * Returns the database on which the failure was found or last shown, as {@code --db} names it; empty if unknown.
     */
    String product();

    /** Returns one line for people that says where the failure was found. */
    String foundOn();

    /** Returns whether a smaller case would still show the failure. */
    Minimality minimality();

    /** Returns the replays, in the order in which they were made. */
    List<Confirmation> confirmations();

    /** Returns the same case with only these confirmations. */
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
