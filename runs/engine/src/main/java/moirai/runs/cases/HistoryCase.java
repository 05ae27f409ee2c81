package moirai.runs.cases;

import java.util.List;
import java.util.Optional;
import moirai.history.History;
import moirai.history.RunHeader;

/**
 * A failure that a history shows: the few transactions that prove it, and the run that they come from.
 *
 * @param history the transactions with their observed times, the header and the faults of their run
 * @param minimality whether fewer transactions would suffice, as the shrinking reported
 * @param confirmations replays, in the order in which they were made
 */
public record HistoryCase(
        Claim.OfHistory claim, History history, Origin origin, Minimality minimality, List<Confirmation> confirmations)
        implements Case {

    public HistoryCase {
        confirmations = List.copyOf(confirmations);
    }

    /** Creates a case of which it is unknown whether it is minimal. */
    public HistoryCase(Claim.OfHistory claim, History history, Origin origin, List<Confirmation> confirmations) {
        this(claim, history, origin, Minimality.UNKNOWN, confirmations);
    }

    /** Returns the header of the run: seed, workload, levels, database. */
    public RunHeader header() {
        return history.header();
    }

    /** Returns the fingerprint by which the case is recognised when it is found again. Checks the history. */
    @Override
    public Fingerprint fingerprint() {
        return Fingerprint.of(this);
    }

    @Override
    public String product() {
        return origin.product();
    }

    @Override
    public String foundOn() {
        if (header().database().isEmpty()) {
            return "a database that the history does not name";
        }
        return header().database() + ", asked for " + header().isolation();
    }

    @Override
    public HistoryCase confirmed(List<Confirmation> others) {
        return new HistoryCase(claim, history, origin, minimality, others);
    }

    /**
     * Returns the order of the latest replay that showed the case under exact control; otherwise the observed order.
     */
    public StatementOrder order() {
        return confirmedOrder().orElseGet(() -> StatementOrder.observed(history));
    }

    /**
     * Returns the order of the latest replay that showed the case under exact control, which may be the observed one;
     * empty if there was none.
     */
    public Optional<StatementOrder> confirmedOrder() {
        return confirmations.reversed().stream()
                .filter(confirmation -> confirmation.shown() > 0)
                .map(Confirmation::order)
                .filter(order -> order.isOf(history) && !order.isFree())
                .findFirst();
    }
}
