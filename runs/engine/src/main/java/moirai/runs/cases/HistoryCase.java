package moirai.runs.cases;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import moirai.history.History;
import moirai.history.RunHeader;

/**
 * A failure that a history shows: the few transactions that prove it, and the run that they come from.
 *
 * @param history the transactions with their observed times, the header and the faults of their run
 * @param minimality whether fewer would do, as whoever shrunk them said
 * @param confirmations replays, in the order in which they were made
 */
public record HistoryCase(
        Claim.OfHistory claim, History history, Origin origin, Minimality minimality, List<Confirmation> confirmations)
        implements Case {

    public HistoryCase {
        confirmations = List.copyOf(confirmations);
    }

    /** One of which nobody said whether it is minimal. */
    public HistoryCase(Claim.OfHistory claim, History history, Origin origin, List<Confirmation> confirmations) {
        this(claim, history, origin, Minimality.UNKNOWN, confirmations);
    }

    /** What the run said of itself: seed, workload, levels, database. */
    public RunHeader header() {
        return history.header();
    }

    /** Returns the name by which it is recognised when it is found again. Judges the history. */
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
        return header().database() + ", asked for " + header().isolation();
    }

    /** The same case, once more confirmed. */
    public HistoryCase with(Confirmation confirmation) {
        return confirmed(
                Stream.concat(confirmations.stream(), Stream.of(confirmation)).toList());
    }

    @Override
    public HistoryCase confirmed(List<Confirmation> others) {
        return new HistoryCase(claim, history, origin, minimality, others);
    }

    /** The order of the latest replay that showed it under exact control; else the one that was observed. */
    public StatementOrder order() {
        return confirmedOrder().orElseGet(() -> StatementOrder.observed(history));
    }

    /** The order of the latest replay that showed it under exact control, which may be the observed one. */
    public Optional<StatementOrder> confirmedOrder() {
        return confirmations.reversed().stream()
                .filter(confirmation -> confirmation.shown() > 0)
                .map(Confirmation::order)
                .filter(order -> order.isOf(history) && !order.isFree())
                .findFirst();
    }
}
