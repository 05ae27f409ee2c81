package moirai.mockstore;

import static java.util.Objects.requireNonNull;
import static moirai.analysis.axioms.KeyValueHistory.INITIAL;

import it.unimi.dsi.fastutil.ints.Int2IntOpenHashMap;
import it.unimi.dsi.fastutil.ints.Int2ObjectLinkedOpenHashMap;
import it.unimi.dsi.fastutil.ints.Int2ObjectMap;
import it.unimi.dsi.fastutil.ints.Int2ObjectOpenHashMap;
import it.unimi.dsi.fastutil.ints.Int2ObjectSortedMap;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.ints.IntComparators;
import it.unimi.dsi.fastutil.ints.IntConsumer;
import it.unimi.dsi.fastutil.ints.IntList;
import it.unimi.dsi.fastutil.ints.IntOpenHashSet;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.function.IntPredicate;
import java.util.function.ObjIntConsumer;
import org.jspecify.annotations.Nullable;

/** The transactions of a store since its last checkpoint, numbered from 0. Guarded by the store's lock. */
final class Txns {

    /** The transactions from number {@link #first} on; null for those that were forgotten. */
    private final List<@Nullable Log> all = new ArrayList<>();

    private int first;
    private final Int2ObjectLinkedOpenHashMap<Log> pending = new Int2ObjectLinkedOpenHashMap<>();
    /** The number of conflicts since the last commit, by session, if there are any. */
    private final Int2IntOpenHashMap conflicts = new Int2IntOpenHashMap();

    private long clock;
    private long lastCommit = -1;

    /** Begins the session's next transaction and returns its number. */
    int begin(int session) {
        int txn = count();
        var log = new Log(session, clock++);
        all.add(log);
        pending.put(txn, log);
        return txn;
    }

    void end(int txn, Log.State how) {
        lastCommit = how == Log.State.COMMITTED ? clock : lastCommit;
        Log ended = pending.remove(txn);
        ended.end(how, clock++);
        if (how == Log.State.COMMITTED) {
            conflicts.remove(ended.session);
        }
    }

    /** Records that the level refuses to let a pending transaction go on. */
    void conflict(int txn) {
        conflicts.addTo(sessionOf(txn), 1);
    }

    /** Returns how many transactions of a session had a conflict since the last one that committed. */
    int conflicts(int session) {
        return conflicts.get(session);
    }

    /** Returns whether no other transaction is pending, and none has committed since this one began. */
    boolean isAlone(int txn) {
        return pending.size() == 1 && lastCommit < pending(txn).begin;
    }

    /** Returns the time of the last commit, which no later one has; -1 if there was none. */
    long lastCommit() {
        return lastCommit;
    }

    /** Forgets all transactions, none of which is pending. */
    void clear() {
        all.clear();
        conflicts.clear();
        first = 0;
    }

    /** Returns the number of transactions that have begun. */
    int count() {
        return first + all.size();
    }

    /** Returns the transactions that are not forgotten, by number, in the order in which they began. */
    Int2ObjectSortedMap<Log> all() {
        var known = new Int2ObjectLinkedOpenHashMap<Log>(all.size());
        for (int index = 0; index < all.size(); index++) {
            Log log = all.get(index);
            if (log != null) {
                known.put(first + index, log);
            }
        }
        return known;
    }

    /** Returns the log of a transaction, which is not forgotten. */
    Log log(int txn) {
        return requireNonNull(all.get(txn - first));
    }

    /** Returns the log of a transaction; empty if it is forgotten. */
    Optional<Log> find(int txn) {
        return txn < first ? Optional.empty() : Optional.ofNullable(all.get(txn - first));
    }

    /** Returns how many numbers of transactions there are from the first one that is not forgotten. */
    int span() {
        return all.size();
    }

    /** Returns the first pending transaction, or the next one if none is pending. */
    int firstPending() {
        return pending.isEmpty() ? count() : pending.keySet().intStream().min().orElseThrow();
    }

