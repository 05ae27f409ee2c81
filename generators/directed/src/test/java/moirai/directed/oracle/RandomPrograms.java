package moirai.directed.oracle;

import static moirai.directed.examples.Parts.*;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import moirai.directed.program.Condition;
import moirai.directed.program.Expression;
import moirai.directed.program.Pick;
import moirai.directed.program.Program;
import moirai.directed.program.Statement;
import moirai.directed.program.Step;
import moirai.directed.program.TxnType;

/** Tiny programs of every kind of statement: one table, two transactions of one or two statements. */
final class RandomPrograms {

    private final Random random;
    private final boolean hasParameter;

    RandomPrograms(Random random, boolean hasParameter) {
        this.random = random;
        this.hasParameter = hasParameter;
    }

    Program next() {
        return new Program("random", List.of(table("X", "id", "v")), List.of(txn("a"), txn("b")));
    }

    private TxnType txn(String name) {
        var steps = new ArrayList<Step>();
        int count = random.nextInt(4) == 0 ? 1 : 2;
        for (int i = 0; i < count; i++) {
            steps.add(statement("s" + i, steps));
        }
        var txn = new TxnType(name, hasParameter ? List.of("p") : List.of(), steps);
        return random.nextInt(3) > 0 ? txn : txn.committingIf(Condition.exists("s" + random.nextInt(count)));
    }

    private Statement statement(String label, List<Step> earlier) {
        Condition guard = guard(earlier);
        Expression value = value(earlier);
        return switch (random.nextInt(7)) {
            case 0, 1 -> new Statement.Select(label, "X", List.of("v"), where(earlier), pick(), guard);
            case 2 -> new Statement.Insert(label, "X", List.of(to("id", constantOrParameter()), to("v", value)), guard);
            case 3 -> new Statement.Delete(label, "X", where(earlier), guard);
            default ->
                new Statement.Update(
                        label, "X", List.of(to("v", changed(value))), where(earlier), guard, random.nextInt(4) == 0);
        };
    }

    private Expression changed(Expression value) {
        return switch (random.nextInt(5)) {
            case 0 -> field("v").plus(value);
            case 1 -> field("v").minus(value);
            default -> value;
        };
    }

    private Pick pick() {
        return switch (random.nextInt(5)) {
            case 0 -> new Pick.Least("id");
            case 1 -> new Pick.Greatest("id");
            case 2 -> new Pick.Least("v");
            default -> Pick.all();
        };
    }

    private Expression constantOrParameter() {
        return hasParameter && random.nextBoolean() ? parameter("p") : constant(random.nextInt(2));
    }

    private Expression value(List<Step> earlier) {
        if (!earlier.isEmpty() && earlier.getFirst() instanceof Statement.Select select && random.nextBoolean()) {
            return new Expression.Result(select.label(), "v", random.nextInt(2));
        }
        return constantOrParameter();
    }

    private Condition where(List<Step> earlier) {
        return switch (random.nextInt(6)) {
            case 0 -> Condition.always();
            case 1 -> is("v", value(earlier));
            case 2 -> Condition.and(is("id", constantOrParameter()), is("v", constant(random.nextInt(2))));
            case 3 -> new Condition.Or(List.of(is("id", constant(0)), new Condition.Not(is("v", constant(1)))));
            default -> is("id", constantOrParameter());
        };
    }

    private Condition guard(List<Step> earlier) {
        if (earlier.isEmpty() || random.nextInt(3) > 0) {
            return Condition.always();
        }
        String label = earlier.getFirst().label();
        return random.nextBoolean() ? Condition.exists(label) : compare(new Expression.Count(label), "=", constant(0));
    }
}
