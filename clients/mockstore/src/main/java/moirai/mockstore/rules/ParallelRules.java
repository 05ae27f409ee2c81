package moirai.mockstore.rules;

import static moirai.analysis.axioms.KeyValueHistory.INITIAL;

import it.unimi.dsi.fastutil.ints.Int2ObjectOpenHashMap;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.ints.IntArrays;
import it.unimi.dsi.fastutil.ints.IntList;
import it.unimi.dsi.fastutil.ints.IntLists;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * The rules of parallel snapshot isolation: a transaction sees its session, its sources and the earlier writers of the
 * keys that it writes, and everything that these see. The commit order is the order in which the store commits.
 *
 * <p>The view of a transaction consists of itself and all that it sees. It is stored as a number for each session: how
 * many of the session's first writing transactions it contains. A view is closed. The writers of a key see all earlier
 * ones, hence a view contains a prefix of them.
 *
 * <ol>
 * <li>A pending transaction starts from its session's view. Reading from a writer joins the writer's view. Writing a
 *   key joins the view of the key's last writer, which is looked up again after other transactions have committed.
 * <li>A read is right as long as the view does not contain the next writer after the source. So a source may not be
 *   before the last writer in the view, and its view may contain no overwriter of an earlier read. The later a writer
 *   is in its key's order, the more its view contains: the possible sources are neighbours.
 * <li>If the view, joined with the last writers of the written keys, contains an overwriter of a read, the transaction
 *   cannot commit. A later commit never mends that.
 * <li>An aborted transaction has written nothing. Its session has seen what it has read.
 * </ol>
 *
 * <p>Sound: at commit the view is all that the axiom makes visible, since others commit only later; by step 2 each read
 * returns the last writer of its key in it. Complete: let the store run the transactions of a history that satisfies
 * the level one by one in its commit order. By induction views are what the axiom makes visible, and before the end of
 * a transaction less, so step 2 asks for nothing that the axiom does not.
 *
 * <p>Cost of a question: O(sessions × log writers), and additionally O(reads) if something has committed since the last
 * question; memory O(transactions that write × sessions).
 */
public final class ParallelRules implements LevelRules {

    private static final class Reader {

        private final PendingTxn steps;
        /** The view of the session when the transaction began. */
        private final int[] start;
        /** The index of each read's source among the writers of its key; -1 for the initial state. */
        private final IntArrayList versions = new IntArrayList(4);
        /** The joined views of the session and the sources. */
        private int[] view;

        /** The {@link #view} joined with those of the last writers of the written keys. */
        private int[] whole;

        /**
         * The first writer of each session that overwrites something read, by its index in the session; the maximum if
         * there is none.
         */
        private int[] limits = IntArrays.EMPTY_ARRAY;
        /** The number of commits that the limits take account of. */
        private int commitsSeen;

        Reader(int session, int[] view) {
            this.steps = new PendingTxn(session, INITIAL, false);
            this.start = view;
            this.view = view;
            this.whole = view;
        }
    }

    private static final Versions UNWRITTEN = new Versions();

    private final List<Versions> versionsByKey = new ArrayList<>();
    private final List<int[]> viewsBySession = new ArrayList<>();
    private final Int2ObjectOpenHashMap<int[]> views = new Int2ObjectOpenHashMap<>();
    private final Int2ObjectOpenHashMap<Reader> pending = new Int2ObjectOpenHashMap<>();
    /** The session of each transaction that committed writes, and its number among the session's writers, from 1. */
    private final Int2ObjectOpenHashMap<Place> places = new Int2ObjectOpenHashMap<>();

    private final IntArrayList order = new IntArrayList();

    private record Place(int session, int count) {}

    @Override
    public void begin(int txn, int session) {
        while (viewsBySession.size() <= session) {
            viewsBySession.add(IntArrays.EMPTY_ARRAY);
        }
        pending.put(txn, new Reader(session, viewsBySession.get(session)));
    }

