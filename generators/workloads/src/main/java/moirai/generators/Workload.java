package moirai.generators;

import java.util.HashSet;
import java.util.regex.Pattern;

/**
 * The recipe of a list-append workload, as Jepsen generates it; together with a seed it fixes every plan.
 *
 * <p>Transactions append to and read lists. At any time {@code keyCount} keys are live; when an append would give a
 * key more than {@code maxWritesPerKey} elements, the key is retired and the next unused number takes its slot. So
 * contention stays high while no list grows without bound.
 *
 * <p>Written as {@code append key-dist=exponential:2.0 key-count=10 max-writes-per-key=32 max-txn-length=4
 * read-share=0.5}, with every parameter, so that a recipe kept with a history outlives a change of defaults.
 *
 * @param keyDistribution which slots of the window are hot
 * @param keyCount how many keys are live at a time
 * @param maxWritesPerKey how many appends a key gets before it is retired
 * @param maxTxnLength transactions have 1 to this many ops, each length as likely as the others
 * @param readShare the probability that an op is a read
 */
public record Workload(
        KeyDistribution keyDistribution, int keyCount, int maxWritesPerKey, int maxTxnLength, double readShare) {

    /** What {@link #parse} accepts as the first word, for messages and help. */
    public static final String NAME = "append";

    private static final int KEY_COUNT_MAX = 1_000_000;
    private static final int WRITES_PER_KEY_MAX = 1_000_000;
    private static final int TXN_LENGTH_MAX = 1_000;

    private static final Workload DEFAULT =
            new Workload(new KeyDistribution.Exponential(KeyDistribution.Exponential.BASE_DEFAULT), 10, 32, 4, 0.5);

    private static final Pattern SPACES = Pattern.compile("\\s+");

    public Workload {
        Ranges.check("key-count", keyCount, 1, KEY_COUNT_MAX);
        Ranges.check("max-writes-per-key", maxWritesPerKey, 1, WRITES_PER_KEY_MAX);
        Ranges.check("max-txn-length", maxTxnLength, 1, TXN_LENGTH_MAX);
        Ranges.check("read-share", readShare, 0.0, 1.0);
    }

    /** Jepsen's defaults: 10 exponentially chosen keys, 32 appends each, 1 to 4 ops, as many reads as appends. */
    public static Workload append() {
        return DEFAULT;
    }

    /**
     * Reads what {@link #toString} writes; parameters may come in any order, and those left out have their defaults.
     *
     * @throws IllegalArgumentException if the text is something else; the message says what would be accepted
     */
    public static Workload parse(String text) {
        String[] words = SPACES.split(text.strip(), -1);
        if (!words[0].equals(NAME)) {
            throw new IllegalArgumentException("'" + words[0] + "' is not a workload: expected " + NAME);
        }
        var seen = new HashSet<String>();
        Workload workload = DEFAULT;
        for (int i = 1; i < words.length; i++) {
            int equals = words[i].indexOf('=');
            if (equals < 0 || !seen.add(words[i].substring(0, equals))) {
                throw new IllegalArgumentException(
                        "'" + words[i] + "' in a workload: expected each parameter once, as NAME=VALUE");
            }
            workload = workload.with(words[i].substring(0, equals), words[i].substring(equals + 1));
        }
        return workload;
    }

    /** This recipe with one parameter, by its written name, read from text. */
    private Workload with(String name, String value) {
        return switch (name) {
            case "key-dist" -> withKeyDistribution(KeyDistribution.parse(value));
            case "key-count" -> withKeyCount(Ranges.parse(name, value, 1, KEY_COUNT_MAX));
            case "max-writes-per-key" -> withMaxWritesPerKey(Ranges.parse(name, value, 1, WRITES_PER_KEY_MAX));
            case "max-txn-length" -> withMaxTxnLength(Ranges.parse(name, value, 1, TXN_LENGTH_MAX));
            case "read-share" -> withReadShare(Ranges.parse(name, value, 0.0, 1.0));
            default ->
                throw new IllegalArgumentException("'" + name + "' is not a parameter of workload " + NAME
                        + ": expected key-dist, key-count, max-writes-per-key, max-txn-length or read-share");
        };
    }

    public Workload withKeyDistribution(KeyDistribution changed) {
        return new Workload(changed, keyCount, maxWritesPerKey, maxTxnLength, readShare);
    }

    public Workload withKeyCount(int changed) {
        return new Workload(keyDistribution, changed, maxWritesPerKey, maxTxnLength, readShare);
    }

    public Workload withMaxWritesPerKey(int changed) {
        return new Workload(keyDistribution, keyCount, changed, maxTxnLength, readShare);
    }

    public Workload withMaxTxnLength(int changed) {
        return new Workload(keyDistribution, keyCount, maxWritesPerKey, changed, readShare);
    }

    public Workload withReadShare(double changed) {
        return new Workload(keyDistribution, keyCount, maxWritesPerKey, maxTxnLength, changed);
    }

    @Override
    public String toString() {
        return NAME
                + " key-dist=" + keyDistribution
                + " key-count=" + keyCount
                + " max-writes-per-key=" + maxWritesPerKey
                + " max-txn-length=" + maxTxnLength
                + " read-share=" + readShare;
    }
}
