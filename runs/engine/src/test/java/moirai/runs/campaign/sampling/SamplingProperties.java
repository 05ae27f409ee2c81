package moirai.runs.campaign.sampling;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import moirai.history.Seed;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

class SamplingProperties {

    /** Some axes, some patterns that exclude combinations, and a seed. */
    record Asked(List<Integer> sizes, List<int[]> excluded, Seed seed) {

        Space space() {
            return new Space(sizes.stream().mapToInt(Integer::intValue).toArray(), excluded);
        }

        /** Returns every combination that is allowed, by brute force. */
        List<int[]> allowed() {
            List<int[]> all = List.of(new int[0]);
            for (int size : sizes) {
                var longer = new ArrayList<int[]>();
                for (int[] begin : all) {
                    for (int value = 0; value < size; value++) {
                        int[] next = Arrays.copyOf(begin, begin.length + 1);
                        next[begin.length] = value;
                        longer.add(next);
                    }
                }
                all = longer;
            }
            return all.stream()
                    .filter(combination -> excluded.stream()
                            .noneMatch(pattern -> IntStream.range(0, sizes.size())
                                    .allMatch(
                                            axis -> pattern[axis] == Space.ANY || pattern[axis] == combination[axis])))
                    .toList();
        }

        @Override
        public String toString() {
            return sizes + " without " + excluded.stream().map(Arrays::toString).toList() + ", seed " + seed;
        }
    }

    @Provide
    Arbitrary<Asked> asked() {
        Arbitrary<int[]> sizes = Arbitraries.integers()
                .between(1, 4)
                .array(int[].class)
                .ofMinSize(1)
                .ofMaxSize(5);
        return sizes.flatMap(axes -> {
            Arbitrary<int[]> pattern = Arbitraries.integers()
                    .between(-3, 3)
                    .array(int[].class)
                    .ofSize(axes.length)
                    .map(drawn -> IntStream.range(0, axes.length)
                            .map(axis -> drawn[axis] < 0 ? Space.ANY : drawn[axis] % axes[axis])
                            .toArray());
            return Combinators.combine(pattern.list().ofMaxSize(4), Arbitraries.longs())
                    .as((excluded, seed) ->
                            new Asked(Arrays.stream(axes).boxed().toList(), excluded, new Seed(seed)));
        });
    }

    private static Set<List<Integer>> pairs(List<int[]> rows) {
        var pairs = new HashSet<List<Integer>>();
        for (int[] row : rows) {
            for (int one = 0; one < row.length; one++) {
                for (int other = one + 1; other < row.length; other++) {
                    pairs.add(List.of(one, row[one], other, row[other]));
                }
            }
        }
        return pairs;
    }

    private static List<List<Integer>> listed(List<int[]> rows) {
        return rows.stream().map(row -> Arrays.stream(row).boxed().toList()).toList();
    }

    @Property(tries = 300)
    void pairwiseHasEveryPairThatAnyAllowedCombinationHas(@ForAll("asked") Asked asked) {
        List<int[]> rows = new Sampling.Pairs().of(asked.space(), asked.seed());

        assertThat(pairs(rows)).isEqualTo(pairs(asked.allowed()));
        assertThat(listed(asked.allowed())).containsAll(listed(rows));
        assertThat(listed(rows)).doesNotHaveDuplicates();
    }

    @Property(tries = 200)
    void allIsWhatIsNotExcluded(@ForAll("asked") Asked asked) {
        assertThat(listed(new Sampling.All().of(asked.space(), asked.seed()))).isEqualTo(listed(asked.allowed()));
    }

    @Property(tries = 200)
    void randomIsSoManyOfTheAllowedOnes(@ForAll("asked") Asked asked) {
        List<int[]> some = new Sampling.Some(7).of(asked.space(), asked.seed());

        assertThat(some).hasSize(Math.min(7, asked.allowed().size()));
        assertThat(listed(asked.allowed())).containsAll(listed(some));
        assertThat(listed(some)).doesNotHaveDuplicates();
    }

    @Property(tries = 100)
    void theSameSeedChoosesTheSame(@ForAll("asked") Asked asked) {
        for (Sampling sampling : List.of(new Sampling.Some(5), new Sampling.Pairs())) {
            assertThat(listed(sampling.of(asked.space(), asked.seed())))
                    .isEqualTo(listed(sampling.of(asked.space(), asked.seed())));
        }
    }

    /** 4 values on 10 axes are 1,048,576 combinations; no fewer than 16 can have all pairs. */
    @Example
    void pairwiseIsSmall() {
        int[] sizes = new int[10];
        Arrays.fill(sizes, 4);

        List<int[]> rows = new Sampling.Pairs().of(new Space(sizes, List.of()), new Seed(1));

        assertThat(rows).hasSizeBetween(16, 32);
    }

    @Example
    void aHugeSpaceIsDrawnFromWithoutListingIt() {
        int[] sizes = new int[30];
        Arrays.fill(sizes, 9);
        int[] pattern = new int[30];
        Arrays.fill(pattern, Space.ANY);
        pattern[0] = 3;

        List<int[]> some = new Sampling.Some(50).of(new Space(sizes, List.of(pattern)), new Seed(1));

        assertThat(some).hasSize(50).noneMatch(combination -> combination[0] == 3);
    }
}
