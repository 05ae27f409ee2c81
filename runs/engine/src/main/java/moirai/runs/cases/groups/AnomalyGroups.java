package moirai.runs.cases.groups;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Stream;
import moirai.directed.causes.AnomalyKind;
import moirai.directed.causes.Cause;
import moirai.directed.causes.CauseFinder;
import moirai.reenactment.Evidence;
import moirai.runs.cases.PredictedCase;
import moirai.runs.cases.PredictedCases;

/**
 * The groups of an analysis, in the order in which they matter: at first those that lose an update or leave wrong rows,
 * then by kind and by the number of anomalies.
 */
public record AnomalyGroups(List<AnomalyGroup> groups) {

    private static final Comparator<AnomalyGroup.Member> SMALLEST = Comparator.comparing(AnomalyGroup.Member::kind)
            .thenComparing(AnomalyGroup.Member::evidence)
            .thenComparing(member -> !member.anomaly().isInternal())
            .thenComparingInt(member -> member.anomaly().scenario().turns().size())
            .thenComparingInt(member -> member.anomaly().scenario().rows().size())
            .thenComparingInt(AnomalyGroup.Member::number);

    private static final Comparator<AnomalyGroup> GRAVEST = Comparator.comparing(
                    (AnomalyGroup group) -> !group.isHarmful())
            .thenComparing(AnomalyGroup::kind)
            .thenComparing(group -> group.smallest().evidence())
            .thenComparingInt(group -> -group.members().size())
            .thenComparing(group -> group.numbers().getFirst());

    public AnomalyGroups {
        groups = List.copyOf(groups);
    }

    /** Groups the anomalies of an analysis. Cost: an execution of each, and its serial orders. */
    public static AnomalyGroups of(PredictedCases analysis) {
        Map<Cause, List<AnomalyGroup.Member>> byCause = new LinkedHashMap<>();
        int number = 0;
        for (PredictedCase found : analysis.cases()) {
            number++;
            CauseFinder.Found cause =
                    new CauseFinder(found.program(), found.bounds().loopMax()).cause(found.anomaly());
            Evidence evidence = found.directed().evidence();
            byCause.computeIfAbsent(cause.cause(), key -> new ArrayList<>())
                    .add(new AnomalyGroup.Member(number, found.anomaly(), cause.kind(), cause.hop(), evidence));
        }
        return new AnomalyGroups(byCause.entrySet().stream()
                .map(entry -> group(analysis, entry.getKey(), entry.getValue()))
                .sorted(GRAVEST)
                .toList());
    }

    private static AnomalyGroup group(PredictedCases analysis, Cause cause, List<AnomalyGroup.Member> members) {
        AnomalyGroup.Member smallest = members.stream().min(SMALLEST).orElseThrow();
        AnomalyKind kind = smallest.kind();
        PredictedCase shown = analysis.cases().get(smallest.number() - 1);
        return new AnomalyGroup(
                cause,
                GroupFingerprint.of(shown.program(), shown.bounds().loopMax(), cause),
                kind,
                Stream.concat(
                                Stream.of(smallest),
                                members.stream().filter(member -> member.number() != smallest.number()))
                        .toList(),
                List.of());
    }

    /** Returns the same groups, each with these repairs in words. */
    public AnomalyGroups repaired(Function<AnomalyGroup, List<String>> repairs) {
        return new AnomalyGroups(
                groups.stream().map(group -> group.with(repairs.apply(group))).toList());
    }

    /** Returns the number of the group, from 1, of an anomaly with its number in the analysis. */
    public int groupOf(int anomaly) {
        for (int i = 0; i < groups.size(); i++) {
            if (groups.get(i).numbers().contains(anomaly)) {
                return i + 1;
            }
        }
        throw new IllegalArgumentException("no anomaly " + anomaly + " in these groups");
    }
}
