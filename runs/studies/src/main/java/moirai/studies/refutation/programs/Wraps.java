package moirai.studies.refutation.programs;

import static moirai.studies.refutation.programs.Scope.block;
import static moirai.studies.refutation.programs.Scope.line;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Control around code: branches, loops, handlers and the boundaries of transactions. */
final class Wraps {

    private final Scope scope;
    private final Dice dice;
    private final Guards guards;
    private final Queries queries;

    Wraps(Scope scope) {
        this.scope = scope;
        this.dice = scope.dice();
        this.guards = new Guards(scope);
        this.queries = new Queries(scope);
    }

    private static List<Snippet> join(List<Snippet> first, List<Snippet> second) {
        return Stream.concat(first.stream(), second.stream()).toList();
    }

    private List<Snippet> two(String head, List<Snippet> code, String second, List<Snippet> other) {
        return List.of(block(head, code), block(second, other));
    }

    /** Returns the code on a branch. */
    List<Snippet> branch(List<Snippet> code) {
        String x = scope.fresh("w");
        return scope.isPlain() && dice.chance(80)
                ? straight(code, x)
                : dice.chance(50) ? straight(code, x) : looping(code, x);
    }

    private List<Snippet> straight(List<Snippet> code, String x) {
        return dice.make(
                () -> List.of(block("if (" + guards.java() + ")", code)),
                () -> List.of(block("if (" + guards.java() + ")", code)),
                () -> List.of(block("if (" + guards.java() + ")", code)),
                () -> two("if (" + guards.java() + ")", List.of(line("result = 1;")), "else", code),
                () -> join(List.of(line("if (" + guards.java() + ") { c.rollback(); return 5; }")), code),
                () -> join(
                        List.of(line("boolean " + x + " = " + guards.java() + ";")),
                        List.of(block("if (" + x + ")", code))),
                () -> List.of(new Snippet.Block(
                        "switch (" + scope.number() + ") {",
                        List.of(
                                new Snippet.Block(
                                        "case " + scope.constant() + ", 50:", join(code, List.of(line("break;"))), ""),
                                line("default: result = 2;")),
                        "}")),
                () -> List.of(new Snippet.Block(
                        "switch (text) {",
                        List.of(
                                new Snippet.Block("case \"a\", \"m1\" -> {", code, "}"),
                                line("default -> result = 3;")),
                        "}")));
    }

    private List<Snippet> looping(List<Snippet> code, String x) {
        return dice.make(
                () -> List.of(block(
                        "for (int " + x + " = 0; " + x + " < " + dice.pick(1, 2, 3) + "; " + x + "++)",
                        List.of(block("if (" + x + " == " + dice.below(3) + ")", code)))),
                () -> List.of(
                        line("int " + x + " = 0;"),
                        line("while (" + x + " < " + scope.number() + " && " + x + " < 9) { " + x + "++; }"),
                        block("if (" + x + " > 2)", code)),
                () -> List.of(
                        line("int " + x + " = amount;"),
                        block(
                                "do",
                                List.of(
                                        line(x + "--;"),
                                        line("if (" + x + " > 3) { continue; }"),
                                        block("if (" + x + " == " + dice.below(3) + ")", code),
                                        line("break;"))),
                        line("while (" + x + " > 0);")),
                () -> List.of(block(
                        "for (int " + x + " : List.of(id, other, amount))",
                        List.of(block(
                                "if (" + x + " == " + scope.constant() + ")", join(code, List.of(line("break;"))))))));
    }

    /** Returns the code where an exception leads to it, or away from it. */
    List<Snippet> handler(List<Snippet> code) {
        return dice.chance(30) ? refused(code) : thrown(code);
    }