    @Override
    public IntList sources(int txn, int key) {
        Reader reader = pending.get(txn);
        if (!canCommit(reader)) {
            return IntLists.EMPTY_LIST;
        }
        Versions versions = versions(key);
        int first = countIn(reader.whole, versions) - 1;
        int from = first;
        int to = versions.size() - 1;
        while (from < to) {
            int middle = (from + to + 1) >>> 1;
            if (keepsReads(reader, views.get(versions.writer(middle)))) {
                from = middle;
            } else {
                to = middle - 1;
            }
        }
        return new LatestFirst(versions.writers(), first, from);
    }

    @Override
    public boolean allows(int txn, int key, int source) {
        Reader reader = pending.get(txn);
        Versions versions = versions(key);
        int next = source == INITIAL ? 0 : countIn(views.get(source), versions);
        return canCommit(reader)
                && countIn(reader.whole, versions) <= next
                && (source == INITIAL || keepsReads(reader, views.get(source)));
    }

    private Versions versions(int key) {
        return key < versionsByKey.size() ? versionsByKey.get(key) : UNWRITTEN;
    }

    /** Returns how many of the key's writers are in the view. */
    private int countIn(int[] view, Versions versions) {
        int from = 0;
        int to = versions.size();
        while (from < to) {
            int middle = (from + to) >>> 1;
            if (contains(view, versions.writer(middle))) {
                from = middle + 1;
            } else {
                to = middle;
            }
        }
        return from;
    }

    private boolean contains(int[] view, int txn) {
        Place place = places.get(txn);
        return place.session() < view.length && view[place.session()] >= place.count();
    }

    /**
     * Returns whether the view contains no overwriter of a read. O(sessions), and additionally O(reads) if something
     * has committed since the last question.
     */
    private boolean keepsReads(Reader reader, int[] view) {
        if (reader.commitsSeen != order.size()) {
            reader.commitsSeen = order.size();
            for (int read = 0; read < reader.versions.size(); read++) {
                limit(reader, read);
            }
        }
        for (int session = 0; session < Math.min(view.length, reader.limits.length); session++) {
            if (view[session] >= reader.limits[session]) {
                return false;
            }
        }
        return true;
    }

    private void limit(Reader reader, int read) {
        Versions versions = versions(reader.steps.readKeys.getInt(read));
        int next = reader.versions.getInt(read) + 1;
        if (next < versions.size()) {
            Place overwriter = places.get(versions.writer(next));
            int known = reader.limits.length;
            if (overwriter.session() >= known) {
                reader.limits = Arrays.copyOf(reader.limits, overwriter.session() + 1);
                Arrays.fill(reader.limits, known, reader.limits.length, Integer.MAX_VALUE);
            }
            reader.limits[overwriter.session()] = Math.min(reader.limits[overwriter.session()], overwriter.count());
        }
    }

    private boolean canCommit(Reader reader) {
        if (reader.steps.writesSeen != order.size()) {
            reader.steps.writesSeen = order.size();
            reader.whole = reader.view;
            reader.steps.writeKeys.forEach(key -> seeLatest(reader, key));
        }
        return keepsReads(reader, reader.whole);
    }

    private void seeLatest(Reader reader, int key) {
        int latest = latest(key);
        if (latest != INITIAL) {
            reader.whole = joined(reader.whole, views.get(latest));
        }
    }

    private static int[] joined(int[] view, int[] other) {
        int[] joined = Arrays.copyOf(view, Math.max(view.length, other.length));
        for (int session = 0; session < other.length; session++) {
            joined[session] = Math.max(joined[session], other[session]);
        }
        return joined;
    }

    @Override
    public void read(int txn, int key, int source) {
        Reader reader = pending.get(txn);
        if (source != INITIAL) {
            reader.view = joined(reader.view, views.get(source));
            reader.whole = joined(reader.whole, reader.view);
        }
        reader.steps.read(key, source);
        reader.versions.add(source == INITIAL ? -1 : countIn(views.get(source), versions(key)) - 1);
        limit(reader, reader.versions.size() - 1);
    }

