package moirai.runs.campaign.sampling;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
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

    /** Some axes, some boxes that exclude combinations, with the bits of their values or 0 for all, and a seed. */
    record Asked(List<Integer> sizes, List<int[]> excluded, Seed seed) {

        Space space() {
            return new Space(
                    sizes.stream().mapToInt(Integer::intValue).toArray(),
                    excluded.stream().map(SamplingProperties::box).toList());
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
                            .noneMatch(bits -> IntStream.range(0, sizes.size())
                                    .allMatch(axis -> bits[axis] == 0 || (bits[axis] >> combination[axis] & 1) == 1)))
                    .toList();
        }

        @Override
        public String toString() {
            return sizes + " without " + excluded.stream().map(Arrays::toString).toList() + ", seed " + seed;
        }
    }

    private static Box box(int[] bits) {
        Box box = Box.WHOLE;
        for (int axis = 0; axis < bits.length; axis++) {
            if (bits[axis] != 0) {
                box = box.with(axis, BitSet.valueOf(new long[] {bits[axis]})).orElseThrow();
            }
        }
        return box;
    }

    @Provide
    Arbitrary<Asked> asked() {
        Arbitrary<int[]> sizes = Arbitraries.integers()
                .between(1, 4)
                .array(int[].class)
                .ofMinSize(1)
                .ofMaxSize(5);
        return sizes.flatMap(axes -> {
            Arbitrary<int[]> box = Arbitraries.integers()
                    .between(-15, 15)
                    .array(int[].class)
                    .ofSize(axes.length)
                    .map(drawn -> IntStream.range(0, axes.length)
                            .map(axis -> drawn[axis] < 0 ? 0 : drawn[axis] & ((1 << axes[axis]) - 1))
                            .toArray());
            return Combinators.combine(box.list().ofMaxSize(4), Arbitraries.longs())
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
        List<Box> excluded = List.of(with(Box.WHOLE, 0, 3));

        List<int[]> some = new Sampling.Some(50).of(new Space(sizes, excluded), new Seed(1));

        assertThat(some).hasSize(50).noneMatch(combination -> combination[0] == 3);
    }

    private static Box with(Box box, int axis, int... values) {
        var accepted = new BitSet();
        Arrays.stream(values).forEach(accepted::set);
        return box.with(axis, accepted).orElseThrow();
    }

    private static int[] sizes(int axes, int size) {
        int[] sizes = new int[axes];
        Arrays.fill(sizes, size);
        return sizes;
    }

    /** 27 of 1,000,000 combinations are left: one guess in 37,000 finds one. */
    @Example
    void whatGuessesDoNotFindIsListed() {
        List<Box> excluded = IntStream.range(0, 3)
                .mapToObj(axis -> with(Box.WHOLE, axis, IntStream.range(3, 100).toArray()))
                .toList();
        var space = new Space(sizes(3, 100), excluded);

        assertThat(listed(new Sampling.Some(20).of(space, new Seed(1)))).hasSize(20);
        assertThat(listed(new Sampling.Some(40).of(space, new Seed(1)))).hasSize(27);
        assertThat(listed(new Sampling.Some(40).of(new Space(sizes(3, 100), List.of(Box.WHOLE)), new Seed(1))))
                .isEmpty();
    }

    /** Of 10 to the 20th combinations, 10 to the 12th are left. They differ on all axes, also those that exclude. */
    @Example
    void whatIsTooManyToBeListedIsDrawnInManyOrders() {
        List<Box> excluded = IntStream.range(0, 8)
                .mapToObj(axis -> with(Box.WHOLE, axis, IntStream.range(10, 100).toArray()))
                .toList();

        List<int[]> some = new Sampling.Some(200).of(new Space(sizes(10, 100), excluded), new Seed(1));

        assertThat(listed(some)).hasSize(200).doesNotHaveDuplicates();
        for (int axis = 0; axis < 10; axis++) {
            int one = axis;
            assertThat(some.stream().mapToInt(row -> row[one]).distinct().count())
                    .isGreaterThanOrEqualTo(9);
        }
    }

    /** Twelve axes of eleven values may not have one value: that there is no such combination takes long to see. */
    @Example
    void whatTakesTooLongToDecideIsRefused() {
        var excluded = new ArrayList<Box>();
        for (int one = 0; one < 12; one++) {
            for (int other = one + 1; other < 12; other++) {
                for (int value = 0; value < 11; value++) {
                    excluded.add(with(with(Box.WHOLE, one, value), other, value));
                }
            }
        }
        for (Sampling sampling : List.of(new Sampling.Some(5), new Sampling.Pairs())) {
            assertThatThrownBy(() -> sampling.of(new Space(sizes(12, 11), excluded, 1_000_000), new Seed(1)))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageStartingWith("so many combinations are excluded")
                    .hasMessageContaining("expected axes without the values that are always excluded");
        }
    }

    @Example
    void pairwiseIsRefusedBeyondTheMostCells() {
        assertThatThrownBy(() -> new Sampling.Pairs().of(new Space(new int[] {2, 101, 100}, List.of()), new Seed(1)))
                .hasMessage("two axes of 101 and 100 values need more than 10000 combinations: expected at most 10000,"
                        + " from axes with fewer values, or sampling: random N");
        assertThatThrownBy(() -> new Sampling.Pairs().of(new Space(sizes(3, 100), List.of()), new Seed(1)))
                .hasMessage("all pairs of values need more than 10000 combinations: expected at most 10000,"
                        + " from axes with fewer values, or sampling: random N");
        // Most pairs of the two long axes are excluded.
        List<Box> most = List.of(with(Box.WHOLE, 0, IntStream.range(2, 200).toArray()));
        assertThat(new Sampling.Pairs().of(new Space(new int[] {200, 200, 2}, most), new Seed(1)))
                .hasSize(400);
    }
}
