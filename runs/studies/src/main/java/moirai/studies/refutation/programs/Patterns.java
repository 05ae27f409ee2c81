package moirai.studies.refutation.programs;

import static moirai.studies.refutation.programs.Scope.block;
import static moirai.studies.refutation.programs.Scope.line;

import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/**
 * Everyday transactions that analyses take over exactly, with the lock, the version or the key that keeps them whole,
 * and one thing changed that may break this.
 */
final class Patterns {

    /** Code that is safe only with the protection that stands before it; {@code %} is the key of the row to lock. */
    private record Pattern(List<String> lock, List<String> change) {}

    private static final List<Pattern> ALL = List.of(
            new Pattern(List.of("lock(c, id);"), List.of("int b = read(c, id);", "write(c, id, b + amount);")),
            new Pattern(List.of("lock(c, id);"), List.of("int b = readOr(c, id, 0);", "addTo(c, id, b);")),
            new Pattern(
                    List.of("lock(c, id);"),
                    List.of("int b = read(c, id);", "if (b >= amount) { write(c, id, b - amount); }")),
            new Pattern(List.of("lock(c, other);"), List.of("int b = read(c, other);", "write(c, id, b + amount);")),
            new Pattern(
                    List.of("lock(c, id);", "lock(c, other);"),
                    List.of("int b = read(c, id);", "int d = read(c, other);", "write(c, id, b + d);")),
            new Pattern(List.of("lock(c, id);", "lock(c, other);"), List.of("result = read(c, id) + read(c, other);")),
            new Pattern(List.of("lock(c, 1);"), List.of("result = read(c, id) + read(c, other);", "addTo(c, id, 1);")),
            new Pattern(
                    List.of("lock(c, 1);"),
                    List.of("int b = logged(c);", "if (b < 2) { log(c, id, amount); }", "result = b;")),
            new Pattern(List.of("lock(c, 1);"), List.of("int b = number(c, id);", "write(c, 1, b);", "touch(c);")),
            new Pattern(
                    List.of("lock(c, 1);"), List.of("if (isTaken(c, amount)) { return 7; }", "log(c, id, amount);")),
            new Pattern(
                    List.of("lock(c, id);"),
                    List.of("for (int k = 0; k < 2; k++) { int b = read(c, id); write(c, id, b + 1); }")),
            new Pattern(
                    List.of("lock(c, id);", "lock(c, other);"),
                    List.of("for (int k : new int[] {id, other}) { int b = read(c, k); write(c, k, b + amount); }")));

    /** Code that keeps itself whole; what may be left out or replaced is in brackets. */
    private static final List<List<String>> WHOLE = List.of(
            List.of("Row w = rowOf(c, id);", "if (writeNext(c, id, w.bal() + amount, w.version()) == 0) { GIVE_UP }"),
            List.of("Row w = rowOf(c, id);", "if (writeNext(c, id, w.bal() + 1, w.version()) != 1) { GIVE_UP }"),
            List.of(
                    "Row w = rowOf(c, id);",
                    "int u = writeNext(c, id, w.bal() + amount, w.version());",
                    "if (u < 1) { GIVE_UP }",
                    "result = u;"),
            List.of("if (exists(c, id)) { GIVE_UP }", "log(c, id, amount);"),
            List.of("if (isTaken(c, amount)) { GIVE_UP }", "log(c, id, amount);"),
            List.of("if (isTaken(c, id)) { return 7; }", "log(c, amount, id);"),
            List.of("if (addTo(c, id, amount) == 0) { GIVE_UP }"),
            List.of("addTo(c, id, amount);", "addTo(c, other, 1);"),
            List.of("if (erase(c, id) == 0) { GIVE_UP }", "addTo(c, other, 1);"),
            List.of("erase(c, id);", "log(c, id, amount);"),
            List.of("result = read(c, id);", "erase(c, other);"),
            List.of("int b = lock(c, id);", "write(c, id, b + amount);"),
            List.of("int b = lock(c, id);", "if (b > 1) { write(c, id, b - 1); log(c, other, b); }"),
            List.of(
                    "int b = lockOr(c, id, 0);",
                    "int d = lockOr(c, other, 1);",
                    "write(c, id, d);",
                    "addTo(c, other, b);"),
            List.of("write(c, id, amount);", "result = read(c, id);"));

