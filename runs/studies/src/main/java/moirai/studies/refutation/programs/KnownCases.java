package moirai.studies.refutation.programs;

import static moirai.studies.refutation.programs.Scope.line;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Programs that were proven once although they lose an update, and mutations of them. */
final class KnownCases {

    private static final List<String> LOSE = List.of("int b = read(c, id);", "write(c, id, b + amount);");

    private static final List<String> GUARDS = List.of(
            "amount > 7",
            "amount > 30 && amount < 40",
            "0 > amount",
            "amount < -3",
            "amount + 1 < amount",
            "amount != (byte) amount",
            "amount % 10 == 9",
            "text.compareTo(\"m\") > 0 && text.compareTo(\"n\") < 0",
            "!text.equals(\"a\") && text.trim().equals(\"a\")",
            "!text.equals(\"a\") && text.equalsIgnoreCase(\"a\")",
            "!text.equals(\"1\") && Integer.parseInt(text) == 1",
            "Kind.of(amount).isOn()",
            "logged(c) > 2",
            "number(c, other) != 0");

    private static final List<List<String>> CODE = List.of(
            lines("int b = read(c, id);", "int d = b - amount;", "if (d < 0) { write(c, id, d); }"),
            lines("if (amount > 0) { lock(c, id); }", "if (amount != 0) { LOSE }"),
            lines("if (amount == 0) { return 1; }", "if (1 <= amount) { lock(c, id); }", "LOSE"),
            lines("if (number(c, other) > 0) { lock(c, id); }", "if (number(c, other) != 0) { LOSE }"),
            lines("if (amount > 0) { return 1; }", "if (amount == 0) { return 2; }", "LOSE"),
            lines("log(c, id, 1);", "log(c, other, 1);", "log(c, amount, 1);", "LOSE"),
            lines("int n = logged(c);", "if (n > 2) { LOSE }"),
            lines("for (int i = 0; i < 5; i++) { if (i == 3) { LOSE } }"),
            lines("int i = 0;", "while (i < amount) { i++; }", "if (i > 2) { LOSE }"),
            lines("List<Integer> a = new ArrayList<>();", "a.addAll(List.of(id));", "for (int k : a) { EACH }"),
            lines(
                    "List<Integer> a = new ArrayList<>(List.of(other, id));",
                    "a.remove(0);",
                    "int k = a.get(0);",
                    "EACH"),
            lines(
                    "List<Integer> a = new ArrayList<>(List.of(other, id));",
                    "Collections.reverse(a);",
                    "int k = a.get(0);",
                    "EACH"),
            lines("List<Integer> a = new ArrayList<>();", "fill(a, id);", "for (int k : a) { EACH }"),
            lines(
                    "int b = read(c, id);",
                    "try { log(c, id, 1); } catch (SQLException e) { note(\"rollback(\"); }",
                    "write(c, id, b + amount);"),
            lines("Box x = new Box(id);", "x.put(other);", "lock(c, x.key());", "LOSE"),
            lines(
                    "List<Integer> l = new ArrayList<>();",
                    "if (amount == 1) { l.add(id); } else { l.add(other); }",
                    "lock(c, l.get(0));",
                    "LOSE"),
            lines(
                    "List<Integer> l = new ArrayList<>();",
                    "l.add(id);",
                    "l.add(0, other);",
                    "lock(c, l.get(0));",
                    "LOSE"),
            lines("if (amount <= 7) { touch(c); }", "int b = read(c, other);", "write(c, id, b + amount);"),
            lines("try { write(c, id, amount); if (read(c, other) > 2) { throw new IllegalStateException(); } }"
                    + " finally { c.setAutoCommit(true); }"),
            lines("try { write(c, id, amount); if (read(c, other) > 2) { throw new IllegalStateException(); } }"
                    + " catch (SQLException e) { c.rollback(); throw e; } finally { c.commit(); }"),
            lines(
                    "write(c, other, 1);",
                    "c.commit();",
                    "write(c, id, amount);",
                    "if (read(c, other) > 2) { throw new SQLException(); }"),
            lines(
                    "c.setAutoCommit(true);",
                    "write(c, id, amount);",
                    "if (read(c, other) > 2) { throw new SQLException(); }"),
            lines(
                    "Savepoint s = c.setSavepoint();",
                    "write(c, id, amount);",
                    "if (read(c, other) > 2) { c.rollback(s); }"),
            lines(
                    "int b = read(c, id);",
                    "for (int i = 0; i < 3; i++) { try { write(c, id, b + amount); c.commit(); return 1; }"
                            + " catch (SQLException e) { c.rollback(); } }",
                    "if (b >= 0) { throw new SQLException(); }"),
            lines(
                    "int b = read(c, id);",
                    "try { log(c, id, 1); } catch (SQLException e) { c.rollback(); }",
                    "write(c, id, b + amount);"),
            lines("int b = read(c, id);", "c.commit();", "write(c, id, b + amount);"),
            lines("int b = read(c, id);", "c.setAutoCommit(true);", "write(c, id, b + amount);"));

