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

    /**
     * Returns the number of letters inserted, removed, replaced, or exchanged with their neighbours (the distance of
     * optimal string alignment).
     */
    private static int distance(String from, String to) {
        int[][] table = new int[from.length() + 1][to.length() + 1];
        for (int i = 0; i <= from.length(); i++) {
            for (int j = 0; j <= to.length(); j++) {
                table[i][j] = i == 0 || j == 0 ? i + j : distance(table, from, to, i, j);
            }
        }
        return table[from.length()][to.length()];
    }

    /** Returns the distance of the first {@code i} letters from the first {@code j}, both at least 1. */
    private static int distance(int[][] table, String from, String to, int i, int j) {
        boolean isSame = from.charAt(i - 1) == to.charAt(j - 1);
        int replaced = table[i - 1][j - 1] + (isSame ? 0 : 1);
        int least = Math.min(replaced, 1 + Math.min(table[i - 1][j], table[i][j - 1]));
        boolean isExchanged =
                i > 1 && j > 1 && from.charAt(i - 1) == to.charAt(j - 2) && from.charAt(i - 2) == to.charAt(j - 1);
        return isExchanged ? Math.min(least, table[i - 2][j - 2] + 1) : least;
    }
}
