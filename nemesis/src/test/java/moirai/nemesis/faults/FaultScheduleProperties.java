package moirai.nemesis.faults;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import moirai.history.Seed;
import moirai.nemesis.network.Way;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.NotEmpty;

class FaultScheduleProperties {

    private static final Duration END = Duration.ofMinutes(5);

    @Property(tries = 100)
    void theSameSeedGivesTheSameSchedule(
            @ForAll long seed, @ForAll @NotEmpty Set<FaultKind> kinds, @ForAll @IntRange(min = 1, max = 7) int count) {
        var mix = mix(kinds);
        List<PlannedFault> schedule = FaultSchedule.until(END, new Seed(seed), mix, nodes(count));

        assertThat(FaultSchedule.until(END, new Seed(seed), mix, nodes(count))).isEqualTo(schedule);
        assertThat(schedule).isSortedAccordingTo(Comparator.comparing(PlannedFault::at));
        assertThat(schedule).extracting(planned -> planned.fault().kind()).containsAll(kinds);
    }

    @Property(tries = 100)
    void aKindOfFaultComesAtTheSameTimesWhateverOthersThereAre(@ForAll long seed, @ForAll FaultKind kind) {
        List<PlannedFault> alone = FaultSchedule.until(END, new Seed(seed), mix(Set.of(kind)), nodes(3));
        List<PlannedFault> together =
                FaultSchedule.until(END, new Seed(seed), mix(Set.of(FaultKind.values())), nodes(3));

        assertThat(together)
                .filteredOn(planned -> planned.fault().kind() == kind)
                .isEqualTo(alone);
    }

    @Property(tries = 100)
    void stepsOfOneKindAreHalfAnIntervalToOneAndAHalfApart(@ForAll long seed, @ForAll FaultKind kind) {
        var moments = new ArrayList<Duration>(List.of(Duration.ZERO));
        for (PlannedFault planned : FaultSchedule.until(END, new Seed(seed), mix(Set.of(kind)), nodes(3))) {
            moments.add(planned.at());
            if (!planned.fault().isBrief()) {
                moments.add(planned.until());
            }
        }

        assertThat(IntStream.range(1, moments.size())
                        .mapToObj(i -> moments.get(i).minus(moments.get(i - 1)).toMillis()))
                .allMatch(millis -> millis >= 5_000 && millis < 15_000);
    }

    /** A duration changes for how long faults stay, and nothing else about them. */
    @Property(tries = 100)
    void faultsStayForHalfTheirDurationToOneAndAHalf(@ForAll long seed, @ForAll FaultKind kind) {
        FaultMix usual = mix(Set.of(kind));
        var brief = new FaultMix(
                usual.kinds(), usual.interval(), Duration.ofSeconds(2), usual.targets(), FaultChoice.every(), false);
        List<PlannedFault> shorter = FaultSchedule.until(END, new Seed(seed), brief, nodes(3));
        List<PlannedFault> longer = FaultSchedule.until(END, new Seed(seed), usual, nodes(3));

        Duration free = Duration.ZERO;
        for (PlannedFault planned : shorter) {
            assertThat(planned.at().minus(free)).isBetween(Duration.ofSeconds(5), Duration.ofSeconds(15));
            free = planned.until();
            long stays = free.minus(planned.at()).toMillis();
            assertThat(stays)
                    .isBetween(
                            planned.fault().isBrief() ? 0L : 1_000,
                            planned.fault().isBrief() ? 0L : 3_000);
        }
        assertThat(shorter.stream().limit(longer.size()).map(PlannedFault::fault))
                .isEqualTo(longer.stream().map(PlannedFault::fault).toList());
    }

    @Property(tries = 100)
    void inARingOfMajoritiesEachNodeHearsAMajorityAndNoTwoHearTheSame(@ForAll @IntRange(min = 3, max = 9) int count) {
        List<Way> cuts = PartitionShape.MAJORITY_RING.ways(nodes(count), nodes(count));
        List<List<String>> heard = nodes(count).stream()
                .map(node -> nodes(count).stream()
                        .filter(other -> !cuts.contains(new Way(other, node)))
                        .toList())
                .toList();

        assertThat(heard).doesNotHaveDuplicates().allMatch(those -> those.size() == count / 2 + 1);
        assertThat(IntStream.range(0, count)).allMatch(i -> heard.get(i).contains("n" + (i + 1)));
    }

    private static FaultMix mix(Set<FaultKind> kinds) {
        return new FaultMix(List.copyOf(kinds), FaultMix.INTERVAL_DEFAULT, List.of(Targets.values()));
    }

    private static List<String> nodes(int count) {
        return IntStream.rangeClosed(1, count).mapToObj(number -> "n" + number).toList();
    }
}
