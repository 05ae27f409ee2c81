package moirai.analysis.axioms;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/** Makes a history smaller while it keeps a property: drops transactions, reads, writes and known versions. */
final class Smallest {

    private Smallest() {}

    static KeyValueHistory of(KeyValueHistory history, Predicate<KeyValueHistory> property) {
        KeyValueHistory smallest = history;
        Optional<KeyValueHistory> next = Optional.of(history);
        while (next.isPresent()) {
            smallest = next.get();
            next = smaller(smallest).stream().filter(property).findFirst();
        }
        return smallest;
    }

    private static List<KeyValueHistory> smaller(KeyValueHistory history) {
        var all = new ArrayList<KeyValueHistory>();
        for (int txn = 0; txn < history.txnCount(); txn++) {
            var others = new BitSet();
            others.set(0, history.txnCount());
            others.clear(txn);
            all.add(history.restrictedTo(others));
        }
        String text = AxiomNotation.format(history);
        for (int space = text.indexOf(' '); space >= 0; space = text.indexOf(' ', space + 1)) {
            int end = space + 1;
            while (text.charAt(end) != ' ' && text.charAt(end) != '\n') {
                end++;
            }
            if ("rwT".indexOf(text.charAt(space + 1)) >= 0) {
                parsed(text.substring(0, space) + text.substring(end)).ifPresent(all::add);
            }
        }
        parsed(text.replaceAll(" \\[[0-9,]*]", ""))
                .filter(untimed -> history.isTimed())
                .ifPresent(all::add);
        return all;
    }

    private static Optional<KeyValueHistory> parsed(String text) {
        try {
            return Optional.of(AxiomNotation.parse(text)).filter(Smallest::hasWrittenVersions);
        } catch (IllegalArgumentException readsWhatNobodyWrites) {
            return Optional.empty();
        }
    }

    private static boolean hasWrittenVersions(KeyValueHistory history) {
        for (int key = 0; key < history.keyCount(); key++) {
            for (int at = 0; at < history.versionCount(key); at++) {
                if (!history.writes(history.version(key, at), key)) {
                    return false;
                }
            }
        }
        return true;
    }
}
