package moirai.directed.levels;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import moirai.directed.specification.Rule;
import moirai.directed.specification.Specification;
import moirai.directed.specification.Unit;
import moirai.directed.specification.Universe;

/**
 * The place of a level of the user's own among the ten of the theory.
 *
 * <p>A level is weaker if some execution breaks the other one while keeping it, and none the other way round. All
 * executions of {@value #STATEMENTS} statements are looked at: one that makes a difference is a proof, and that there
 * is none is known of these only.
 *
 * @param equal the names of levels that allow the same
 * @param weaker those that allow more
 * @param stronger those that allow less
 * @param others those that allow some executions that this one forbids, and forbid some that it allows
 * @param idle the axioms that follow from the others
 */
public record Placement(
        List<String> equal, List<String> weaker, List<String> stronger, List<String> others, List<Rule> idle) {

    /** The number of statements of executions by which levels are compared. */
    public static final int STATEMENTS = 5;

    public Placement {
        equal = List.copyOf(equal);
        weaker = List.copyOf(weaker);
        stronger = List.copyOf(stronger);
        others = List.copyOf(others);
        idle = List.copyOf(idle);
    }

    /** Axioms about things of one kind. */
    private record Part(Unit unit, List<Rule> rules) {}

    /** Returns the place of a specification, whose promises beside its axioms are left out. */
    public static Placement of(Specification specification) {
        List<Part> own = parts(specification);
        var equal = new ArrayList<String>();
        var weaker = new ArrayList<String>();
        var stronger = new ArrayList<String>();
        var others = new ArrayList<String>();
        Universe executions = executions(own);
        for (Promises level : Promises.all()) {
            List<Part> known = List.of(new Part(Unit.STATEMENTS, AxiomRules.of(Unit.STATEMENTS, level.axioms())));
            boolean isAtLeast = !canBreak(executions, known);
            boolean isAtMost = !canBreak(executions(known), own);
            List<String> list = isAtLeast ? isAtMost ? equal : weaker : isAtMost ? stronger : others;
            list.add(level.name());
        }
        return new Placement(equal, weaker, stronger, others, idle(specification));
    }

    private static List<Part> parts(Specification specification) {
        return specification.unit() == Unit.STATEMENTS
                ? List.of(new Part(Unit.STATEMENTS, specification.rules()))
                : List.of(
                        new Part(Unit.STATEMENTS, AxiomRules.of(Unit.STATEMENTS, Promises.READ_ATOMIC.axioms())),
                        new Part(Unit.TRANSACTIONS, specification.rules()));
    }

    /** Returns all executions of a level. */
    private static Universe executions(List<Part> level) {
        var universe = new Universe(Unit.STATEMENTS, STATEMENTS);
        universe.requireOwnSeen();
        level.forEach(part -> part.rules().forEach(rule -> universe.require(part.unit(), rule)));
        return universe;
    }

    private static boolean canBreak(Universe executions, List<Part> level) {
        return level.stream().anyMatch(part -> executions.canBreak(part.unit(), part.rules()));
    }

    private static List<Rule> idle(Specification specification) {
        var left = new ArrayList<>(specification.rules());
        var idle = new ArrayList<Rule>();
        for (Rule rule : specification.rules().reversed()) {
            var rest = new ArrayList<>(left);
            rest.remove(rule);
            if (Universe.follows(specification.unit(), rule, rest)) {
                left.remove(rule);
                idle.addFirst(rule);
            }
        }
        return idle;
    }

    /** Returns the place in words, without a full stop, such as {@code weaker than SI, SER; stronger than EC}. */
    public String text() {
        var parts = new ArrayList<String>();
        if (equal.isEmpty()) {
            add(parts, "stronger than ", weaker);
            add(parts, "weaker than ", stronger);
            add(parts, "neither stronger nor weaker than ", others);
        } else {
            add(parts, "as strong as ", equal);
        }
        return String.join("; ", parts);
    }

    private static void add(List<String> parts, String words, List<String> levels) {
        if (!levels.isEmpty()) {
            parts.add(levels.stream().collect(Collectors.joining(", ", words, "")));
        }
    }
}
