package moirai.analysis.axioms;

import static moirai.analysis.axioms.KeyValueHistory.INITIAL;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Small histories as text, a transaction a line: {@code T0 s1 [3,9] rx=T2 ry=0 wx} reads x from T2 and y from the
 * initial state, and writes x, in session 1 and between 3 and 9; {@code [3,]} if nobody saw the end. The versions of x
 * that are known: {@code x T0 T2}.
 */
final class AxiomNotation {

    private static final String KEYS = "xyzuvabcdefghijklm";

    private AxiomNotation() {}

    static KeyValueHistory parse(String text) {
        var builder = new KeyValueHistory.Builder(text.contains("["));
        Map<Integer, int[]> versions = new TreeMap<>();
        for (String line : text.strip().lines().toList()) {
            String[] words = line.strip().split(" +");
            if (words[0].startsWith("T")) {
                parseTxn(words, builder);
            } else {
                int[] writers = new int[words.length - 1];
                for (int i = 1; i < words.length; i++) {
                    writers[i - 1] = source(words[i]);
                }
                versions.put(key(words[0]), writers);
            }
        }
        versions.forEach(builder::versions);
        return builder.build();
    }

    private static void parseTxn(String[] words, KeyValueHistory.Builder builder) {
        int session = Integer.parseInt(words[1].substring(1));
        int first = 2;
        if (words.length > 2 && words[2].startsWith("[")) {
            int comma = words[2].indexOf(',');
            String bound = words[2].substring(comma + 1, words[2].length() - 1);
            long start = Long.parseLong(words[2].substring(1, comma));
            builder.txn(session, start, bound.isEmpty() ? Long.MAX_VALUE : Long.parseLong(bound), source(words[0]));
            first = 3;
        } else {
            builder.txn(session, 0, 0, source(words[0]));
        }
        for (int i = first; i < words.length; i++) {
            int key = key(words[i].substring(1));
            if (words[i].startsWith("r")) {
                builder.read(key, source(words[i].substring(3)));
            } else {
                builder.write(key);
            }
        }
    }

    private static int key(String word) {
        int key = KEYS.indexOf(word.charAt(0));
        if (key < 0) {
            throw new IllegalArgumentException(word);
        }
        return key;
    }

    private static int source(String word) {
        return word.equals("0") ? INITIAL : Integer.parseInt(word.substring(1));
    }

    static String format(KeyValueHistory history) {
        var lines = new ArrayList<String>();
        for (int txn = 0; txn < history.txnCount(); txn++) {
            lines.add(String.join(" ", words(history, txn)));
        }
        for (int key = 0; key < history.keyCount(); key++) {
            var line = new StringBuilder().append(KEYS.charAt(key));
            for (int at = 0; at < history.versionCount(key); at++) {
                line.append(" T").append(history.version(key, at));
            }
            if (history.versionCount(key) > 0) {
                lines.add(line.toString());
            }
        }
        return String.join("\n", lines) + "\n";
    }

    private static List<String> words(KeyValueHistory history, int txn) {
        var words = new ArrayList<String>();
        words.add("T" + txn);
        words.add("s" + history.session(txn));
        if (history.isTimed()) {
            long end = history.endNanos(txn);
            words.add("[" + history.startNanos(txn) + "," + (end == Long.MAX_VALUE ? "" : end) + "]");
        }
        for (int read = history.firstRead(txn); read < history.endRead(txn); read++) {
            int source = history.readSource(read);
            words.add("r" + KEYS.charAt(history.readKey(read)) + "=" + (source == INITIAL ? "0" : "T" + source));
        }
        for (int write = history.firstWrite(txn); write < history.endWrite(txn); write++) {
            words.add("w" + KEYS.charAt(history.writeKey(write)));
        }
        return words;
    }
}
