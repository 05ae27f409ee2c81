package moirai.analysis.axioms;

import static moirai.analysis.axioms.KeyValueHistory.INITIAL;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/**
 * Random histories of up to six transactions, six sessions and three keys, with repeated reads, blind writes,
 * transactions that only read or do nothing, intervals, and known versions.
 *
 * <p>A store executes the transactions in a hidden order and answers each read with a version that is mostly not older
 * than its history's {@link Mode} allows; then, in half of the histories, some reads get any version at all.
 */
final class RandomHistories {

    /** The way in which the store answers. */
    private enum Mode {
        /** Any version, even a future one. */
        ANYTHING,
        /** Each read with a version of its own choice, not older than the session saw. */
        MONOTONIC,
        /** All reads of a transaction from one moment, not older than the session's last transaction. */
        SNAPSHOT,
        /** All reads of a transaction from any earlier moment. */
        OLD_SNAPSHOT,
        /** Any set of earlier transactions that has, with each, all that it sees itself. */
        FORKED,
        /** The latest version. */
        LATEST;

        static Mode any(Random random) {
            Mode[] modes = {
                ANYTHING, ANYTHING, ANYTHING, MONOTONIC, SNAPSHOT, OLD_SNAPSHOT, FORKED, FORKED, FORKED, LATEST
            };
            return modes[random.nextInt(modes.length)];
        }
    }

    private final Random random;
    private final int txnCount;
    private final int keyCount;
    private final int[] session;
    /** The transactions in the order in which the store executes them; moments are places in it. */
    private final int[] hidden;

    private final int[] moment;
    /** Places in the hidden order that each sees if the store is forked, as bits. */
    private final int[] seen;

    private final boolean[][] writes;
    private final List<List<Integer>> readKeys = new ArrayList<>();

    private RandomHistories(Random random) {
        this.random = random;
        this.txnCount = Math.min(6, 1 + random.nextInt(12));
        this.keyCount = 1 + random.nextInt(3);
        int sessionCount = 1 + random.nextInt(6);
        this.session = random.ints(txnCount, 0, sessionCount).toArray();
        this.hidden = new int[txnCount];
        Arrays.setAll(hidden, i -> i);
        this.moment = new int[txnCount];
        this.seen = new int[txnCount];
        this.writes = new boolean[txnCount][keyCount];
        executeInAnyOrder(random.nextInt(4) == 0);
        fork();
        switch (random.nextInt(4)) {
            case 0 -> giveRoles();
            case 1 -> giveOps(4);
            default -> giveOps(2);
        }
    }

    /** Some read all keys, some write one, and some read all others first: long forks and write skews. */
    private void giveRoles() {
        if (random.nextBoolean()) {
            Arrays.setAll(session, txn -> txn);
        }
        for (int txn = 0; txn < txnCount; txn++) {
            int role = random.nextInt(5);
            int own = role < 2 ? -1 : random.nextInt(keyCount);
            var keys = new ArrayList<Integer>();
            for (int key = 0; key < keyCount; key++) {
                writes[txn][key] = key == own;
                if (role < 2 || (role == 2 && key != own)) {
                    keys.add(key);
                }
            }
            Collections.shuffle(keys, random);
            readKeys.add(keys);
        }
    }

    /** Reads and writes at random; in {@code updatesOf5} of five cases a key that is read is written too. */
    private void giveOps(int updatesOf5) {
        for (int txn = 0; txn < txnCount; txn++) {
            var keys = new ArrayList<Integer>();
            for (int count = random.nextInt(4); count > 0; count--) {
                keys.add(random.nextInt(keyCount));
            }
            readKeys.add(keys);
            for (int key = 0; key < keyCount; key++) {
                writes[txn][key] = random.nextInt(5) < (keys.contains(key) ? updatesOf5 : 2);
            }
        }
    }

    /** The next history; a pure function of the state of the random numbers. */
    static KeyValueHistory next(Random random) {
        return new RandomHistories(random).build();
    }

    private void fork() {
        for (int at = 0; at < txnCount; at++) {
            for (int before = 0; before < at; before++) {
                boolean sameSession = session[hidden[before]] == session[hidden[at]];
                if (random.nextInt(3) == 0 || (sameSession && random.nextInt(8) > 0)) {
                    seen[hidden[at]] |= seen[hidden[before]] | 1 << before;
                }
            }
        }
    }

