package moirai.junit.weak.choices;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.ints.IntList;
import it.unimi.dsi.fastutil.ints.IntLists;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import moirai.history.Seed;

/**
 * A try that failed, as a file keeps it for the next run.
 *
 * @param seed of the random try that failed first
 * @param leftOut the calls that are not run
 * @param choices the answers to the store's questions; any list of numbers is possible
 */
public record SavedTry(Seed seed, BitSet leftOut, IntList choices) {

    private static final String FORMAT = "moirai-try 1";
    private static final int LINES = 4;

    public SavedTry {
        leftOut = (BitSet) leftOut.clone();
        choices = IntLists.unmodifiable(new IntArrayList(choices));
    }

    @Override
    public BitSet leftOut() {
        return (BitSet) leftOut.clone();
    }

    /** Returns the lines of a file. */
    public List<String> lines() {
        return List.of(
                FORMAT, "seed " + seed, "without" + joined(leftOut.stream()), "choices" + joined(choices.intStream()));
    }

    private static String joined(IntStream numbers) {
        return numbers.mapToObj(number -> " " + number).collect(Collectors.joining());
    }

    /**
     * Returns the try that a file keeps.
     *
     * @throws IllegalArgumentException if the lines are not those of a file of this format
     */
    public static SavedTry of(List<String> lines) {
        if (lines.size() != LINES || !lines.getFirst().equals(FORMAT)) {
            throw new IllegalArgumentException("line 1: '" + (lines.isEmpty() ? "" : lines.getFirst()) + "' with "
                    + lines.size() + " lines; expected '" + FORMAT + "' and " + LINES + " lines");
        }
        var leftOut = new BitSet();
        numbers(lines, 2, "without").forEach(leftOut::set);
        return new SavedTry(Seed.parse(rest(lines, 1, "seed").strip()), leftOut, numbers(lines, 3, "choices"));
    }

    private static IntList numbers(List<String> lines, int index, String name) {
        String rest = rest(lines, index, name).strip();
        if (!rest.matches("([0-9]{1,6}( [0-9]{1,6})*)?")) {
            throw new IllegalArgumentException(
                    "line " + (index + 1) + ": '" + rest + "'; expected numbers of up to six digits");
        }
        return rest.isEmpty()
                ? new IntArrayList()
                : new IntArrayList(Arrays.stream(rest.split(" "))
                        .mapToInt(Integer::parseInt)
                        .toArray());
    }

    private static String rest(List<String> lines, int index, String name) {
        String line = lines.get(index);
        if (!line.startsWith(name)) {
            throw new IllegalArgumentException("line " + (index + 1) + ": '" + line + "'; expected '" + name + " …'");
        }
        return line.substring(name.length());
    }
}
