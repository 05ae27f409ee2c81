package moirai.generators;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The recipe of a workload; together with a seed it fixes every plan.
 *
 * <p>Transactions change keys and read them; {@link Structure} says what keys hold. At any time {@code keyCount} keys
 * are live; when a key would be changed more than {@code maxWritesPerKey} times, it is retired and the next unused
 * number takes its slot. So contention stays high while no list grows without bound. Accounts are never retired.
 *
 * <p>Written as {@code append key-dist=exponential:2.0 key-count=10 max-writes-per-key=32 max-txn-length=4
 * read-share=0.5}, with every parameter, so that a recipe kept with a history outlives a change of defaults; where
 * there are scans, {@code scan-share=0.25 scan-width=8} follow. A recipe with {@code group-size=2} is one of
 * {@link Groups}.
 *
 * @param structure what keys hold
 * @param keyDistribution which slots of the window are hot
 * @param keyCount how many keys are live at a time
 * @param maxWritesPerKey how many changes a key gets before it is retired
 * @param maxTxnLength transactions have 1 to this many ops, each length as likely as the others; those on accounts
 *     or groups of keys have what they need
 * @param mix what ops do
 */
public record Workload(
        Structure structure,
        KeyDistribution keyDistribution,
        int keyCount,
        int maxWritesPerKey,
        int maxTxnLength,
        OpMix mix) {

    private static final int KEY_COUNT_MAX = 1_000_000;
    private static final int WRITES_PER_KEY_MAX = 1_000_000;
    private static final int TXN_LENGTH_MAX = 1_000;

    private static final KeyDistribution HOT =
            new KeyDistribution.Exponential(KeyDistribution.Exponential.BASE_DEFAULT);
    private static final KeyDistribution EVEN = new KeyDistribution.Uniform();

    private static final Workload DEFAULT = new Workload(Structure.LISTS, HOT, 10, 32, 4, OpMix.DEFAULT);

    private static final Workload OF_SCANS = new Workload(
            Structure.LISTS,
            EVEN,
            8,
            4,
            4,
            new OpMix(0.2, new ScanMix(0.35, 8), OpMix.Amounts.DEFAULT, Groups.NONE, 0));

    private static final String GROUP_SIZE = "group-size";

    private static final Pattern SPACES = Pattern.compile("\\s+");

    public Workload {
        Ranges.check("key-count", keyCount, structure == Structure.ACCOUNTS ? 2 : 1, KEY_COUNT_MAX);
        Ranges.check("max-writes-per-key", maxWritesPerKey, 1, WRITES_PER_KEY_MAX);
        Ranges.check("max-txn-length", maxTxnLength, 1, TXN_LENGTH_MAX);
        if (mix.groups().reads() == Groups.Reads.COMPARED && structure != Structure.REGISTERS) {
            throw new IllegalArgumentException("group-reads compared: keys of workload " + structure.label()
                    + " are not compared before they are changed; expected workload register");
        }
        if (!mix.groups().isNone()) {
            maxTxnLength = mix.groups().opCountMax();
        }
    }

    /**
     * Returns Jepsen's defaults: 10 exponentially chosen keys, 32 appends each, 1 to 4 ops, as many reads as appends.
     */
    public static Workload append() {
        return DEFAULT;
    }

    /**
     * Returns a workload with many scans of ranges in which lists are born all the time: 8 live keys, 4 appends each, a
     * third of ops scans.
     */
    public static Workload predicate() {
        return OF_SCANS;
    }

    /**
     * Returns the usual recipe for a structure. Sets are few and grow to a hundred elements, since reads are of whole
     * sets. Counters are changed and read one at a time, as by Jepsen, or sums would hardly ever be proven right.
     */
    public static Workload of(Structure structure) {
        return switch (structure) {
            case LISTS -> DEFAULT;
            case REGISTERS -> new Workload(structure, HOT, 10, 32, 4, OpMix.DEFAULT);
            case SETS -> new Workload(structure, EVEN, 3, 100, 4, OpMix.DEFAULT);
            case COUNTERS ->
                new Workload(
                        structure,
                        EVEN,
                        5,
                        500,
                        1,
                        new OpMix(0.5, ScanMix.NONE, new OpMix.Amounts(5, 0, true), Groups.NONE, 0));
            case ACCOUNTS -> new Workload(structure, EVEN, 8, 1, 1, OpMix.DEFAULT);
        };
    }

    /**
     * Reads what {@link #toString} writes; parameters may come in any order, and those left out have their defaults.
     *
     * @throws IllegalArgumentException if the text is something else; the message says what would be accepted
     */
    public static Workload parse(String text) {
        String[] words = SPACES.split(text.strip(), -1);
        Workload workload = Recipes.named(words[0]);
        // Which other parameters there are depends on whether there are groups.
        List<String> parameters = Stream.of(words)
                .skip(1)
                .sorted(Comparator.comparing(word -> !word.startsWith(GROUP_SIZE + "=")))
                .toList();
        var seen = new HashSet<String>();
        for (String parameter : parameters) {
            int equals = parameter.indexOf('=');
            if (equals < 0 || !seen.add(parameter.substring(0, equals))) {
                throw new IllegalArgumentException(
                        "'" + parameter + "' in a workload: expected each parameter once, as NAME=VALUE");
            }
            workload = workload.with(parameter.substring(0, equals), parameter.substring(equals + 1));
        }
        return workload;
    }

    /** Returns this recipe with one parameter, by its written name, read from text. */
    private Workload with(String name, String value) {
        require(name);
        return switch (name) {
            case "key-dist" -> withKeyDistribution(KeyDistribution.parse(value));
            case "key-count" -> withKeyCount(Ranges.parse(name, value, 1, KEY_COUNT_MAX));
            case "max-writes-per-key" -> withMaxWritesPerKey(Ranges.parse(name, value, 1, WRITES_PER_KEY_MAX));
            case "max-txn-length" -> withMaxTxnLength(Ranges.parse(name, value, 1, TXN_LENGTH_MAX));
            case "read-share" -> withReadShare(Ranges.parse(name, value, 0.0, 1.0));
            case "scan-share" -> withScanShare(Ranges.parse(name, value, 0.0, 1.0));
            case "scan-width" -> withScanWidth(Ranges.parse(name, value, 1, ScanMix.WIDTH_MAX));
            case "abort-share" -> withAbortShare(Ranges.parse(name, value, 0.0, 1.0));
            case GROUP_SIZE -> withGroups(groups().withSize(Ranges.parse(name, value, 1, Groups.SIZE_MAX)));
            case "group-changes" -> withGroups(groups().withChanges(Ranges.parse(name, value, 1, Groups.SIZE_MAX)));
            case "group-reads" -> withGroups(groups().withReads(Groups.Reads.parse(value)));
            case "max-amount" -> {
                int max = Ranges.parse(name, value, 1, OpMix.Amounts.AMOUNT_MAX);
                yield withAmounts(
                        new OpMix.Amounts(max, amounts().total(), amounts().negativeBalances()));
            }
            case "total" -> {
                int total = Ranges.parse(name, value, 0, OpMix.Amounts.AMOUNT_MAX);
                yield withAmounts(
                        new OpMix.Amounts(amounts().max(), total, amounts().negativeBalances()));
            }
            case "negative-balances" ->
                withAmounts(new OpMix.Amounts(amounts().max(), amounts().total(), Ranges.parseBoolean(name, value)));
            default -> throw new IllegalStateException("parameter " + name + " is not read");
        };
    }

    /** Returns the parameters of this recipe, by their written names. */
    private List<String> parameters() {
        if (groups().isNone()) {
            return structure.parameters();
        }
        var known = new ArrayList<>(structure.parameters());
        known.removeAll(List.of("max-txn-length", "scan-width"));
        known.addAll(List.of("group-changes", "group-reads"));
        return known;
    }

    private void require(String name) {
        List<String> known = parameters();
        if (!known.contains(name)) {
            throw new IllegalArgumentException("'" + name + "' is not a parameter of workload " + structure.label()
                    + (groups().isNone() ? "" : " with groups of keys") + ": expected "
                    + String.join(", ", known.subList(0, known.size() - 1)) + " or "
                    + known.getLast());
        }
    }

    public Workload withKeyDistribution(KeyDistribution changed) {
        require("key-dist");
        return new Workload(structure, changed, keyCount, maxWritesPerKey, maxTxnLength, mix);
    }

    public Workload withKeyCount(int changed) {
        return new Workload(structure, keyDistribution, changed, maxWritesPerKey, maxTxnLength, mix);
    }

    public Workload withMaxWritesPerKey(int changed) {
        require("max-writes-per-key");
        return new Workload(structure, keyDistribution, keyCount, changed, maxTxnLength, mix);
    }

    public Workload withMaxTxnLength(int changed) {
        require("max-txn-length");
        return new Workload(structure, keyDistribution, keyCount, maxWritesPerKey, changed, mix);
    }

    public Workload withReadShare(double changed) {
        return withMix(new OpMix(changed, scans(), amounts(), groups(), abortShare()));
    }

    public Workload withScans(ScanMix changed) {
        require("scan-share");
        return withMix(new OpMix(readShare(), changed, amounts(), groups(), abortShare()));
    }

    public Workload withScanShare(double changed) {
        return withScans(new ScanMix(changed, scans().width()));
    }

    public Workload withScanWidth(int changed) {
        return withScans(new ScanMix(scans().share(), changed));
    }

    /** Returns this recipe for transactions on groups of keys. */
    public Workload withGroups(Groups changed) {
        require(GROUP_SIZE);
        return withMix(new OpMix(readShare(), scans(), amounts(), changed, abortShare()));
    }

    /** Returns this recipe with sessions that roll back a part of the transactions that change something. */
    public Workload withAbortShare(double changed) {
        require("abort-share");
        return withMix(new OpMix(readShare(), scans(), amounts(), groups(), changed));
    }

    private Workload withAmounts(OpMix.Amounts changed) {
        return withMix(new OpMix(readShare(), scans(), changed, groups(), abortShare()));
    }

    private Workload withMix(OpMix changed) {
        return new Workload(structure, keyDistribution, keyCount, maxWritesPerKey, maxTxnLength, changed);
    }

    /** Returns the probability that an op that is no scan is a read. */
    public double readShare() {
        return mix.readShare();
    }

    /** Returns the share and width of scans. */
    public ScanMix scans() {
        return mix.scans();
    }

    /** Returns the amounts by which counters and accounts change. */
    public OpMix.Amounts amounts() {
        return mix.amounts();
    }

    /** Returns the groups of keys on which transactions run; {@link Groups#NONE} if they run on any keys. */
    public Groups groups() {
        return mix.groups();
    }

    /** Returns the probability that a session rolls back a transaction that changes something. */
    public double abortShare() {
        return mix.abortShare();
    }

    /** Returns the balances before the first transaction, from account 0; empty if keys are not accounts. */
    public List<Integer> balances() {
        if (structure != Structure.ACCOUNTS) {
            return List.of();
        }
        int total = amounts().total();
        return IntStream.range(0, keyCount)
                .mapToObj(account -> total / keyCount + (account < total % keyCount ? 1 : 0))
                .toList();
    }

    @Override
    public String toString() {
        var text = new StringBuilder(structure.label());
        for (String name : parameters()) {
            if (isWritten(name)) {
                text.append(' ').append(name).append('=').append(value(name));
            }
        }
        return text.toString();
    }

    private boolean isWritten(String name) {
        return switch (name) {
            case "scan-share", "scan-width" -> !scans().equals(ScanMix.NONE);
            case "abort-share" -> abortShare() > 0;
            case GROUP_SIZE -> !groups().isNone();
            default -> true;
        };
    }

    private Object value(String name) {
        return switch (name) {
            case "key-dist" -> keyDistribution;
            case "key-count" -> keyCount;
            case "max-writes-per-key" -> maxWritesPerKey;
            case "max-txn-length" -> maxTxnLength;
            case "read-share" -> readShare();
            case "scan-share" -> scans().share();
            case "scan-width" -> scans().width();
            case "abort-share" -> abortShare();
            case GROUP_SIZE -> groups().size();
            case "group-changes" -> groups().changes();
            case "group-reads" -> groups().reads();
            case "max-amount" -> amounts().max();
            case "total" -> amounts().total();
            case "negative-balances" -> amounts().negativeBalances();
            default -> throw new IllegalStateException("parameter " + name + " is not written");
        };
    }
}