    /** Any order, or one that keeps the order of each session. */
    private void executeInAnyOrder(boolean any) {
        for (int i = txnCount - 1; i > 0; i--) {
            int j = random.nextInt(i + 1);
            int txn = hidden[i];
            hidden[i] = hidden[j];
            hidden[j] = txn;
        }
        for (int i = 0; !any && i < txnCount; i++) {
            for (int j = i + 1; j < txnCount; j++) {
                if (session[hidden[i]] == session[hidden[j]] && hidden[i] > hidden[j]) {
                    int txn = hidden[i];
                    hidden[i] = hidden[j];
                    hidden[j] = txn;
                }
            }
        }
        for (int i = 0; i < txnCount; i++) {
            moment[hidden[i]] = i;
        }
    }

    private KeyValueHistory build() {
        Mode mode = Mode.any(random);
        int troubleOf20 = random.nextBoolean() ? 0 : random.nextInt(8);
        boolean timed = random.nextInt(6) > 0;
        var builder = new KeyValueHistory.Builder(timed);
        long[] starts = new long[txnCount];
        long[] ends = new long[txnCount];
        chooseIntervals(starts, ends);
        for (int txn = 0; txn < txnCount; txn++) {
            builder.txn(session[txn], timed ? starts[txn] : 0, timed ? ends[txn] : 0, txn);
            int seen = earliest(mode, txn);
            for (int key : readKeys.get(txn)) {
                seen = mode == Mode.MONOTONIC ? between(seen, moment[txn]) : seen;
                boolean any = mode == Mode.ANYTHING || random.nextInt(20) < troubleOf20;
                int visible = mode == Mode.FORKED ? this.seen[txn] : (1 << seen) - 1;
                builder.read(key, any ? anySource(txn, key) : version(txn, key, visible));
            }
            for (int key = 0; key < keyCount; key++) {
                if (writes[txn][key]) {
                    builder.write(key);
                }
            }
        }
        for (int key = 0; key < keyCount; key++) {
            if (random.nextInt(5) == 0) {
                builder.versions(key, versions(key));
            }
        }
        return builder.build();
    }

    /** The moment from which a transaction reads, or from which its first read may be. */
    private int earliest(Mode mode, int txn) {
        int last = 0;
        for (int other = 0; other < txn; other++) {
            last = session[other] == session[txn] ? Math.max(last, moment[other] + 1) : last;
        }
        return switch (mode) {
            case ANYTHING, OLD_SNAPSHOT -> between(0, moment[txn]);
            case MONOTONIC -> Math.min(last, moment[txn]);
            case SNAPSHOT -> between(Math.min(last, moment[txn]), moment[txn]);
            case FORKED, LATEST -> moment[txn];
        };
    }

    private int between(int min, int max) {
        return min + random.nextInt(max - min + 1);
    }

    /** The key's last version among those written at these moments. */
    private int version(int reader, int key, int visible) {
        for (int at = txnCount - 1; at >= 0; at--) {
            if ((visible & 1 << at) != 0 && writes[hidden[at]][key] && hidden[at] != reader) {
                return hidden[at];
            }
        }
        return INITIAL;
    }

    private int anySource(int reader, int key) {
        var sources = new ArrayList<>(List.of(INITIAL));
        for (int txn = 0; txn < txnCount; txn++) {
            if (txn != reader && writes[txn][key]) {
                sources.add(txn);
            }
        }
        return sources.get(random.nextInt(sources.size()));
    }

    /** Some first versions, in the hidden order; sometimes with one that is out of order, or there twice. */
    private int[] versions(int key) {
        var order = new ArrayList<Integer>();
        for (int txn : hidden) {
            if (writes[txn][key]) {
                order.add(txn);
            }
        }
        var known = new ArrayList<>(order.subList(0, random.nextInt(order.size() + 1)));
        if (known.size() > 1 && random.nextInt(4) == 0) {
            int from = random.nextInt(known.size());
            int to = random.nextInt(known.size());
            if (random.nextBoolean()) {
                known.add(to, known.get(from));
            } else {
                Collections.swap(known, from, to);
            }
        }
        return known.stream().mapToInt(Integer::intValue).toArray();
    }

    /** Around the hidden moments, mostly; each session runs one transaction at a time. */
    private void chooseIntervals(long[] starts, long[] ends) {
        int slack = random.nextInt(12);
        for (int txn = 0; txn < txnCount; txn++) {
            long free = 0;
            boolean last = true;
            for (int other = 0; other < txnCount; other++) {
                free = other < txn && session[other] == session[txn] ? Math.max(free, ends[other]) : free;
                last &= other <= txn || session[other] != session[txn];
            }
            long instant = 4L * moment[txn] + (random.nextInt(8) == 0 ? between(-9, 9) : 0);
            starts[txn] = Math.max(free, instant - random.nextInt(slack + 1));
            ends[txn] = Math.max(starts[txn], instant) + random.nextInt(slack + 1);
            ends[txn] = last && random.nextInt(8) == 0 ? Long.MAX_VALUE : ends[txn];
        }
    }
}
