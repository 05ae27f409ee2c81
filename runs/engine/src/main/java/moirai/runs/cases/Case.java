package moirai.runs.cases;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import moirai.history.History;
import moirai.history.RunHeader;

/**
 * One failure: what is claimed, the few transactions that prove it, where they come from, and how often they were
 * shown again.
 *
 * @param history the transactions with their observed times, the header and the faults of their run
 * @param minimality whether fewer would do, as whoever shrunk them said
 * @param confirmations replays, in the order in which they were made
 */
public record Case(
        Claim claim, History history, Origin origin, Minimality minimality, List<Confirmation> confirmations) {

    public Case {
        confirmations = List.copyOf(confirmations);
    }

    /** One of which nobody said whether it is minimal. */
    public Case(Claim claim, History history, Origin origin, List<Confirmation> confirmations) {
        this(claim, history, origin, Minimality.UNKNOWN, confirmations);
    }

    /** What the run said of itself: seed, workload, levels, database. */
    public RunHeader header() {
        return history.header();
    }

    /** By what it is recognised when it is found again. Judges the history. */
    public Fingerprint fingerprint() {
        return Fingerprint.of(this);
    }

    /** The same case, once more confirmed. */
    public Case with(Confirmation confirmation) {
        return confirmed(
                Stream.concat(confirmations.stream(), Stream.of(confirmation)).toList());
    }

    /** The same case with these confirmations alone. */
    public Case confirmed(List<Confirmation> others) {
        return new Case(claim, history, origin, minimality, others);
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
