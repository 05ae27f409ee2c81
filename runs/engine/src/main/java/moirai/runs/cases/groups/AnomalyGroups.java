package moirai.runs.cases.groups;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Stream;
import moirai.directed.causes.AnomalyKind;
import moirai.directed.causes.Cause;
import moirai.directed.causes.CauseFinder;
import moirai.directed.encoding.Scenario;
import moirai.directed.execution.Execution;
import moirai.directed.search.Anomaly;
import moirai.reenactment.DirectedCase;
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

    /** An executed scenario, and how it can be told from serial executions. */
    private record Executed(Execution execution, Evidence evidence) {

        static Executed of(PredictedCase found) {
            DirectedCase directed = found.directed();
            return new Executed(directed.predicted(), directed.evidence());
        }
    }

    /** An anomaly with its cause. */
    private record Explained(Cause cause, AnomalyGroup.Member member) {}

    /** Groups the anomalies of an analysis. Cost: each scenario is executed once, and its serial orders. */
    public static AnomalyGroups of(PredictedCases analysis) {
        return grouped(analysis, new IdentityHashMap<>());
    }

    /** Groups the anomalies of an analysis in which some have other executions than in these groups. */
    public AnomalyGroups again(PredictedCases analysis) {
        var known = new IdentityHashMap<Anomaly, Explained>();
        groups.forEach(group ->
                group.members().forEach(member -> known.put(member.anomaly(), new Explained(group.cause(), member))));
        return grouped(analysis, known);
    }

    private static AnomalyGroups grouped(PredictedCases analysis, IdentityHashMap<Anomaly, Explained> known) {
        Map<Cause, List<AnomalyGroup.Member>> byCause = new LinkedHashMap<>();
        var scenarios = new IdentityHashMap<Scenario, Executed>();
        int number = 0;
        for (PredictedCase found : analysis.cases()) {
            number++;
            Explained explained = known.get(found.anomaly());
            if (explained == null) {
                Executed executed =
                        scenarios.computeIfAbsent(found.anomaly().scenario(), scenario -> Executed.of(found));
                CauseFinder.Found cause = cause(found, executed);
                explained = new Explained(cause.cause(), member(number, found, cause, executed));
            }
            byCause.computeIfAbsent(explained.cause(), key -> new ArrayList<>())
                    .add(explained.member().as(number));
        }
        return new AnomalyGroups(byCause.entrySet().stream()
                .map(entry -> group(analysis, entry.getKey(), entry.getValue()))
                .sorted(GRAVEST)
                .toList());
    }

    private static CauseFinder.Found cause(PredictedCase found, Executed executed) {
        return new CauseFinder(found.program(), found.bounds().loopMax()).cause(found.anomaly(), executed.execution());
    }

    private static AnomalyGroup.Member member(
            int number, PredictedCase found, CauseFinder.Found cause, Executed executed) {
        return new AnomalyGroup.Member(number, found.anomaly(), cause.kind(), cause.hop(), executed.evidence());
    }

    /**
     * Returns whether a member of a group may come with another execution: it is of the same cause, its kind is as
     * grave, it is told from serial executions as well as before, and it is no larger.
     */
    public static boolean isShownAs(Cause cause, AnomalyGroup.Member member, PredictedCase other) {
        Executed executed = Executed.of(other);
        CauseFinder.Found found = cause(other, executed);
        return found.cause().equals(cause)
                && SMALLEST.compare(member(member.number(), other, found, executed), member) <= 0;
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
