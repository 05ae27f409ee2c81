package moirai.directed.oracle;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import moirai.directed.encoding.Conflict;
import moirai.directed.encoding.Instance;
import moirai.directed.specification.Formula;
import moirai.directed.specification.Relation;
import moirai.directed.specification.Rule;
import moirai.directed.specification.Specification;
import moirai.directed.specification.Unit;

/** The axioms of a user's own, evaluated in one execution. Of whole transactions all statements are asked. */
final class OwnAxioms {

    private static final Map<Relation, Conflict> CONFLICTS = Map.of(
            Relation.WRITE_WRITE, Conflict.WRITE_WRITE,
            Relation.WRITE_READ, Conflict.WRITE_READ,
            Relation.READ_WRITE, Conflict.READ_WRITE);

    private final List<Instance> instances;
    private final List<ConcreteRun.Turn> turns;
    private final ConcreteRun run;
    private final boolean[][] visible;

    OwnAxioms(List<Instance> instances, List<ConcreteRun.Turn> turns, ConcreteRun run, boolean[][] visible) {
        this.instances = List.copyOf(instances);
        this.turns = List.copyOf(turns);
        this.run = run;
        this.visible = visible;
    }

    boolean areKept() {
        return instances.stream()
                .map(instance -> instance.level().own())
                .allMatch(own -> own.rules().stream().allMatch(rule -> isKept(own, rule, new ArrayList<>())));
    }

    private boolean isKept(Specification own, Rule rule, List<Integer> chosen) {
        if (chosen.size() < rule.variables().size()) {
            for (int turn = 0; turn < turns.size(); turn++) {
                if (isNew(own, chosen, turn)) {
                    var longer = new ArrayList<>(chosen);
                    longer.add(turn);
                    if (!isKept(own, rule, longer)) {
                        return false;
                    }
                }
            }
            return true;
        }
        return !instances.get(txn(chosen.get(rule.owner()))).level().own().equals(own)
                || !holds(own, rule.premise(), chosen)
                || holds(own, rule.conclusion(), chosen);
    }

    private boolean isNew(Specification own, List<Integer> chosen, int turn) {
        for (int other : chosen) {
            if (own.unit() == Unit.TRANSACTIONS ? txn(other) == txn(turn) : other == turn) {
                return false;
            }
        }
        return true;
    }

    private int txn(int turn) {
        return turns.get(turn).txn();
    }

    private boolean holds(Specification own, Formula formula, List<Integer> chosen) {
        return switch (formula) {
            case Formula.And(var parts) -> parts.stream().allMatch(part -> holds(own, part, chosen));
            case Formula.Or(var parts) -> parts.stream().anyMatch(part -> holds(own, part, chosen));
            case Formula.Not(var part) -> !holds(own, part, chosen);
            case Formula.Atom(var relation, var from, var to) -> holds(own, relation, chosen.get(from), chosen.get(to));
        };
    }

    private boolean holds(Specification own, Relation relation, int from, int to) {
        return switch (relation) {
            case VISIBLE -> visible[from][to];
            case ORDER -> from < to;
            case SAME -> txn(from) == txn(to);
            case PROGRAM_ORDER -> txn(from) == txn(to) && from < to;
            case WRITE_WRITE, WRITE_READ, READ_WRITE ->
                own.unit() == Unit.TRANSACTIONS
                        ? of(txn(from)).anyMatch(x -> of(txn(to)).anyMatch(y -> depends(relation, x, y)))
                        : depends(relation, from, to);
        };
    }

    private IntStream of(int txn) {
        return IntStream.range(0, turns.size()).filter(turn -> txn(turn) == txn);
    }

    private boolean depends(Relation relation, int from, int to) {
        return txn(from) != txn(to) && run.has(CONFLICTS.getOrDefault(relation, Conflict.WRITE_WRITE), from, to);
    }
}
