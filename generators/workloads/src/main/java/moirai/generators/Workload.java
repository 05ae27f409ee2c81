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
 * read-share=0.5}, with every parameter, so that a recipe kept with a history outlives a change of defaults; where
 * there are scans, {@code scan-share=0.25 scan-width=8} follow.
 *
 * @param keyDistribution which slots of the window are hot
 * @param keyCount how many keys are live at a time
 * @param maxWritesPerKey how many appends a key gets before it is retired
 * @param maxTxnLength transactions have 1 to this many ops, each length as likely as the others
 * @param readShare the probability that an op that is no scan is a read
 * @param scans how often ops read all lists of a range
 */
public record Workload(
        KeyDistribution keyDistribution,
        int keyCount,
        int maxWritesPerKey,
        int maxTxnLength,
        double readShare,
        ScanMix scans) {

    /** What {@link #parse} accepts as the first word, for messages and help. */
    public static final String NAME = "append";

    private static final int KEY_COUNT_MAX = 1_000_000;
    private static final int WRITES_PER_KEY_MAX = 1_000_000;
    private static final int TXN_LENGTH_MAX = 1_000;

    private static final Workload DEFAULT = new Workload(
            new KeyDistribution.Exponential(KeyDistribution.Exponential.BASE_DEFAULT), 10, 32, 4, 0.5, ScanMix.NONE);

    /** The other first word that {@link #parse} accepts, which stands for {@link #predicate}. */
    public static final String PREDICATE = "predicate";

    private static final Workload OF_SCANS =
            new Workload(new KeyDistribution.Uniform(), 8, 4, 4, 0.2, new ScanMix(0.35, 8));

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

    /** Many scans of ranges in which lists are born all the time: 8 live keys, 4 appends each, a third of ops scans. */
    public static Workload predicate() {
        return OF_SCANS;
    }

    /**
     * Reads what {@link #toString} writes; parameters may come in any order, and those left out have their defaults.
     *
     * @throws IllegalArgumentException if the text is something else; the message says what would be accepted
     */
    public static Workload parse(String text) {
        String[] words = SPACES.split(text.strip(), -1);
        if (!words[0].equals(NAME) && !words[0].equals(PREDICATE)) {
            throw new IllegalArgumentException(
                    "'" + words[0] + "' is not a workload: expected " + NAME + " or " + PREDICATE);
        }
        var seen = new HashSet<String>();
        Workload workload = words[0].equals(NAME) ? DEFAULT : OF_SCANS;
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
            case "scan-share" -> withScanShare(Ranges.parse(name, value, 0.0, 1.0));
            case "scan-width" -> withScanWidth(Ranges.parse(name, value, 1, ScanMix.WIDTH_MAX));
            default ->
                throw new IllegalArgumentException("'" + name + "' is not a parameter of workload " + NAME
                        + ": expected key-dist, key-count, max-writes-per-key, max-txn-length, read-share, scan-share"
                        + " or scan-width");
        };
    }

    public Workload withKeyDistribution(KeyDistribution changed) {
        return new Workload(changed, keyCount, maxWritesPerKey, maxTxnLength, readShare, scans);
    }

    public Workload withKeyCount(int changed) {
        return new Workload(keyDistribution, changed, maxWritesPerKey, maxTxnLength, readShare, scans);
    }

    public Workload withMaxWritesPerKey(int changed) {
        return new Workload(keyDistribution, keyCount, changed, maxTxnLength, readShare, scans);
    }

    public Workload withMaxTxnLength(int changed) {
        return new Workload(keyDistribution, keyCount, maxWritesPerKey, changed, readShare, scans);
    }

    public Workload withReadShare(double changed) {
        return new Workload(keyDistribution, keyCount, maxWritesPerKey, maxTxnLength, changed, scans);
    }

    public Workload withScans(ScanMix changed) {
        return new Workload(keyDistribution, keyCount, maxWritesPerKey, maxTxnLength, readShare, changed);
    }

    public Workload withScanShare(double changed) {
        return withScans(new ScanMix(changed, scans.width()));
    }

    public Workload withScanWidth(int changed) {
        return withScans(new ScanMix(scans.share(), changed));
    }

    @Override
    public String toString() {
        return NAME
                + " key-dist=" + keyDistribution
                + " key-count=" + keyCount
                + " max-writes-per-key=" + maxWritesPerKey
                + " max-txn-length=" + maxTxnLength
                + " read-share=" + readShare
                + (scans.equals(ScanMix.NONE) ? "" : " scan-share=" + scans.share() + " scan-width=" + scans.width());
    }
}
