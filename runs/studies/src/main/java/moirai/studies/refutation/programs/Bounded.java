package moirai.studies.refutation.programs;

import static moirai.studies.refutation.programs.Scope.block;
import static moirai.studies.refutation.programs.Scope.line;

import java.util.List;

/**
 * Two conditions about one number, which are the same or differ at one number: one for a lock, one for what needs it.
 * An analysis that takes the one for the other proves too much.
 *
 * @param lock with X for the number
 * @param change likewise
 */
record Bounded(String lock, String change) {

    private static final List<Bounded> ALL = List.of(
            new Bounded("X > K", "X > K"),
            new Bounded("X >= K", "X > K"),
            new Bounded("X > K", "X >= K"),
            new Bounded("X > K", "X >= K"),
            new Bounded("X > K", "X >= K + 1"),
            new Bounded("X < K", "X <= K"),
            new Bounded("X <= K", "X < K + 1"),
            new Bounded("X <> K", "X > K"),
            new Bounded("X > K", "X <> K"),
            new Bounded("X = K", "X >= K AND X <= K"),
            new Bounded("NOT (X > K)", "X <= K"),
            new Bounded("NOT (X >= K)", "X <= K"),
            new Bounded("NOT (X = K)", "X <> K"),
            new Bounded("X = K OR X > K", "X >= K"),
            new Bounded("X > K OR X < K", "X <> K"),
            new Bounded("X > K OR X <= K", "id > 0"),
            new Bounded("X = K OR X <> K", "id > 0"),
            new Bounded("X >= K OR X < K", "id > 0"),
            new Bounded("X <= K OR NOT (X <= K)", "id > 0"),
            new Bounded("X <> K", "id > 0"),
            new Bounded("NOT (X > K)", "NOT (X > K OR X = 0)"));

    /** Returns two conditions about a number. */
    static Bounded of(Dice dice) {
        Bounded pair = dice.pick(ALL);
        String number = String.valueOf(1 + dice.below(3));
        return new Bounded(pair.lock.replace("K", number), pair.change.replace("K", number));
    }

    private static String java(String condition, String number) {
        return condition
                .replace("X", number)
                .replace("<>", "!=")
                .replace(" = ", " == ")
                .replace("NOT ", "!")
                .replace(" OR ", " || ")
                .replace(" AND ", " && ");
    }

    /** Returns the lock and the change in Java, each where its condition holds of a number. */
    List<Snippet> ofJava(String number, List<Snippet> lockCode, List<Snippet> changeCode) {
        return List.of(
                block("if (" + java(lock, number) + ")", lockCode),
                block("if (" + java(change, number) + ")", changeCode));
    }

    /** Returns a lock and a change of rows of which the conditions hold, with a column for the number. */
    List<Snippet> ofSql(String column, String name) {
        String locking = "SELECT bal FROM acc WHERE id = ? AND (" + lock.replace("X", column) + ") FOR UPDATE";
        String changing = "UPDATE acc SET bal = ? WHERE id = ? AND (" + change.replace("X", column) + ")";
        return List.of(
                block(
                        "try (PreparedStatement " + name + " = c.prepareStatement(\"" + locking + "\"))",
                        List.of(line(name + ".setInt(1, id);"), line(name + ".executeQuery();"))),
                line("int b = read(c, id);"),
                block(
                        "try (PreparedStatement " + name + "b = c.prepareStatement(\"" + changing + "\"))",
                        List.of(
                                line(name + "b.setInt(1, b + amount);"),
                                line(name + "b.setInt(2, id);"),
                                line(name + "b.executeUpdate();"))));
    }
}
