package moirai.runs.html;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
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
     * Returns {@code level, state (holds, broken, unknown), by, common, expected, promised} of each level. Costs
     * O(levels × anomalies).
     */
    static List<Map<String, Object>> of(ReportSource source) {
        Findings findings = source.judgement().findings();
        Set<IsolationLevel> broken = new HashSet<>(findings.weakestBroken());
        broken.addAll(findings.alsoBroken());
        Optional<IsolationLevel> promise =
                Promise.of(source.header().database(), source.header().isolation());
        var rungs = new ArrayList<Map<String, Object>>();
        for (IsolationLevel level : weakestFirst()) {
            var rung = new LinkedHashMap<String, Object>();
            boolean isExpected = level == source.judgement().expect();
            boolean isPromised = promise.filter(level::equals).isPresent();
            rung.put("level", level.label());
            rung.put("state", broken.contains(level) ? "broken" : findings.holds(level) ? "holds" : "unknown");
            rung.put("by", by(findings, level));
            rung.put("common", COMMON.contains(level) || isExpected || isPromised);
            rung.put("expected", isExpected);
            rung.put("promised", isPromised);
            rungs.add(rung);
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
