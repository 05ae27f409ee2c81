package moirai.history.level;

import java.util.Collection;
import java.util.Comparator;
import java.util.Locale;
import java.util.Optional;

/** Finds the accepted value that is nearest to a mistyped one. */
public final class Nearest {

    private Nearest() {}

    /** Returns {@code " (did you mean X?)"}, or an empty text if no accepted value is near. */
    public static String hint(String value, Collection<String> accepted) {
        return to(value, accepted).map(near -> " (did you mean " + near + "?)").orElse("");
    }

    /**
     * Returns the accepted value with the fewest typing mistakes between, if they are fewer than half of the letters.
     */
    public static Optional<String> to(String value, Collection<String> accepted) {
        String typed = value.toLowerCase(Locale.ROOT);
        return accepted.stream()
                .min(Comparator.comparingInt(candidate -> distance(typed, candidate.toLowerCase(Locale.ROOT))))
                .filter(best -> 2 * distance(typed, best.toLowerCase(Locale.ROOT)) < Math.max(3, best.length()));
    }

    /** Returns Levenshtein's distance: letters inserted, removed or replaced. */
    private static int distance(String from, String to) {
        int[] row = new int[to.length() + 1];
        for (int j = 0; j < row.length; j++) {
            row[j] = j;
        }
        for (int i = 1; i <= from.length(); i++) {
            int diagonal = row[0];
            row[0] = i;
            for (int j = 1; j < row.length; j++) {
                int replaced = diagonal + (from.charAt(i - 1) == to.charAt(j - 1) ? 0 : 1);
                diagonal = row[j];
                row[j] = Math.min(replaced, 1 + Math.min(row[j], row[j - 1]));
            }
        }
        return row[to.length()];
    }
}
