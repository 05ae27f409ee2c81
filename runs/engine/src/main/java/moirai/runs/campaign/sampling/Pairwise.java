package moirai.runs.campaign.sampling;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.TreeSet;
import java.util.stream.IntStream;
import moirai.history.Seed;

/*
 * The greedy algorithm of AETG (D. Cohen, S. Dalal, M. Fredman, G. Patton, "The AETG System: An Approach to Testing
 * Based on Combinatorial Design", IEEE TSE 23(7), 1997, section 3), with two departures: a row begins with the first
 * pair that is not covered instead of the value that is in most such pairs, so that every row covers a pair and the
 * algorithm ends; and a value is only chosen if the row can still be completed without an excluded combination, so that
 * a row is never thrown away.
 *
 * 1. Pairs that no allowed combination has are no goal.
 * 2. A row begins with the first uncovered pair. The other axes follow in a random order, each with the value that
 *    covers most new pairs with the values chosen so far.
 * 3. The best of several such rows is taken, and so on until every pair is covered.
 *
 * Cost: rows × CANDIDATES × axes² × values, and as many questions whether a row can be completed.
 *
 * Libraries of Maven Central were looked at: they are unmaintained (allpairs4j: 2023; others: 2021 and before), and
 * their constraints may leave pairs out that a combination could have.
 */
/** Chooses combinations so that every pair of values of two axes that is possible is in one of them. */
final class Pairwise {

    private static final int CANDIDATES = 20;

    private final Space space;

    /** The number of the first value of each axis, when all values are counted through. */
    private final int[] first;

    private final int values;

    /** The pairs that are not covered, each as the smaller number of a value times all values plus the larger one. */
    private final BitSet uncovered = new BitSet();

    Pairwise(Space space) {
        this.space = space;
        this.first = new int[space.axes()];
        int count = 0;
        for (int axis = 0; axis < space.axes(); axis++) {
            first[axis] = count;
            count += space.size(axis);
        }
        this.values = count;
        if ((long) values * values > Integer.MAX_VALUE) {
            throw new IllegalArgumentException("the axes have " + values + " values: expected fewer");
        }
    }

    /** Returns the rows, sorted. */
    List<int[]> rows(Seed seed) {
        if (space.axes() < 2) {
            return new Sampling.All().of(space, seed);
        }
        possible();
        var random = Random.from(seed.generator());
        var rows = new TreeSet<int[]>(Arrays::compare);
        while (!uncovered.isEmpty()) {
            int[] best = row(random);
            for (int i = 1; i < CANDIDATES; i++) {
                int[] other = row(random);
                best = gain(other) > gain(best) ? other : best;
            }
            cover(best);
            rows.add(best);
            if (rows.size() > Sampling.COUNT_MAX) {
                throw tooMany("all pairs of values need");
            }
        }
        return List.copyOf(rows);
    }

    private static IllegalArgumentException tooMany(String what) {
        return new IllegalArgumentException(
                what + " more than " + Sampling.COUNT_MAX + " combinations: expected at most " + Sampling.COUNT_MAX
                        + ", from axes with fewer values, or sampling: random N");
    }

    /** Makes every pair that a combination can have a goal. */
    private void possible() {
        for (int one = 0; one < space.axes(); one++) {
            for (int other = one + 1; other < space.axes(); other++) {
                possible(one, other);
            }
        }
    }

    /** A combination has one pair of two axes, so that as many are needed as these have pairs. */
    private void possible(int one, int other) {
        int count = 0;
        for (int value = 0; value < space.size(one); value++) {
            for (int beside = 0; beside < space.size(other); beside++) {
                int[] pair = space.undecided();
                pair[one] = value;
                pair[other] = beside;
                if (space.isCompletable(pair)) {
                    uncovered.set(number(one, value, other, beside));
                    count++;
                }
                if (count > Sampling.COUNT_MAX) {
                    throw tooMany("two axes of " + space.size(one) + " and " + space.size(other) + " values need");
                }
            }
        }
    }

    private int number(int one, int value, int other, int beside) {
        return one < other
                ? (first[one] + value) * values + first[other] + beside
                : (first[other] + beside) * values + first[one] + value;
    }

    /** Returns a row with the first uncovered pair. */
    private int[] row(Random random) {
        int[] row = space.undecided();
        int pair = uncovered.nextSetBit(0);
        put(row, pair / values);
        put(row, pair % values);
        List<Integer> order = new ArrayList<>(IntStream.range(0, space.axes())
                .filter(axis -> row[axis] == Space.ANY)
                .boxed()
                .toList());
        Collections.shuffle(order, random);
        for (int axis : order) {
            row[axis] = bestValue(row, axis, random);
        }
        return row;
    }

    private void put(int[] row, int valueNumber) {
        int axis = space.axes() - 1;
        while (first[axis] > valueNumber) {
            axis--;
        }
        row[axis] = valueNumber - first[axis];
    }

    /** Returns the value of an axis that covers most; the row can be completed before and after. */
    private int bestValue(int[] row, int axis, Random random) {
        int best = Space.ANY;
        int bestGain = -1;
        int offset = random.nextInt(space.size(axis));
        int[] tried = row.clone();
        for (int i = 0; i < space.size(axis); i++) {
            int value = (offset + i) % space.size(axis);
            tried[axis] = value;
            int gain = 0;
            for (int other = 0; other < row.length; other++) {
                if (row[other] != Space.ANY && uncovered.get(number(axis, value, other, row[other]))) {
                    gain++;
                }
            }
            if (gain > bestGain && space.isCompletable(tried)) {
                best = value;
                bestGain = gain;
            }
        }
        if (best == Space.ANY) {
            throw new IllegalStateException("a row that could be completed cannot: " + Arrays.toString(row));
        }
        return best;
    }

    private int gain(int[] row) {
        int gain = 0;
        for (int one = 0; one < row.length; one++) {
            for (int other = one + 1; other < row.length; other++) {
                gain += uncovered.get(number(one, row[one], other, row[other])) ? 1 : 0;
            }
        }
        return gain;
    }

    private void cover(int[] row) {
        for (int one = 0; one < row.length; one++) {
            for (int other = one + 1; other < row.length; other++) {
                uncovered.clear(number(one, row[one], other, row[other]));
            }
        }
    }
}
