package moirai.runs.measures;

import java.util.List;
import java.util.Optional;

/**
 * The outcome of the terms of a run.
 *
 * @param required the figures that were required, as they were written
 * @param missed the figures that were required and not reached, or not known, each with what was measured
 * @param accepted why each violation is accepted; empty if one is not, or if there is none
 * @param remarks sentences about terms that have no effect, such as an acceptance that is over
 */
public record KeptTerms(List<String> required, List<String> missed, List<String> accepted, List<String> remarks) {

    /** Nothing was asked for. */
    public static final KeptTerms NONE = new KeptTerms(List.of(), List.of(), List.of(), List.of());

    public KeptTerms {
        required = List.copyOf(required);
        missed = List.copyOf(missed);
        accepted = List.copyOf(accepted);
        remarks = List.copyOf(remarks);
    }

    /** Returns why a required figure was missed; empty if it was reached. */
    public Optional<String> whyMissed(String figure) {
        return missed.stream().filter(why -> why.startsWith(figure + " (")).findFirst();
    }

    /** Returns whether every violation of the run is a known one that its user accepts. */
    public boolean acceptsAll() {
        return !accepted.isEmpty();
    }
}
