package moirai.runs.interim;

/**
 * The anomalies of one shape that were found.
 *
 * @param shape the fingerprint, as in the report
 * @param phenomenon the label of the phenomenon, or that of lost appends
 * @param name the phenomenon's everyday name
 * @param isForbidden whether the expected level forbids one of them, or durability does
 * @param count how many there are
 * @param times when the first and the last of them were complete
 */
public record AnomalyKind(String shape, String phenomenon, String name, boolean isForbidden, long count, Times times) {

    /** Two times on the run's clock. */
    public record Times(long firstNanos, long lastNanos) {}
}
