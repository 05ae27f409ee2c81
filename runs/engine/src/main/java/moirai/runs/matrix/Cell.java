package moirai.runs.matrix;

import java.util.Locale;

/** The answer of the runs at a level to the question of the phenomenon of a column. */
public sealed interface Cell {

    /**
     * The phenomenon was seen.
     *
     * @param count the number of instances; of cycles, the number of components that have one. 0 if the instances are
     *     not counted
     * @param txns the committed transactions among which they were seen
     * @param isForbidden whether the level that the database documents forbids it
     * @param shownBy the folder of the case or witness, or the command that shows it
     */
    record Shown(long count, long txns, boolean isForbidden, String shownBy) implements Cell {

        /** Returns how often it was seen in a million committed transactions, at least. */
        double perMillion() {
            return 1e6 * count / txns;
        }
    }

    /**
     * Nothing of the kind was seen. It may still be possible.
     *
     * @param txns the committed transactions that could have shown it
     */
    record NotSeen(long txns) implements Cell {}

    /** Nothing was seen, but the runs could hardly have shown anything, for this reason. */
    record Insufficient(String why) implements Cell {}

    /** The search for it was cut short, for this reason. */
    record Undecided(String why) implements Cell {}

    /** Nobody looked for it, for this reason: the workload cannot show it, or the question makes no sense any more. */
    record NotLookedFor(String why) implements Cell {}

    /** Returns the sign for a table with little room, of at most four characters. */
    default String sign() {
        return switch (this) {
            case Shown shown -> shown.count() == 0 ? "yes" : compact(shown.perMillion());
            case NotSeen notSeen -> "·";
            case Insufficient insufficient -> "?";
            case Undecided undecided -> "~";
            case NotLookedFor notLookedFor -> "-";
        };
    }

    /** Returns the name of the kind of cell, in words. */
    default String state() {
        return switch (this) {
            case Shown shown -> "shown";
            case NotSeen notSeen -> "not seen";
            case Insufficient insufficient -> "insufficient evidence";
            case Undecided undecided -> "not decided";
            case NotLookedFor notLookedFor -> "not looked for";
        };
    }

    /** Returns the cell in words, such as {@code shown, 1.2k per million}. */
    default String words() {
        return switch (this) {
            case Shown shown ->
                state()
                        + (shown.count() == 0 ? "" : ", " + sign() + " per million")
                        + (shown.isForbidden() ? ", FORBIDDEN" : "");
            case NotSeen notSeen -> state();
            case Insufficient insufficient -> state();
            case Undecided undecided -> state();
            case NotLookedFor notLookedFor -> state();
        };
    }

    /** Returns the reason for a cell that leaves open whether there is something; empty for others. */
    default String why() {
        return switch (this) {
            case Shown shown -> "";
            case NotSeen notSeen -> "";
            case Insufficient(String why) -> why;
            case Undecided(String why) -> why;
            case NotLookedFor(String why) -> why;
        };
    }

    /** Returns the number with about two digits that count, in at most four characters. */
    private static String compact(double number) {
        if (number < 0.1) {
            return "<0.1";
        }
        if (number < 9.95) {
            return String.format(Locale.ROOT, "%.1f", number);
        }
        if (number < 999.5) {
            return String.valueOf(Math.round(number));
        }
        if (number < 9_950) {
            return String.format(Locale.ROOT, "%.1fk", number / 1e3);
        }
        return number < 999_500 ? Math.round(number / 1e3) + "k" : String.format(Locale.ROOT, "%.0fM", number / 1e6);
    }
}
