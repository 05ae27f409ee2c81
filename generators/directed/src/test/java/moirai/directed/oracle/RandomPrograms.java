package moirai.directed.oracle;

import static moirai.directed.examples.Parts.*;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import moirai.directed.program.Assignment;
import moirai.directed.program.Condition;
import moirai.directed.program.Expression;
import moirai.directed.program.Numbers;
import moirai.directed.program.Operation;
import moirai.directed.program.Pick;
import moirai.directed.program.Program;
import moirai.directed.program.Statement;
import moirai.directed.program.Step;
import moirai.directed.program.Table;
import moirai.directed.program.TxnType;

/** Tiny programs of every kind of statement: one table, two transactions of one or two statements. */
final class RandomPrograms {

    private final Random random;
    private final boolean hasParameter;
    private final boolean isSigned;

    private RandomPrograms(Random random, boolean hasParameter, boolean isSigned) {
        this.random = random;
        this.hasParameter = hasParameter;
        this.isSigned = isSigned;
    }

    RandomPrograms(Random random, boolean hasParameter) {
        this(random, hasParameter, false);
    }

    /** Programs whose numbers may be below 0, which they name and ask for. */
    static RandomPrograms signed(Random random, boolean hasParameter) {
        return new RandomPrograms(random, hasParameter, true);
    }

    private Program program(String name, Table table, TxnType first, TxnType second) {
        return new Program(name, List.of(table), List.of(first, second))
                .computing(isSigned ? Numbers.signed(Set.of()) : Numbers.NATURAL);
    }

    Program next() {
        return program("random", table("X", "id", "v"), txn("a"), txn("b"));
    }

    /**
     * Returns a program on rows with versions: what it read, it changes where the version is still the same, or forgets
     * to look.
     */
    Program versioned() {
        return program("versioned", table("X", "id", "v", "n"), versioned("a"), versioned("b"));
    }

    /** Returns a program whose statements take locks, remove rows and make them again, as products allow. */
    Program onProducts() {
        return program("products", table("X", "id", "v", "n"), onProducts("a"), onProducts("b"));
    }

    private TxnType onProducts(String name) {
        var steps = new ArrayList<Step>();
        int count = 1 + random.nextInt(4);
        for (int i = 0; i < count; i++) {
            steps.add(onProducts("s" + i, steps));
        }
        return new TxnType(name, hasParameter ? List.of("p") : List.of(), steps);
    }

    private Statement onProducts(String label, List<Step> earlier) {
        Condition guard = guard(earlier);
        String field = random.nextBoolean() ? "v" : "n";
        Condition one = is("id", constantOrParameter());
        Condition other = isSigned && random.nextBoolean()
                ? compare(field(field), random.nextBoolean() ? "<" : ">", constantOrParameter())
                : is(field, constant(random.nextInt(2)));
        Condition where = random.nextInt(4) == 0 ? other : one;
        return switch (random.nextInt(8)) {
            case 0, 1 -> new Statement.Select(label, "X", List.of(field), where, Pick.all(), guard, false);
            case 2, 3 -> new Statement.Select(label, "X", List.of(field), one, Pick.all(), guard, true);
            case 4 -> new Statement.Insert(label, "X", List.of(to("id", constantOrParameter())), guard);
            case 5 -> new Statement.Delete(label, "X", where, guard);
            default -> {
                String set = random.nextBoolean() ? "v" : "n";
                Expression value = random.nextInt(3) == 0
                        ? constantOrParameter()
                        : isSigned && random.nextBoolean()
                                ? field(set).minus(constant(1))
                                : field(set).plus(constant(1));
                yield new Statement.Update(label, "X", List.of(to(set, value)), where, guard, true);
            }
        };
    }

    private TxnType versioned(String name) {
        Expression id = constantOrParameter();
        List<String> fields =
                List.of(List.of("v", "n"), List.of("v"), List.of("n", "v")).get(random.nextInt(3));
        var read = new Statement.Select(
                "q", "X", fields, is("id", id), Pick.all(), Condition.always(), random.nextInt(6) == 0);
        Expression old = new Expression.Result("q", "v", 0);
        var set = new ArrayList<Assignment>();
        if (random.nextInt(4) > 0) {
            set.add(to("v", (random.nextBoolean() ? field("v") : old).plus(constant(1))));
        }
        if (set.isEmpty() || random.nextInt(4) > 0) {
            boolean isRead = fields.contains("n") && random.nextBoolean();
            set.add(to("n", isRead ? new Expression.Result("q", "n", 0) : constantOrParameter()));
        }
        Condition where =
                random.nextInt(4) > 0 ? Condition.and(is("id", id), is("v", old)) : is("id", constantOrParameter());
        var update = new Statement.Update(
                "u", "X", set, where, random.nextBoolean() ? Condition.exists("q") : Condition.always(), true);
        var txn = new TxnType(name, hasParameter ? List.of("p") : List.of(), List.of(read, update));
        return random.nextInt(4) > 0 ? txn.committingIf(Condition.exists("u")) : txn;
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
            case 0, 1 ->
                new Statement.Select(label, "X", List.of("v"), where(earlier), pick(), guard, random.nextInt(4) == 0);
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
            case 2 -> isSigned ? new Expression.Arithmetic(Operation.TIMES, field("v"), value) : value;
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
        if (isSigned && random.nextInt(4) == 0) {
            return constant(0).minus(constant(1));
        }
        return hasParameter && random.nextBoolean() ? parameter("p") : constant(random.nextInt(2));
    }

    private Expression value(List<Step> earlier) {
        if (!earlier.isEmpty() && earlier.getFirst() instanceof Statement.Select select && random.nextBoolean()) {
            return new Expression.Result(select.label(), "v", random.nextInt(2));
        }
        return constantOrParameter();
    }

    private Condition where(List<Step> earlier) {
        if (isSigned && random.nextInt(3) == 0) {
            return compare(field("v"), random.nextBoolean() ? "<" : ">", constantOrParameter());
        }
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
        if (isSigned && earlier.getFirst() instanceof Statement.Select select) {
            String field = select.fields().getFirst();
            return compare(new Expression.Result(label, field, 0), random.nextBoolean() ? "<" : ">", constant(0));
        }
        return random.nextBoolean() ? Condition.exists(label) : compare(new Expression.Count(label), "=", constant(0));
    }
}
