package moirai.runs.cases;

import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import moirai.analysis.Checker;
import moirai.analysis.Findings;
import moirai.analysis.durability.Durability;
import moirai.analysis.shrinking.HistoryShrinker;
import moirai.analysis.shrinking.Shrunk;
import moirai.history.History;
import moirai.history.level.IsolationLevel;

/**
 * The cases that a history shows and that its level forbids, each shrunk to the few transactions that suffice.
 * Witnesses that shrink to the same fingerprint are one case. Distilling is deterministic and executes nothing.
 *
 * @param cases each fingerprint once, in the order of the findings; of each phenomenon the smallest first
 * @param skipped the number of witnesses that were not examined because the budget was spent
 */
public record Distillation(List<Distilled> cases, int skipped) {

    /**
     * The maximal number of witnesses that are examined. Further witnesses hardly ever show anything new, because they
     * belong to a few phenomena.
     */
    static final int WITNESSES_MAX = 40;

    /** The maximal number of lost writes that are examined, since they all look alike. */
    private static final int LOST_MAX = 3;

    /**
     * A case and the result of the shrinking that made it.
     *
     * @param name the name for people
     */
    public record Distilled(String name, HistoryCase found, Shrunk shrunk) {}

    public Distillation {
        cases = List.copyOf(cases);
    }

    /**
     * The source of the transactions that are distilled.
     *
     * @param whole the history
     * @param isCase whether the history is that of a case, whose transactions have the origin's numbers
     */
    public record Source(History whole, Origin origin, boolean isCase) {

        /**
         * Creates the source for the history of a run, or for a history from elsewhere.
         *
         * @param argv the command that recorded it, without secrets; empty if unknown
         */
        public Source(History whole, List<String> argv) {
            this(whole, Origin.of(whole.header(), argv, whole.txnCount(), List.of()), false);
        }

        /** Returns the source for a case that is to be shrunk once more. */
        public static Source of(HistoryCase found) {
            return new Source(found.history(), found.origin(), true);
        }

        private Origin origin(List<Integer> txns) {
            List<Integer> called = isCase ? origin.txns() : txns;
            return origin.part(
                    isCase && !called.isEmpty() ? txns.stream().map(called::get).toList() : called);
        }
    }

    /**
     * Returns the cases of all findings on a history that a level forbids, and of all lost writes. The search ends
     * after {@value #WITNESSES_MAX} witnesses, or when their parts have had as many ops as {@link
     * HistoryShrinker#OPS_DEFAULT}.
     *
     * @param checker the checker that made the findings
     */
    public static Distillation of(Source source, Findings findings, IsolationLevel level, Checker checker) {
        List<Suspicion> all = Stream.concat(
                        findings.forbiddenAt(level).stream().map(anomaly -> Suspicion.of(anomaly, level, checker)),
                        Durability.of(source.whole()).lost().stream()
                                .limit(LOST_MAX)
                                .map(lost -> Suspicion.of(lost, source.whole())))
                .toList();
        Map<Fingerprint, Distilled> cases = new LinkedHashMap<>();
        long left = HistoryShrinker.OPS_DEFAULT;
        int tried = 0;
        while (tried < Math.min(WITNESSES_MAX, all.size()) && left > 0) {
            Optional<Distilled> distilled = of(source, all.get(tried), left);
            left -= distilled.map(found -> found.shrunk().spent()).orElse((long)
                    source.whole().opCount());
            distilled.ifPresent(found -> cases.putIfAbsent(found.found().fingerprint(), found));
            tried++;
        }
        return new Distillation(smallestFirst(List.copyOf(cases.values())), all.size() - tried);
    }

    /** Returns the cases grouped by claim, within each claim the easiest to read first. */
    private static List<Distilled> smallestFirst(List<Distilled> cases) {
        List<String> claims = cases.stream()
                .map(one -> one.found().claim().label())
                .distinct()
                .toList();
        return cases.stream()
                .sorted(Comparator.<Distilled>comparingInt(
                                one -> claims.indexOf(one.found().claim().label()))
                        .thenComparingInt(one -> one.found().history().txnCount())
                        .thenComparingInt(one -> one.found().history().opCount()))
                .toList();
    }

    /**
     * Returns the case of one suspicion; empty if the history does not show it, or if only the checker that suspects it
     * sees it.
     *
     * @param budget the number of ops that the parts may have, all together
     */
    public static Optional<Distilled> of(Source source, Suspicion suspicion, long budget) {
        return HistoryShrinker.shrink(source.whole(), suspicion.symptom(), suspicion.witness(), budget)
                .filter(shrunk -> suspicion.claim().isShownIn(shrunk.history()))
                .map(shrunk -> new Distilled(suspicion.name(), found(source, suspicion.claim(), shrunk), shrunk));
    }

    private static HistoryCase found(Source source, Claim.OfHistory claim, Shrunk shrunk) {
        return new HistoryCase(
                claim, shrunk.history(), source.origin(shrunk.txns()), Minimality.of(shrunk.isMinimal()), List.of());
    }
}
