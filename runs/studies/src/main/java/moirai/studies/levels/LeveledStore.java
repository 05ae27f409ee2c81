package moirai.studies.levels;

import it.unimi.dsi.fastutil.ints.Int2IntOpenHashMap;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;

/**
 * A store of registers that keeps to a level and no more. Sessions of the levels {@code psi} and {@code cc} belong to
 * sites, each of which applies commits of the others late, in an order that respects causality. A transaction that a
 * level refuses is not recorded.
 */
final class LeveledStore {

    private static final int SITES = 4;

    /** A level that a store can keep to. */
    enum Level {
        SER,
        SI,
        PSI,
        PC,
        CC;

        static Level of(String label) {
            return valueOf(label.toUpperCase(Locale.ROOT));
        }

        boolean hasSites() {
            return this == PSI || this == CC;
        }
    }

    private final Level level;
    private final SplittableRandom random;
    private final int keyCount;
    /** The numbers of the commits that wrote each key, and the values that they wrote. */
    private final List<IntArrayList> writers = new ArrayList<>();

    private final List<IntArrayList> values = new ArrayList<>();
    /** The number of commits that a session's open transaction sees. */
    private final int[] snapshot;

    private final Site[] sites = new Site[SITES];
    private final List<Remote> remotes = new ArrayList<>();
    private int lastValue;
    private int commits;

    /** A commit at a site: what its site had applied of each site, and what it wrote. */
    private record Remote(int[] dependencies, int[] keys, int[] values, int stamp) {}

    /** A site: how many commits of each site it has applied, its own in order, and what it holds. */
    private static final class Site {
        final int[] applied = new int[SITES];
        final IntArrayList own = new IntArrayList();
        final int[] value;
        final int[] stamp;

        Site(int keys) {
            value = new int[keys];
            stamp = new int[keys];
        }
    }

    LeveledStore(Level level, int sessions, int keyCount, SplittableRandom random) {
        this.level = level;
        this.keyCount = keyCount;
        this.random = random;
        this.snapshot = new int[sessions];
        for (int key = 0; key < keyCount; key++) {
            writers.add(new IntArrayList());
            values.add(new IntArrayList());
        }
        Arrays.setAll(sites, site -> new Site(keyCount));
    }

    /** Returns a random op: a key to write, or the complement of a key to read. */
    int anyOp() {
        int key = random.nextInt(keyCount);
        return random.nextBoolean() ? key : ~key;
    }

    /** Lets the session's transaction take its snapshot. */
    void begin(int session) {
        snapshot[session] = commits;
    }

    /** Executes a plan; adds its ops to the columns if it commits, and returns whether it does. */
    boolean commit(int session, int txn, int[] plan, int ops, IntArrayList keys, IntArrayList read) {
        int site = session % SITES;
        if (level.hasSites()) {
            deliver(site);
        }
        if (level == Level.SER) {
            snapshot[session] = commits;
        }
        if (isRefused(session, plan, ops)) {
            return false;
        }
        var own = new Int2IntOpenHashMap();
        for (int i = 0; i < ops; i++) {
            int key = plan[i];
            if (key >= 0) {
                own.put(key, ++lastValue);
            }
            int of = key >= 0 ? key : ~key;
            keys.add(key);
            read.add(own.containsKey(of) ? own.get(of) : value(session, of));
        }
        apply(site, own);
        return true;
    }

    private boolean isRefused(int session, int[] plan, int ops) {
        for (int i = 0; i < ops; i++) {
            int key = plan[i];
            if (key < 0 || writers.get(key).isEmpty()) {
                continue;
            }
            boolean unseen = level.hasSites()
                    ? sites[session % SITES].value[key] != values.get(key).topInt()
                    : writers.get(key).topInt() >= snapshot[session];
            if (unseen && (level == Level.SI || level == Level.PSI)) {
                return true;
            }
        }
        return false;
    }

    private int value(int session, int key) {
        if (level.hasSites()) {
            return sites[session % SITES].value[key];
        }
        IntArrayList of = writers.get(key);
        for (int i = of.size() - 1; i >= 0; i--) {
            if (of.getInt(i) < snapshot[session]) {
                return values.get(key).getInt(i);
            }
        }
        return 0;
    }

    private void apply(int site, Int2IntOpenHashMap own) {
        own.forEach((key, value) -> {
            writers.get(key).add(commits);
            values.get(key).add(value);
        });
        commits++;
        if (level.hasSites()) {
            Site at = sites[site];
            int[] written = own.keySet().toIntArray();
            int[] to = Arrays.stream(written).map(own::get).toArray();
            var remote = new Remote(at.applied.clone(), written, to, commits);
            at.own.add(remotes.size());
            remotes.add(remote);
            at.applied[site]++;
            store(at, remote);
        }
    }

    /** Applies some commits of other sites whose causes are applied here. */
    private void deliver(int site) {
        Site at = sites[site];
        for (int tries = random.nextInt(8); tries > 0; tries--) {
            int from = random.nextInt(SITES);
            if (from != site && at.applied[from] < sites[from].own.size()) {
                int number = sites[from].own.getInt(at.applied[from]);
                Remote remote = remotes.get(number);
                boolean ready = true;
                for (int other = 0; other < SITES; other++) {
                    ready &= remote.dependencies()[other] <= at.applied[other];
                }
                if (ready) {
                    at.applied[from]++;
                    store(at, remote);
                }
            }
        }
    }

    private static void store(Site site, Remote remote) {
        for (int i = 0; i < remote.keys().length; i++) {
            int key = remote.keys()[i];
            if (remote.stamp() > site.stamp[key]) {
                site.stamp[key] = remote.stamp();
                site.value[key] = remote.values()[i];
            }
        }
    }
}