    /**
     * Returns the time since which there are pending transactions, or since which these last ones began if that was
     * earlier.
     */
    long horizon(int last) {
        long horizon = clock;
        for (Log log : pending.values()) {
            horizon = Math.min(horizon, log.begin);
        }
        Log kept = last < all.size() ? all.get(all.size() - last) : null;
        return kept == null ? horizon : Math.min(horizon, kept.begin);
    }

    /** Forgets transactions that satisfy a condition, none of which is pending. */
    void forget(IntPredicate isForgotten) {
        for (int index = 0; index < all.size(); index++) {
            if (all.get(index) != null && isForgotten.test(first + index)) {
                all.set(index, null);
            }
        }
        int gone = 0;
        while (gone < all.size() && all.get(gone) == null) {
            gone++;
        }
        all.subList(0, gone).clear();
        first += gone;
    }

    int sessionOf(int txn) {
        return log(txn).session;
    }

    /** Returns the pending transactions that have written a key. */
    IntList writers(int key) {
        var writers = new IntArrayList(0);
        for (var entry : pending.int2ObjectEntrySet()) {
            if (entry.getValue().written.containsKey(key)) {
                writers.add(entry.getIntKey());
            }
        }
        return writers;
    }

    /** Returns the pending transactions by number, in the order in which they began. */
    Int2ObjectMap<Log> pending() {
        return pending;
    }

    /**
     * Returns the log of a pending transaction.
     *
     * @throws StoreException if it has ended (SQLSTATE 25P01)
     */
    Log pending(int txn) {
        Log log = pending.get(txn);
        if (log == null) {
            throw new StoreException("25P01", "T" + txn + " has ended; begin another transaction");
        }
        return log;
    }

    /**
     * Fails if a transaction is pending.
     *
     * @throws StoreException with SQLSTATE 25001
     */
    void requireNonePending(String action) {
        if (!pending.isEmpty()) {
            int first = pending.firstIntKey();
            throw new StoreException(
                    "25001",
                    action + " while T" + first + " of session " + sessionOf(first)
                            + " is pending; commit or abort it");
        }
    }

    /** The steps and the state of one transaction of the store. */
    static final class Log {

        enum State {
            PENDING,
            COMMITTED,
            ABORTED
        }

        /** An element of {@link #sources} that says that the step is a write. */
        static final int WRITE = -2;
        /** An element of {@link #sources} that says that the step reads the transaction's own write. */
        static final int OWN = -3;
        /** An element of {@link #sources} that says that the step reads a value that was forgotten. */
        static final int FORGOTTEN = -4;

        /**
         * A savepoint.
         *
         * @param steps the number of steps before it
         * @param undos the number of undo entries before it
         */
        private record Mark(int steps, int undos) {}

        /** The transaction's own value of a key before a write; an empty list if it had none. */
        private record Undo(int key, List<Object> value) {}

        final int session;
        final long begin;
        /** The key of each step. */
        final IntArrayList keys = new IntArrayList(4);
        /**
         * The source of each step: the transaction that it reads from, the initial state, {@link #WRITE}, {@link #OWN}
         * or {@link #FORGOTTEN}.
         */
        final IntArrayList sources = new IntArrayList(4);
        /** The last value written to each key. */
        final Int2ObjectOpenHashMap<Object> written = new Int2ObjectOpenHashMap<>(2);

        /**
         * The values of the keys that this transaction has locked without writing them; used only in a store with a
         * guide.
         */
        private final Int2ObjectOpenHashMap<Object> held = new Int2ObjectOpenHashMap<>(0);

        private final List<Mark> marks = new ArrayList<>(0);
        /** The undo entries since the first savepoint. */
        private final List<Undo> undos = new ArrayList<>(0);

        State state = State.PENDING;
        long end;
        /** The number of statements so far; 0 if each read or write is a statement. */
        int statements;

        Log(int session, long begin) {
            this.session = session;
            this.begin = begin;
        }

        void step(int key, int source) {
            keys.add(key);
            sources.add(source);
        }