    private static final Pattern OPERATOR = Pattern.compile(" (<|<=|>|>=|==|!=) ");
    private static final Pattern NUMBER = Pattern.compile("(?<=[ (])-?\\d+(?=[;) ,])");
    private static final Pattern KEY = Pattern.compile("\\b(id|other|amount)(?=[,)])");

    private KnownCases() {}

    private static List<String> lines(String... lines) {
        return List.of(lines);
    }

    /** Returns one of the cases, mostly with one or two changes. */
    static RandomProgram mutated(String name, Dice dice) {
        List<Snippet> code = new ArrayList<>();
        var scope = new Scope(dice, dice.chance(50));
        if (dice.chance(30)) {
            code.addAll(lines(List.of("if (" + dice.pick(GUARDS) + ") { LOSE }"), dice));
        } else {
            code.addAll(lines(dice.pick(CODE), dice));
        }
        for (int i = dice.below(3); i > 0; i--) {
            code = changed(code, scope);
        }
        return new RandomProgram(name, Tables.plain(dice), List.of(Frames.of("t1", code, dice)), Members.ALL);
    }

    private static List<Snippet> lines(List<String> code, Dice dice) {
        String lose = String.join(" ", LOSE);
        String each = "int b = read(c, k); write(c, " + dice.pick("k", "k", "id") + ", b + amount);";
        return code.stream()
                .map(text -> line(text.replace("LOSE", lose).replace("EACH", each)))
                .toList();
    }

    private static List<Snippet> changed(List<Snippet> code, Scope scope) {
        Dice dice = scope.dice();
        int place = dice.below(code.size());
        var all = new ArrayList<>(code);
        List<Snippet> more = dice.make(
                () -> List.of(line("lock(c, " + scope.key() + ");")),
                () -> List.of(line("lock(c, id);")),
                () -> new Queries(scope).atomic(),
                () -> List.of(line("c.rollback();")));
        return dice.make(
                () -> with(all, place, place, more),
                () -> with(all, 0, 0, List.of(line("lock(c, id);"))),
                () -> with(all, place, place + 1, new Wraps(scope).branch(code.subList(place, place + 1))),
                () -> code.size() == 1 ? code : with(all, place, place + 1, List.of()),
                () -> with(
                        all,
                        place,
                        place + 1,
                        List.of(edited(
                                code.get(place),
                                OPERATOR,
                                " " + dice.pick("<", ">", "==", "!=", "<=", ">=") + " ",
                                dice))),
                () -> with(
                        all,
                        place,
                        place + 1,
                        List.of(edited(code.get(place), NUMBER, String.valueOf(scope.constant()), dice))),
                () -> with(all, place, place + 1, List.of(edited(code.get(place), KEY, scope.key(), dice))),
                () -> with(all, place, place + 1, List.of(edited(code.get(place), KEY, scope.key(), dice))));
    }

    private static List<Snippet> with(List<Snippet> code, int from, int to, List<Snippet> instead) {
        return Stream.of(code.subList(0, from), instead, code.subList(to, code.size()))
                .flatMap(List::stream)
                .collect(Collectors.toList());
    }

    /** Returns the code with one of the places at which a pattern is found replaced. */
    private static Snippet edited(Snippet code, Pattern pattern, String by, Dice dice) {
        if (!(code instanceof Snippet.Line(var text))) {
            return code;
        }
        Matcher found = pattern.matcher(text);
        int count = (int) pattern.matcher(text).results().count();
        for (int skipped = count == 0 ? -1 : dice.below(count); found.find(); skipped--) {
            if (skipped == 0) {
                return line(text.substring(0, found.start()) + by + text.substring(found.end()));
            }
        }
        return code;
    }
}
