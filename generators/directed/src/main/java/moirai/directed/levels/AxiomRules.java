package moirai.directed.levels;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import moirai.directed.specification.Rule;
import moirai.directed.specification.Specification;
import moirai.directed.specification.Unit;
import moirai.directed.specification.Universe;

/** The promises that an axiom of a user's own can state, in its language. */
final class AxiomRules {

    private static final Map<Axiom, Rule> OF_TRANSACTIONS = rules(
            Unit.TRANSACTIONS,
            Map.of(
                    Axiom.TRANSITIVE, "forall a, b, c: vis(a, b) and vis(b, c) => vis(a, c)",
                    Axiom.PREFIX, "forall a, b, c: ar(a, b) and vis(b, c) => vis(a, c)",
                    Axiom.NO_BLIND_CONFLICT, "forall a, b: ww(a, b) => vis(a, b)",
                    Axiom.ORDER_IS_SEEN, "forall a, b: ar(a, b) => vis(a, b)"));

    private static final Map<Axiom, Rule> OF_STATEMENTS = rules(
            Unit.STATEMENTS,
            Map.of(
                    Axiom.TRANSITIVE, "forall a, b, c: vis(a, b) and vis(b, c) => vis(a, c)",
                    Axiom.ATOMIC_WRITES, "forall a, b, c: same(a, b) and not same(a, c) and vis(a, c) => vis(b, c)",
                    Axiom.STABLE_READS, "forall a, b, c: same(a, b) and not same(a, c) and vis(c, a) => vis(c, b)",
                    Axiom.PREFIX,
                            "forall a, b, c: ar(a, b) and vis(b, c) and not same(a, c) and not same(b, c) => vis(a, c)",
                    Axiom.NO_BLIND_CONFLICT, "forall a, b: ww(a, b) => vis(a, b)",
                    Axiom.ORDER_IS_SEEN, "forall a, b: not same(a, b) and ar(a, b) => vis(a, b)",
                    Axiom.CONTIGUOUS, "forall a, b, c to a: same(a, b) and not same(a, c) and ar(a, c) => ar(b, c)"));

    private AxiomRules() {}

    private static Map<Axiom, Rule> rules(Unit unit, Map<Axiom, String> texts) {
        var rules = new EnumMap<Axiom, Rule>(Axiom.class);
        texts.forEach((axiom, text) -> rules.put(
                axiom,
                Specification.parse("level of " + unit.word() + "\n" + text, List.of())
                        .rules()
                        .getFirst()));
        return rules;
    }

    private static Map<Axiom, Rule> of(Unit unit) {
        return unit == Unit.TRANSACTIONS ? OF_TRANSACTIONS : OF_STATEMENTS;
    }

    /**
     * Returns what these promises say about things of this kind. Keys that are checked free inserts from the promise
     * not to overwrite what is not seen, so that it is left out there.
     */
    static List<Rule> of(Unit unit, Set<Axiom> axioms) {
        var rules = new ArrayList<Rule>();
        of(unit).forEach((axiom, rule) -> {
            boolean isFree = axiom == Axiom.NO_BLIND_CONFLICT && axioms.contains(Axiom.UNIQUE_KEYS);
            if (axioms.contains(axiom) && !isFree) {
                rules.add(rule);
            }
        });
        return rules;
    }

    /** Returns the promises that follow from a specification. */
    static List<Axiom> following(Specification specification) {
        return of(specification.unit()).entrySet().stream()
                .filter(entry -> Universe.follows(specification.unit(), entry.getValue(), specification.rules()))
                .map(Map.Entry::getKey)
                .toList();
    }
}
