package moirai.directed.specification;

import java.util.List;
import java.util.stream.Stream;

/** The premise of an axiom. Variables are numbers, in the order in which the axiom names them. */
public sealed interface Formula {

    /** Holds if the relation holds from the first variable to the second. */
    record Atom(Relation relation, int from, int to) implements Formula {}

    /** Holds if all parts hold. */
    record And(List<Formula> parts) implements Formula {

        public And {
            parts = List.copyOf(parts);
        }
    }

    /** Holds if some part holds. */
    record Or(List<Formula> parts) implements Formula {

        public Or {
            parts = List.copyOf(parts);
        }
    }

    /** Holds if the part does not. */
    record Not(Formula part) implements Formula {}

    /** Returns all atoms in the order of the text. */
    default Stream<Atom> atoms() {
        return switch (this) {
            case Atom atom -> Stream.of(atom);
            case And(var parts) -> parts.stream().flatMap(Formula::atoms);
            case Or(var parts) -> parts.stream().flatMap(Formula::atoms);
            case Not(var part) -> part.atoms();
        };
    }
}
