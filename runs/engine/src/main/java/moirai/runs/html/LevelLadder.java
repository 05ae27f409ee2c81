package moirai.runs.html;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import moirai.analysis.Findings;
import moirai.history.level.IsolationLevel;
import moirai.history.level.Phenomenon;
import moirai.runs.products.Promise;

/** The list of all levels with their states: holds, broken and by what, or unknown. */
final class LevelLadder {

    /** The levels that most people know, weakest first; the others are shown on demand. */
    private static final Set<IsolationLevel> COMMON = EnumSet.of(
            IsolationLevel.READ_UNCOMMITTED,
            IsolationLevel.READ_COMMITTED,
            IsolationLevel.MONOTONIC_ATOMIC_VIEW,
            IsolationLevel.READ_ATOMIC,
            IsolationLevel.CAUSAL,
            IsolationLevel.REPEATABLE_READ,
            IsolationLevel.SNAPSHOT_ISOLATION,
            IsolationLevel.SERIALIZABLE,
            IsolationLevel.STRICT_SERIALIZABLE);

    private LevelLadder() {}

    /**
     * A level.
     *
     * @param state {@code holds}, {@code broken} or {@code unknown}
     * @param by the phenomena that were found and that it forbids
     */
    record Rung(String level, String state, List<String> by, boolean common, boolean expected, boolean promised) {}

    /** Returns all levels, the weakest first. Costs O(levels × anomalies). */
    static List<Rung> of(ReportSource source) {
        Findings findings = source.judgement().findings();
        Set<IsolationLevel> broken = new HashSet<>(findings.weakestBroken());
        broken.addAll(findings.alsoBroken());
        Optional<IsolationLevel> promise =
                Promise.of(source.header().database(), source.header().isolation());
        var rungs = new ArrayList<Rung>();
        for (IsolationLevel level : weakestFirst()) {
            boolean isExpected = level == source.judgement().expect();
            boolean isPromised = promise.filter(level::equals).isPresent();
            rungs.add(new Rung(
                    level.label(),
                    broken.contains(level) ? "broken" : findings.holds(level) ? "holds" : "unknown",
                    by(findings, level),
                    COMMON.contains(level) || isExpected || isPromised,
                    isExpected,
                    isPromised));
        }
        return rungs;
    }

    /** Returns the levels with the weakest first. A level implies more levels than each of those that it implies. */
    private static List<IsolationLevel> weakestFirst() {
        return Stream.of(IsolationLevel.values())
                .sorted(Comparator.comparingLong(level -> Stream.of(IsolationLevel.values())
                        .filter(level::implies)
                        .count()))
                .toList();
    }

    private static List<String> by(Findings findings, IsolationLevel level) {
        var phenomena = EnumSet.noneOf(Phenomenon.class);
        findings.forbiddenAt(level).forEach(anomaly -> phenomena.add(anomaly.phenomenon()));
        return phenomena.stream().map(Phenomenon::label).toList();
    }
}
