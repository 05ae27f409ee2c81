package moirai.studies.refutation.programs;

import static moirai.studies.refutation.programs.Scope.block;
import static moirai.studies.refutation.programs.Scope.line;

import java.util.List;
import java.util.stream.Stream;

/**
 * Code whose safety depends on one thing that other programs seldom have: what a loop left in a variable, a UNIQUE
 * number that nobody makes room for, a statement that takes its rows one by one.
 */
final class Corners {

    private final Scope scope;
    private final Dice dice;

    Corners(Scope scope) {
        this.scope = scope;
        this.dice = scope.dice();
    }

    /** Returns code after which a lock is held or not, depending on what a loop assigned. */
    List<Snippet> afterLoop() {
        String flag = scope.fresh("f");
        List<String> code = dice.pick(
                List.of("int %f = 0;", "for (int j = 0; j < %k; j++) { %f = j; }", "if (%f == %c) { lock(c, id); }"),
                List.of("int %f = 0;", "for (int j = 0; j < %k; j++) { %f++; }", "if (%f > %c) { lock(c, id); }"),
                List.of(
                        "int %f = id;",
                        "for (int j : new int[] {%n, other}) { if (j != %c) { %f = j; } }", "lock(c, %f);"),
                List.of("int %f = id;", "for (int j : List.of(%n, other)) { %f = j; }", "lock(c, %f);"),
                List.of(
                        "boolean %f = true;",
                        "for (int j : new int[] {%n, other}) { %f = %f && j != %c; }", "if (%f) { lock(c, id); }"),
                List.of(
                        "boolean %f = false;",
                        "for (int j : new int[] {%n, other}) { if (j == %c) { %f = true; break; } }",
                        "if (!%f) { lock(c, id); }"));
        String bound = String.valueOf(1 + dice.below(3));
        String constant = String.valueOf(dice.below(3));
        String number = scope.number();
        return code.stream()
                .map(text -> line(text.replace("%f", flag)
                        .replace("%k", bound)
                        .replace("%c", constant)
                        .replace("%n", number)))
                .toList();
    }

    /** Returns code that one call alone can end, as long as nobody changes or removes the number that is UNIQUE. */
    List<Snippet> once() {
        String again = "c.createStatement().executeUpdate(\"UPDATE log SET n = n + 1 WHERE id = \" + id);";
        String room = dice.pick("", again, again, "touch(c);", "erase(c, id);");
        Stream<String> code = Stream.of(
                "if (isTaken(c, 1)) { c.rollback(); return 7; }",
                "int b = read(c, 1);",
                "log(c, id, 1);",
                room,
                "write(c, 1, b + 1);");
        return code.filter(text -> !text.isEmpty()).map(Scope::line).toList();
    }

    /** Returns code that changes several rows, by one statement or by one for each. */
    List<Snippet> swept() {
        String guard = dice.pick("amount > 1", "amount < 2", "id < other", "id == other");
        String sweep = "c.createStatement().executeUpdate(\"UPDATE acc SET up = 3 WHERE bal " + dice.pick("=", "<>")
                + " " + (1 + dice.below(2)) + "\");";
        return List.of(
                block("if (" + guard + ")", List.of(line("addTo(c, 1, 1);"), line("addTo(c, 2, 1);"))),
                block("else", dice.chance(60) ? List.of(line(sweep)) : new Queries(scope).many()));
    }
}
