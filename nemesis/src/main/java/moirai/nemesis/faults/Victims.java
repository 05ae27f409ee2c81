package moirai.nemesis.faults;

import java.util.List;
import moirai.nemesis.Node;

/** The nodes that a fault affects: known when the schedule is drawn, or found when the fault is injected. */
public sealed interface Victims {

    /** These nodes. */
    record Named(List<String> nodes) implements Victims {
        public Named {
            nodes = List.copyOf(nodes);
        }

        @Override
        public String toString() {
            return String.join(" ", nodes);
        }
    }

    /** The nodes that are primary when the fault is injected. */
    record Primaries() implements Victims {
        @Override
        public String toString() {
            return "the primary";
        }
    }

    /** Returns the affected nodes among these, in their order. */
    default List<Node> among(List<Node> nodes) {
        return switch (this) {
            case Named(List<String> names) ->
                nodes.stream().filter(node -> names.contains(node.name())).toList();
            case Primaries primaries ->
                nodes.stream()
                        .filter(node -> node.state() != Node.State.DEAD && node.role() == Node.Role.PRIMARY)
                        .toList();
        };
    }
}
