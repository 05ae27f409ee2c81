package moirai.directed.search;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** A name of a cycle that does not depend on where one starts to read it. */
final class CycleKey {

    /** A transaction on the cycle with the statements at which the cycle enters and leaves. */
    record Node(String txn, String in, String out) {

        @Override
        public String toString() {
            return txn + "(" + in + "," + out + ")";
        }
    }

    private CycleKey() {}

    static String of(List<Node> nodes) {
        String least = text(nodes);
        var rotated = new ArrayList<>(nodes);
        for (int i = 1; i < nodes.size(); i++) {
            rotated.add(rotated.removeFirst());
            String text = text(rotated);
            least = text.compareTo(least) < 0 ? text : least;
        }
        return least;
    }

    private static String text(List<Node> nodes) {
        return nodes.stream().map(Node::toString).collect(Collectors.joining(" "));
    }
}
