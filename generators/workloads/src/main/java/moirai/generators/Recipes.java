package moirai.generators;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The words that a recipe may begin with. Some stand for a structure with its usual parameters, others for a recipe
 * that is written out with the word of its structure.
 */
final class Recipes {

    private static final Map<String, Workload> NAMED = named();

    private Recipes() {}

    /**
     * Returns the recipe that a word stands for.
     *
     * @throws IllegalArgumentException if there is none; the message lists the words
     */
    static Workload named(String word) {
        Workload found = NAMED.get(word);
        if (found == null) {
            throw new IllegalArgumentException(
                    "'" + word + "' is not a workload: expected one of " + String.join(", ", NAMED.keySet()));
        }
        return found;
    }

    private static Map<String, Workload> named() {
        var named = new LinkedHashMap<String, Workload>();
        named.put(Structure.LISTS.label(), Workload.append());
        named.put("predicate", Workload.predicate());
        named.put("long-fork", longFork());
        named.put("causal-reverse", causalReverse());
        named.put("causal", grouped(4, 32, 0.2, new Groups(2, 1, Groups.Reads.AROUND)));
        named.put("dirty-read", dirtyRead());
        named.put("g2", antiDependencies());
        named.put("cas", registers(Groups.Reads.COMPARED));
        named.put("monotonic", registers(Groups.Reads.FIRST));
        for (Structure structure : Structure.values()) {
            named.putIfAbsent(structure.label(), Workload.of(structure));
        }
        return named;
    }

    /**
     * Jepsen's long-fork: pairs of keys, of which transactions change one or read both. There each key is written once,
     * as its registers show no order of versions; lists do, so that each neighbouring append is another opportunity.
     */
    private static Workload longFork() {
        return grouped(4, 32, 0.6, new Groups(2));
    }

    /** Jepsen's causal-reverse, and comments of its test of CockroachDB: blind appends, and reads of several keys. */
    private static Workload causalReverse() {
        return grouped(5, 32, 0.4, new Groups(5));
    }

    /** Jepsen's dirty-reads: transactions that change all keys of a group, half of them in vain, and reads of all. */
    private static Workload dirtyRead() {
        return grouped(8, 32, 0.5, new Groups(4, 4, Groups.Reads.APART)).withAbortShare(0.5);
    }

    /**
     * Jepsen's test of Adya's G2: who finds no row of a pair inserts one. Here groups are of eight, so that more
     * sessions meet, and who finds a row inserts another: what was found is recorded, and inserts that did not see each
     * other are the anomaly.
     */
    private static Workload antiDependencies() {
        return grouped(8, 2, 0.1, new Groups(8, 1, Groups.Reads.FIRST)).withScanShare(1);
    }

    /**
     * Jepsen's linearizable registers, which are read, written, and written if they hold what was read; or registers
     * that every writer reads first, as in its monotonic. Where the values of a register are unique, linearizability is
     * decided in almost linear time.
     */
    private static Workload registers(Groups.Reads reads) {
        return Workload.of(Structure.REGISTERS)
                .withKeyDistribution(new KeyDistribution.Uniform())
                .withKeyCount(3)
                .withMaxWritesPerKey(128)
                .withReadShare(0.33)
                .withGroups(new Groups(1, 1, reads));
    }

    private static Workload grouped(int keyCount, int maxWritesPerKey, double readShare, Groups groups) {
        return Workload.append()
                .withKeyDistribution(new KeyDistribution.Uniform())
                .withKeyCount(keyCount)
                .withMaxWritesPerKey(maxWritesPerKey)
                .withReadShare(readShare)
                .withGroups(groups);
    }
}
