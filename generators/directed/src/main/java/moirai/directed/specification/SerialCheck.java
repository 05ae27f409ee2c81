package moirai.directed.specification;

import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** The check that a level allows serial executions, in which each transaction sees all before it. */
final class SerialCheck {

    private SerialCheck() {}

    /** Returns a serial execution that breaks the axiom, in words; empty if each one keeps it. */
    static Optional<String> broken(Unit unit, Rule rule) {
        int count = rule.variables().size();
        var universe = new Universe(unit, count);
        universe.requireSerial();
        if (!universe.canBreakFirst(rule)) {
            return Optional.empty();
        }
        List<Integer> order = IntStream.range(0, count)
                .boxed()
                .sorted((left, right) -> universe.held(Relation.ORDER, left, right) ? -1 : 1)
                .toList();
        String names = order.stream().map(rule.variables()::get).collect(Collectors.joining(", then "));
        String held = rule.premise()
                .atoms()
                .filter(atom -> universe.held(atom.relation(), atom.from(), atom.to()))
                .map(atom -> text(rule, atom))
                .distinct()
                .collect(Collectors.joining(", "));
        return Optional.of("in the serial execution " + names + (held.isEmpty() ? "" : " with " + held) + ", "
                + text(rule, rule.conclusion()) + " does not hold");
    }

    private static String text(Rule rule, Formula.Atom atom) {
        return atom.relation().word() + "(" + rule.variables().get(atom.from()) + ", "
                + rule.variables().get(atom.to()) + ")";
    }
}
