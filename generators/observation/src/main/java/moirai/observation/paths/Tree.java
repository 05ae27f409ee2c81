package moirai.observation.paths;

/** The ways that a transaction may take. */
public sealed interface Tree {

    /** The end of a way. */
    public record Leaf(Behaviour behaviour) implements Tree {}

    /** Two ways on, with the same statements before. */
    public record Fork(Question question, Tree yes, Tree no) implements Tree {}

    /** How many ways there are. */
    default int leaves() {
        return switch (this) {
            case Leaf leaf -> 1;
            case Fork(var question, var yes, var no) -> yes.leaves() + no.leaves();
        };
    }
}
