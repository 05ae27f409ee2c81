package moirai.directed.oracle;

import java.util.Random;
import java.util.stream.IntStream;
import moirai.directed.encoding.Bounds;
import moirai.directed.program.Program;

/** The numbers of runs, both ends included. */
record Range(int least, int most) {

    /** Returns the numbers with which a program computes within bounds. */
    static Range of(Program program, Bounds bounds) {
        return new Range(program.numbers().areSigned() ? -(1 << bounds.bits()) : 0, (1 << bounds.bits()) - 1);
    }

    boolean has(int number) {
        return number >= least && number <= most;
    }

    IntStream numbers() {
        return IntStream.rangeClosed(least, most);
    }

    /** Returns one of its numbers, up to this one and not further below 0 than that. */
    int next(Random random, int furthest) {
        return random.nextInt(Math.max(least, -furthest), Math.min(most, furthest) + 1);
    }
}
