package moirai.observation.paths;

/** The ways that a transaction may take. */
public sealed interface Tree {

    /** The end of a way. */
    public record Leaf(Behaviour behaviour) implements Tree {}

    /** A fork of two ways, with the same statements before it. */
    public record Fork(Question question, Tree yes, Tree no) implements Tree {}

    /** Returns the number of ways. */
    default int leaves() {
        return switch (this) {
            case Leaf leaf -> 1;
            case Fork(var question, var yes, var no) -> yes.leaves() + no.leaves();
        };
    }
}