    @Override
    public boolean write(int txn, int key) {
        Reader writer = pending.get(txn);
        writer.steps.write(key);
        seeLatest(writer, key);
        return canCommit(writer);
    }

    @Override
    public void takeBack(int txn, int key) {
        pending.get(txn).steps.takeBack(key);
    }

    @Override
    public boolean commit(int txn, IntList keys) {
        Reader committing = pending.get(txn);
        if (!canCommit(committing)) {
            return false;
        }
        int session = committing.steps.session;
        int[] view = committing.whole;
        if (!keys.isEmpty()) {
            view = Arrays.copyOf(view, Math.max(view.length, session + 1));
            view[session]++;
            places.put(txn, new Place(session, view[session]));
            views.put(txn, view);
            order.add(txn);
            keys.forEach(key -> addVersion(key, txn));
        }
        see(session, view);
        pending.remove(txn);
        return true;
    }

    private void addVersion(int key, int txn) {
        while (versionsByKey.size() <= key) {
            versionsByKey.add(new Versions());
        }
        versionsByKey.get(key).append(txn);
    }

    @Override
    public void abort(int txn) {
        Reader aborted = pending.remove(txn);
        see(aborted.steps.session, aborted.view);
    }

    private void see(int session, int[] view) {
        viewsBySession.set(session, joined(viewsBySession.get(session), view));
    }

    @Override
    public IntList writers(int key) {
        return versions(key).latestFirst();
    }

    @Override
    public Optional<Objection> objection(int txn, int key, int source) {
        Reader reader = pending.get(txn);
        if (!canCommit(reader)) {
            Objection.Earlier earlier = overwritten(reader, reader.whole).orElseThrow();
            return Optional.of(new Objection.CannotCommit(earlier, sight(reader, earlier.overwriter())));
        }
        Versions versions = versions(key);
        int next = source == INITIAL ? 0 : countIn(views.get(source), versions);
        if (next < versions.size() && contains(reader.whole, versions.writer(next))) {
            int overwriter = versions.writer(next);
            return Optional.of(new Objection.Overwritten(overwriter, sight(reader, overwriter)));
        }
        return source == INITIAL
                ? Optional.empty()
                : overwritten(reader, views.get(source)).map(Objection.SeesTooMuch::new);
    }

    /** Returns the first read that has an overwriter in the view. */
    private Optional<Objection.Earlier> overwritten(Reader reader, int[] view) {
        for (int read = 0; read < reader.versions.size(); read++) {
            int key = reader.steps.readKeys.getInt(read);
            Versions versions = versions(key);
            int next = reader.versions.getInt(read) + 1;
            if (next < versions.size() && contains(view, versions.writer(next))) {
                int source = reader.steps.readSources.getInt(read);
                return Optional.of(new Objection.Earlier(key, source, versions.writer(next)));
            }
        }
        return Optional.empty();
    }

    private Sight sight(Reader reader, int seen) {
        PendingTxn steps = reader.steps;
        if (contains(reader.start, seen)) {
            return new Sight.Session();
        }
        for (int read = 0; read < steps.readKeys.size(); read++) {
            int source = steps.readSources.getInt(read);
            if (source != INITIAL && contains(views.get(source), seen)) {
                return new Sight.Read(steps.readKeys.getInt(read), source);
            }
        }
        for (int key : steps.writeKeys) {
            if (latest(key) != INITIAL && contains(views.get(latest(key)), seen)) {
                return new Sight.Write(key, latest(key));
            }
        }
        throw new IllegalStateException("T" + seen + " is in nobody's view");
    }

    @Override
    public int latest(int key) {
        return versions(key).latest();
    }

    @Override
    public IntList commitOrder() {
        return order;
    }
}