    /** Returns the code where an INSERT that the database refuses leads to it. */
    private List<Snippet> refused(List<Snippet> code) {
        String x = scope.fresh("h");
        List<Snippet> insert = queries.insert();
        return dice.make(
                () -> two(
                        "try",
                        join(insert, List.of()),
                        "catch (SQLException " + x + "e)",
                        join(List.of(line(dice.pick("c.rollback();", "undo(c);", "result = 9; c.rollback();"))), code)),
                () -> join(
                        two(
                                "try",
                                insert,
                                "catch (SQLException " + x + "e)",
                                List.of(line(dice.pick("c.rollback();", "undo(c);", "result = 9; c.rollback();")))),
                        code),
                () -> join(
                        List.of(line("Savepoint " + x + " = c.setSavepoint();")),
                        join(
                                two(
                                        "try",
                                        insert,
                                        "catch (SQLException " + x + "e)",
                                        List.of(line("c.rollback(" + x + ");"))),
                                code)),
                () -> join(
                        List.of(line("Savepoint " + x + " = c.setSavepoint();")),
                        two(
                                "try",
                                insert,
                                "catch (SQLException " + x + "e)",
                                join(
                                        List.of(
                                                line("c.rollback(" + x + ");"),
                                                line("if (!\"23505\".equals(" + x + "e.getSQLState())) { throw " + x
                                                        + "e; }")),
                                        code))));
    }

    /** Returns the code where an exception of Java leads to it, or away from it. */
    private List<Snippet> thrown(List<Snippet> code) {
        String x = scope.fresh("h");
        return dice.make(
                () -> two(
                        "try",
                        List.of(line("if (" + guards.java() + ") { throw new IllegalStateException(\"x\"); }")),
                        "catch (IllegalStateException " + x + "e)",
                        code),
                () -> join(
                        two(
                                "try",
                                List.of(line("check(" + scope.number() + ");")),
                                "catch (IllegalArgumentException " + x + "e)",
                                List.of(line("c.rollback();"), line("return 4;"))),
                        code),
                () -> two(
                        "try",
                        List.of(line("check(" + scope.number() + ");")),
                        "catch (IllegalArgumentException " + x + "e)",
                        code),
                () -> two(
                        "try",
                        List.of(line("Integer.parseInt(text);")),
                        "catch (NumberFormatException " + x + "e)",
                        code),
                () -> two(
                        "try",
                        List.of(line("result = 10 / (" + scope.number() + " - 1);")),
                        "catch (ArithmeticException " + x + "e)",
                        code),
                () -> two(
                        "try",
                        List.of(line("result = new int[] {1, 2}[" + scope.number() + "];")),
                        "catch (ArrayIndexOutOfBoundsException " + x + "e)",
                        code),
                () -> two(
                        "try",
                        List.of(line("result = text.length();")),
                        "catch (NullPointerException " + x + "e)",
                        code),
                () -> two(
                        "try",
                        List.of(line("if (" + guards.java() + ") { throw new SQLException(\"no\"); }")),
                        "finally",
                        code),
                () -> List.of(block(
                        "for (int " + x + " = 0; " + x + " < 2; " + x + "++)",
                        two(
                                "try",
                                join(code, List.of(line("c.commit();"), line("return " + x + ";"))),
                                "catch (SQLException " + x + "e)",
                                List.of(line(dice.pick("c.rollback();", "undo(c);")))))),
                () -> join(code, List.of(line("if (" + guards.java() + ") { c.rollback(); return 6; }"))),
                () -> join(code, List.of(line("if (" + guards.java() + ") { throw new SQLException(\"no\"); }"))));
    }

    /** Returns the code with the end of a transaction somewhere. */
    List<Snippet> boundary(List<Snippet> code) {
        var cut = new ArrayList<>(code);
        cut.add(
                dice.below(code.size() + 1),
                line(dice.pick(
                        "c.commit();",
                        "done(c);",
                        "c.setAutoCommit(true);",
                        "c.rollback();",
                        "undo(c);",
                        "if (" + guards.java() + ") { c.commit(); }",
                        "if (" + guards.java() + ") { c.rollback(); }",
                        "if (!tried(c, id, amount)) { return 8; }",
                        "c.setAutoCommit(" + guards.java() + ");",
                        "c.createStatement().execute(\"COMMIT\");")));
        return cut;
    }
}
