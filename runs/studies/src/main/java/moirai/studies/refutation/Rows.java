package moirai.studies.refutation;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import moirai.studies.refutation.programs.Dice;

/**
 * The rows of the two tables before any call.
 *
 * @param acc the values of each row of acc, as SQL
 * @param log the values of each row of log, as SQL
 */
record Rows(List<String> acc, List<String> log) {

    Rows {
        acc = List.copyOf(acc);
        log = List.copyOf(log);
    }

    /** Returns random rows. */
    static Rows random(Dice dice, List<Integer> numbers) {
        var acc = new ArrayList<String>();
        int last = dice.chance(70) ? 3 : Math.max(3, number(dice, numbers));
        for (int id : List.of(1, 2, last)) {
            if (dice.chance(id == last ? 45 : 88)) {
                acc.add("(" + id + ", " + number(dice, numbers) + ", " + dice.pick("'a'", "'A'", "'m1'", "NULL", "'b'")
                        + ", " + (dice.chance(40) ? "NULL" : String.valueOf(number(dice, numbers))) + ", "
                        + dice.pick(0, 0, 1) + ")");
            }
        }
        var log = new ArrayList<String>();
        for (int id = 1; id <= 3; id++) {
            if (!acc.isEmpty() && dice.chance(30)) {
                log.add("(" + id + ", " + acc.getFirst().charAt(1) + ", " + dice.pick(0, 1, 2, 3) + ")");
            }
        }
        return new Rows(acc, log);
    }

    /** Returns a number that guards may be about. */
    static int number(Dice dice, List<Integer> numbers) {
        return dice.chance(50) || numbers.isEmpty() ? dice.below(4) : dice.chance(20) ? -1 : dice.pick(numbers);
    }

    /** Returns the SQL that leaves these rows and no others. */
    String sql() {
        return "DELETE FROM log; DELETE FROM acc" + insert("acc", acc) + insert("log", log);
    }

    private static String insert(String table, List<String> rows) {
        return rows.isEmpty()
                ? ""
                : "; INSERT INTO " + table + " VALUES " + rows.stream().collect(Collectors.joining(", "));
    }
}
