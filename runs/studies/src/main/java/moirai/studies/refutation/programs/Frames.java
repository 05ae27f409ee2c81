package moirai.studies.refutation.programs;

import static moirai.studies.refutation.programs.Scope.block;
import static moirai.studies.refutation.programs.Scope.line;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** The beginning and the end of a transaction around its code, mostly as everybody writes them. */
final class Frames {

    private static final Snippet BEGIN = line("c.setAutoCommit(false);");
    private static final Snippet COMMIT = line("c.commit();");

    private Frames() {}

    /** Returns the method with this code. */
    static RandomProgram.Txn of(String name, List<Snippet> code, Dice dice) {
        int kind = dice.below(100);
        return kind < 64
                ? new RandomProgram.Txn(name, "Connection c", all(List.of(BEGIN), code, List.of(COMMIT)))
                : kind < 77
                        ? new RandomProgram.Txn(name, "Connection c", handled(code, dice))
                        : kind < 86
                                ? new RandomProgram.Txn(
                                        name,
                                        "DataSource ds",
                                        List.of(opened(all(List.of(BEGIN), code, List.of(COMMIT)))))
                                : kind < 92
                                        ? new RandomProgram.Txn(name, "Connection c", code)
                                        : seldom(name, code, dice);
    }

    private static RandomProgram.Txn seldom(String name, List<Snippet> code, Dice dice) {
        return dice.make(
                () -> new RandomProgram.Txn(name, "DataSource ds", List.of(opened(code))),
                () -> new RandomProgram.Txn(
                        name, "Connection c", all(List.of(line("c.setAutoCommit(true);")), code, List.of())),
                () -> new RandomProgram.Txn(
                        name,
                        "Connection c",
                        all(List.of(line("c.setAutoCommit(amount > 1);")), code, List.of(COMMIT))),
                () -> new RandomProgram.Txn(
                        name,
                        "Connection c",
                        all(
                                code.subList(0, 1),
                                List.of(BEGIN),
                                all(code.subList(1, code.size()), List.of(COMMIT), List.of()))),
                () -> new RandomProgram.Txn(
                        name,
                        "Connection c, Connection d",
                        all(
                                List.of(line("d.setAutoCommit(false);"), BEGIN),
                                elsewhere(code, dice),
                                List.of(line("d.commit();"), COMMIT))),
                () -> new RandomProgram.Txn(
                        name,
                        "DataSource ds",
                        List.of(opened(all(
                                List.of(BEGIN),
                                List.of(block("try (Connection d = ds.getConnection())", elsewhere(code, dice))),
                                List.of(COMMIT))))));
    }

    /** Returns the code with its first statement on another connection. */
    private static List<Snippet> elsewhere(List<Snippet> code, Dice dice) {
        var all = new ArrayList<>(code);
        int place = dice.below(code.size());
        if (all.get(place) instanceof Snippet.Line(var text)) {
            all.set(place, line(text.replace("(c, ", "(d, ")));
        }
        return all;
    }

    private static List<Snippet> handled(List<Snippet> code, Dice dice) {
        List<Snippet> tried = List.of(block("try", all(code, List.of(COMMIT), List.of())));
        String caught = "catch (SQLException e)";
        Snippet undone = line("c.rollback();");
        Snippet last = block("finally", List.of(line("c.setAutoCommit(true);")));
        return all(
                List.of(BEGIN),
                tried,
                dice.make(
                        () -> List.of(block(caught, List.of(undone, line("throw e;"))), last),
                        () -> List.of(block(caught, List.of(undone, line("throw e;")))),
                        () -> List.of(block(caught, List.of(undone, line("return -1;"))), last),
                        () -> List.of(block(caught, List.of(undone, line("throw new IllegalStateException(e);")))),
                        () -> List.of(last),
                        () -> List.of(block(
                                caught, List.of(line(dice.pick("c.commit();", "note(\"rollback(\");", "done(c);")))))));
    }

    private static Snippet opened(List<Snippet> code) {
        return block("try (Connection c = ds.getConnection())", code);
    }

    private static List<Snippet> all(List<Snippet> first, List<Snippet> second, List<Snippet> third) {
        return Stream.of(first, second, third).flatMap(List::stream).toList();
    }
}