        /** Adds that the transaction, if it has committed, has read the initial absence of a key. */
        void missed(int key) {
            if (state == State.COMMITTED) {
                step(key, INITIAL);
            }
        }

        void write(int key, Object value) {
            Object former = written.put(key, value);
            if (!marks.isEmpty()) {
                undos.add(new Undo(key, former == null ? List.of() : List.of(former)));
            }
            step(key, WRITE);
        }

        /** Makes the transaction read this value from now on for a key that it has not written. */
        void hold(int key, Object value) {
            held.put(key, value);
        }

        /** Returns whether the transaction reads its own value of the key: one that it wrote or holds. */
        boolean isOwn(int key) {
            return written.containsKey(key) || held.containsKey(key);
        }

        /** Returns the transaction's own value of the key. */
        Object own(int key) {
            return written.containsKey(key) ? written.get(key) : held.get(key);
        }

        /** Passes on the values of keys that somebody may read, or may read after a rollback to a savepoint. */
        void forEachValue(ObjIntConsumer<Object> use) {
            written.int2ObjectEntrySet().fastForEach(entry -> use.accept(entry.getValue(), entry.getIntKey()));
            undos.forEach(undo -> undo.value().forEach(value -> use.accept(value, undo.key())));
        }

        /** Returns the written keys in ascending order. */
        IntList writtenKeys() {
            var ascending = new IntArrayList(written.keySet());
            ascending.sort(IntComparators.NATURAL_COMPARATOR);
            return ascending;
        }

        /** Sets a savepoint and returns its number, which is the number of savepoints before it. */
        int mark() {
            marks.add(new Mark(keys.size(), undos.size()));
            return marks.size() - 1;
        }

        /** Returns the number of savepoints. */
        int savepoints() {
            return marks.size();
        }

        /**
         * Fails if there is no such savepoint.
         *
         * @throws StoreException with SQLSTATE 3B001
         */
        void requireMark(int txn, int mark) {
            if (mark < 0 || mark >= marks.size()) {
                throw new StoreException(
                        "3B001",
                        "T" + txn + " has no savepoint " + mark + "; it has " + marks.size() + ", numbered from 0");
            }
        }

        /**
         * Takes back all writes since a savepoint, which stays, and forgets the savepoints after it. Reads of these
         * writes are forgotten as well, because no other transaction is concerned.
         *
         * @param takenBack told each key that no longer has a value of this transaction
         */
        void rollbackTo(int mark, IntConsumer takenBack) {
            Mark to = marks.get(mark);
            marks.subList(mark + 1, marks.size()).clear();
            while (undos.size() > to.undos()) {
                Undo undo = undos.removeLast();
                undo.value().forEach(former -> written.put(undo.key(), former));
                if (undo.value().isEmpty()) {
                    written.remove(undo.key());
                    takenBack.accept(undo.key());
                }
            }
            forgetWrites(to.steps());
        }

        private void forgetWrites(int since) {
            var forgotten = new IntOpenHashSet();
            int kept = since;
            for (int step = since; step < keys.size(); step++) {
                int key = keys.getInt(step);
                int source = sources.getInt(step);
                if (source == WRITE) {
                    forgotten.add(key);
                } else if (source != OWN || !forgotten.contains(key)) {
                    keys.set(kept, key);
                    sources.set(kept++, source);
                }
            }
            keys.size(kept);
            sources.size(kept);
        }

        /** Forgets the steps of some keys; the transaction has ended and written none of them, unless in vain. */
        void forget(BitSet gone) {
            int kept = 0;
            for (int step = 0; step < keys.size(); step++) {
                if (!gone.get(keys.getInt(step))) {
                    keys.set(kept, keys.getInt(step));
                    sources.set(kept++, sources.getInt(step));
                }
            }
            keys.size(kept);
            sources.size(kept);
        }

        void end(State how, long when) {
            state = how;
            end = when;
            marks.clear();
            undos.clear();
            keys.trim();
            sources.trim();
            if (how == State.ABORTED) {
                written.clear();
            }
            written.trim();
            held.clear();
        }
    }
}
