package moirai.runs.campaign.file;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A part of the cells, for a machine that shares a campaign with others: each cell is in one of the parts.
 *
 * @param number from 1
 */
public record Shard(int number, int of) {

    /** The only part, with all cells. */
    public static final Shard WHOLE = new Shard(1, 1);

    private static final Pattern WRITTEN = Pattern.compile("(\\d{1,4})/(\\d{1,4})");

    /**
     * Reads {@code 3/8}.
     *
     * @throws IllegalArgumentException if it is no such part; the message says what would be accepted
     */
    public static Shard parse(String text) {
        Matcher parts = WRITTEN.matcher(text);
        if (parts.matches()) {
            int number = Integer.parseInt(parts.group(1));
            int of = Integer.parseInt(parts.group(2));
            if (number >= 1 && number <= of) {
                return new Shard(number, of);
            }
        }
        throw new IllegalArgumentException(
                "'" + text + "' is not a shard: expected e.g. 3/8, the third of eight, with 1/8 to 8/8");
    }

    /** Returns whether the part has the cell with this index, from 0, in the order of the file. */
    boolean has(int index) {
        return index % of == number - 1;
    }

    /** Returns the written form; empty for the only part. */
    @Override
    public String toString() {
        return of == 1 ? "" : number + "/" + of;
    }
}