    private static final List<Map.Entry<String, String>> SLIPS = List.of(
            Map.entry("writeNext(c, id, w.bal() + amount, w.version())", "addTo(c, id, w.bal())"),
            Map.entry("w.version()) ==", "w.version() + 0) =="),
            Map.entry("w.version())", "0)"),
            Map.entry("w.version())", "amount)"),
            Map.entry("rowOf(c, id)", "rowOf(c, other)"),
            Map.entry("rowOf(c, id)", "new Row(read(c, id), rowOf(c, id).version())"),
            Map.entry("== 0)", "== 2)"),
            Map.entry("< 1)", "> 1)"),
            Map.entry("{ GIVE_UP }", "{ result = 8; }"),
            Map.entry("{ GIVE_UP }", "{ c.commit(); return 8; }"),
            Map.entry("exists(c, id)", "exists(c, other)"),
            Map.entry("lock(c, id)", "read(c, id)"),
            Map.entry("lockOr(c, other, 1)", "readOr(c, other, 1)"),
            Map.entry("lock(c, id)", "lock(c, other)"),
            Map.entry("lock(c, 1)", "lockOr(c, 3, 0)"),
            Map.entry("lock(c, other)", "lock(c, amount)"),
            Map.entry("lock(c, id);", "c.prepareStatement(\"SELECT bal FROM acc FOR UPDATE\").executeQuery();"),
            Map.entry("lock(c, id);", "c.createStatement().executeQuery(\"SELECT 1 FROM acc WHERE id = \" + id);"),
            Map.entry("addTo(c, other, 1)", "write(c, other, read(c, other) + 1)"),
            Map.entry("erase(c, id) == 0", "exists(c, id)"));

    private final Scope scope;
    private final Dice dice;
    private final Wraps wraps;
    private final Queries queries;
    private final Corners corners;

    Patterns(Scope scope) {
        this.scope = scope;
        this.dice = scope.dice();
        this.wraps = new Wraps(scope);
        this.queries = new Queries(scope);
        this.corners = new Corners(scope);
    }

    /** Returns a transaction that is safe at read committed of PostgreSQL. */
    List<Snippet> safe() {
        if (dice.chance(50)) {
            Pattern pattern = dice.pick(ALL);
            return join(lines(pattern.lock), lines(pattern.change));
        }
        return lines(dice.pick(WHOLE));
    }

    /** Returns a transaction with one thing about it that may make it unsafe, or make analyses think so. */
    List<Snippet> twisted(boolean isAboutBoundaries) {
        if (dice.chance(isAboutBoundaries ? 45 : 5)) {
            return wraps.boundary(safe());
        }
        return dice.chance(55) ? protectedBy(dice.pick(ALL)) : whole(dice.pick(WHOLE));
    }

    private List<Snippet> whole(List<String> code) {
        return dice.make(
                () -> lines(code),
                () -> slipped(code),
                () -> slipped(code),
                () -> detoured(code, List.of()),
                () -> join(filtered(), lines(code)),
                () -> lastBranched(code),
                () -> lastBranched(code),
                () -> wraps.branch(lines(code)),
                () -> wraps.handler(lines(code)),
                () -> join(lines(code), queries.atomic()),
                () -> join(queries.atomic(), lines(code)),
                corners::once,
                corners::once,
                corners::swept);
    }

    private List<Snippet> protectedBy(Pattern pattern) {
        List<Snippet> change = lines(pattern.change);
        return dice.make(
                () -> join(lines(pattern.lock), change),
                () -> change,
                () -> join(slipped(pattern.lock), change),
                () -> join(wraps.branch(lines(pattern.lock)), change),
                () -> join(wraps.branch(lines(pattern.lock)), change),
                () -> join(lines(pattern.lock), wraps.branch(change)),
                () -> join(lines(pattern.lock), lastBranched(pattern.change)),
                () -> lastBranched(pattern.change),
                () -> wraps.branch(change),
                () -> join(around(lines(pattern.lock)), change),
                () -> join(around(lines(pattern.lock)), change),
                () -> detoured(pattern.lock, pattern.change),
                () -> detoured(pattern.lock, pattern.change),
                () -> join(lines(pattern.lock), detoured(pattern.change, List.of())),
                () -> join(lines(pattern.lock), join(queries.atomic(), change)),
                () -> join(filtered(), change),
                () -> bounded(pattern),
                () -> bounded(pattern),
                () -> join(corners.afterLoop(), change));
    }

