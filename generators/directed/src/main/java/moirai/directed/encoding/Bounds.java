package moirai.directed.encoding;

import moirai.directed.program.Numbers;

/**
 * The bounds of an analysis. An anomaly that is not found within these numbers may still exist beyond them.
 *
 * @param txnsMax transactions in one execution, 2 to 8
 * @param lengthMax edges of a cycle, those inside transactions included; at least 3
 * @param rows rows of each table, 1 to 8, fewer than numbers
 * @param bits of each number, 1 to 16: a natural number is from 0 to 2^bits - 1, one with a sign from -2^bits.
 *    Executions in which a computation leaves these numbers are not looked at
 * @param loopMax how often a loop is repeated at most; 0 to 8
 */
public record Bounds(int txnsMax, int lengthMax, int rows, int bits, int loopMax) {

    /** The bounds that suffice for the known anomalies of the published benchmarks with two transactions. */
    public static final Bounds SMALL = new Bounds(2, 4, 2, 3, 1);

    /** Throws IllegalArgumentException with the name and the accepted range of a bound that is out of it. */
    public Bounds {
        require("transactions", txnsMax, 2, 8);
        require("cycle length", lengthMax, 3, 64);
        require("bits", bits, 1, 16);
        require("rows", rows, 1, Math.min(8, (1 << bits) - 1));
        require("loop repetitions", loopMax, 0, 8);
    }

    private static void require(String what, int value, int min, int max) {
        if (value < min || value > max) {
            throw new IllegalArgumentException(what + ": " + value + "; accepted: " + min + " to " + max);
        }
    }

    /** Returns the bounds in words, as they stand beside each answer. */
    public String text(Numbers numbers) {
        return searchText() + dataText(numbers);
    }

    /** Returns the bounds in words where it is not known what the numbers are. */
    public String text() {
        return searchText() + dataText("of " + bits + " bits");
    }

    private String searchText() {
        return "up to " + txnsMax + " transactions, cycles of up to " + lengthMax + " edges, ";
    }

    /**
     * Returns the bounds on the data of the transactions in words. These bounds also limit a claim about executions of
     * any length.
     */
    public String dataText(Numbers numbers) {
        return dataText("from " + numbers.least(bits) + " to " + ((1 << bits) - 1));
    }

    private String dataText(String numbers) {
        return rows + " rows a table, numbers " + numbers + ", loops up to " + loopMax + " times";
    }
}
