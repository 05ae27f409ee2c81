package moirai.reenactment;

import java.util.List;
import moirai.directed.encoding.Bounds;
import moirai.directed.examples.Payment;
import moirai.directed.examples.TextbookAnomaly;
import moirai.directed.levels.Promises;
import moirai.directed.search.AnomalySearch;
import moirai.directed.search.Levels;

/** The textbook's anomalies as cases. */
public final class Cases {

    private static final Bounds BOUNDS = new Bounds(4, 8, 2, 3, 1);

    private Cases() {}

    /** All variants of an anomaly at a level; empty if the level has none. */
    public static List<DirectedCase> of(TextbookAnomaly anomaly, Promises level) {
        return new AnomalySearch(anomaly.program(), Levels.all(level), BOUNDS)
                .find(anomaly.ring()).anomalies().stream()
                        .map(found -> new DirectedCase(anomaly.program(), BOUNDS.loopMax(), found))
                        .toList();
    }

    /** Returns TPC-C's lost payment as a case. */
    public static DirectedCase lostPayment() {
        return new DirectedCase(Payment.program(), 1, Payment.lostUpdate());
    }
}