    /** Returns the lock and the change, each behind a condition about the same number, perhaps not the same one. */
    private List<Snippet> bounded(Pattern pattern) {
        Bounded pair = Bounded.of(dice);
        if (dice.chance(50)) {
            return pair.ofJava(scope.number(), lines(pattern.lock), lines(pattern.change));
        }
        return pair.ofSql(dice.chance(40) ? "version" : "up", scope.fresh("s"));
    }

    /** Returns code of which the last statement stands on a branch. */
    private List<Snippet> lastBranched(List<String> code) {
        int last = code.size() - 1;
        List<String> first = code.subList(0, last);
        if (first.stream().anyMatch(text -> text.startsWith("int b "))) {
            scope.add("b");
        }
        return join(lines(first), wraps.branch(lines(code.subList(last, last + 1))));
    }

    /** Returns the lock where an exception, a savepoint or another connection may make it none. */
    private List<Snippet> around(List<Snippet> lock) {
        String x = scope.fresh("a");
        String number = scope.number();
        return dice.make(
                () -> List.of(
                        block("try", join(List.of(line("check(" + number + ");")), lock)),
                        block("catch (IllegalArgumentException " + x + ")", List.of(line("result = 1;")))),
                () -> List.of(
                        block("try", join(List.of(line("result = 6 / (" + number + " - 1);")), lock)),
                        block("catch (ArithmeticException " + x + ")", List.of(line("note(text);")))),
                () -> List.of(
                        block("try", join(List.of(line("log(c, id, amount);")), lock)),
                        block("catch (SQLException " + x + ")", List.of(line(dice.pick("c.rollback();", "undo(c);"))))),
                () -> join(
                        List.of(line("Savepoint " + x + " = c.setSavepoint();")),
                        join(lock, List.of(line("c.rollback(" + x + ");")))),
                () -> join(lock, List.of(line(dice.pick("c.rollback();", "undo(c);", "c.commit();", "done(c);")))),
                () -> List.of(block("for (int " + x + " = 0; " + x + " < " + number + "; " + x + "++)", lock)),
                () -> List.of(block("for (int " + x + " : new int[] {})", lock)),
                () -> List.of(
                        block("switch (" + number + ")", List.of(line("case 1:"), block("", lock), line("default:")))),
                () -> List.of(block("if (c.getAutoCommit())", lock)));
    }

    private List<Snippet> slipped(List<String> code) {
        String text = String.join("\n", code);
        List<Map.Entry<String, String>> fitting =
                SLIPS.stream().filter(slip -> text.contains(slip.getKey())).toList();
        if (fitting.isEmpty()) {
            return lines(code);
        }
        Map.Entry<String, String> slip = dice.pick(fitting);
        return lines(replaced(code, line -> line.replace(slip.getKey(), slip.getValue())));
    }

    /** Returns code whose key takes a way that may be lost, and code after it. */
    private List<Snippet> detoured(List<String> code, List<String> after) {
        String key = scope.fresh("k");
        List<Snippet> way = new Detours(scope)
                .number(key, dice.pick("id", "id", "other"), dice.pick("id", "other", "other", "amount"));
        String keyed = dice.pick("(c, id", "(c, id", "(c, other");
        return join(way, join(lines(replaced(code, line -> line.replace(keyed, "(c, " + key))), lines(after)));
    }

    /** Returns a lock of a row of which a condition must hold. */
    private List<Snippet> filtered() {
        String s = scope.fresh("s");
        String sql = "SELECT bal FROM acc WHERE id = ? AND " + new Guards(scope).sql() + " FOR UPDATE";
        return List.of(block(
                "try (PreparedStatement " + s + " = c.prepareStatement(\"" + sql + "\"))",
                List.of(
                        line(s + ".setInt(1, id);"),
                        line(dice.pick(
                                s + ".executeQuery();",
                                "if (!" + s + ".executeQuery().next()) { throw new SQLException(\"none\"); }",
                                "if (" + s + ".executeQuery().next()) { result = 2; }")))));
    }

    private static List<String> replaced(List<String> code, UnaryOperator<String> change) {
        return code.stream().map(change).toList();
    }

    private List<Snippet> lines(List<String> code) {
        String giveUp = dice.pick(
                "throw new SQLException(\"no\");", "c.rollback(); return -1;", "throw new IllegalStateException();");
        return code.stream().map(text -> line(text.replace("GIVE_UP", giveUp))).toList();
    }

    private static List<Snippet> join(List<Snippet> first, List<Snippet> second) {
        return Stream.concat(first.stream(), second.stream()).toList();
    }
}
