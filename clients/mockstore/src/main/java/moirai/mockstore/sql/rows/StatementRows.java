package moirai.mockstore.sql.rows;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Predicate;
import moirai.mockstore.StoreException;
import moirai.mockstore.locks.LockMode;
import moirai.mockstore.sql.rows.StoreKey.Birth;
import moirai.mockstore.sql.rows.StoreKey.Cell;
import moirai.mockstore.sql.rows.StoreKey.Membership;
import moirai.mockstore.sql.rows.StoreKey.Place;
import moirai.mockstore.sql.rows.StoreKey.RowLock;
import moirai.mockstore.sql.rows.StoreKey.UniqueEntry;
import moirai.mockstore.sql.schema.ColumnSchema;
import moirai.mockstore.sql.schema.KeySchema;
import moirai.mockstore.sql.schema.Sequence;

/**
 * The reads and writes of rows by a single statement, which reads each key of the store at most once.
 *
 * <p>At a level of statements, the statement reads from its snapshot. What it locks and changes, and what its
 * constraints need, it reads from {@link #newest}: the newest committed versions, each time anew.
 */
public final class StatementRows {

    private final TxnRows txn;
    private final boolean readsNewest;
    private final StatementRows newest;
    private final KnownValues known = new KnownValues();

    /** The keys that were claimed for the row that is added next. */
    private final List<StoreKey> claims = new ArrayList<>();
    /** The rows of which the last committed values are read and kept. */
    private final Set<Membership> locked = new HashSet<>();
    /** The rows of which the last committed values are read, though they are not locked. */
    private final Set<Membership> watched = new HashSet<>();

    public StatementRows(TxnRows txn) {
        this.txn = txn;
        this.readsNewest = false;
        this.newest = txn.isByStatement() ? new StatementRows(txn, true) : this;
    }

    private StatementRows(TxnRows txn, boolean readsNewest) {
        this.txn = txn;
        this.readsNewest = readsNewest;
        this.newest = this;
    }

    /** Returns the rows as the statement changes them; these rows themselves unless the level is one of statements. */
    public StatementRows newest() {
        return newest;
    }

    /** Returns whether the statement locks each row that it changes, and checks its conditions again. */
    public boolean isByStatement() {
        return txn.isByStatement();
    }

    /**
     * Notes the condition of a deferred constraint, which must hold when the transaction commits.
     *
     * @return false if it has to hold at the end of the statement already, and was not noted
     */
    public boolean defer(String constraint, Consumer<StatementRows> condition) {
        return txn.deferred().add(constraint, condition);
    }

    /** Returns whether another transaction has committed writes since the statement began. */
    public boolean isBehind() {
        return txn.isBehind();
    }

    /**
     * Returns whether a row that was locked may be newer than these rows, so that conditions are checked again. Where
     * all statements read from one snapshot, a row that is newer cannot be locked.
     */
    public boolean isCheckedAgain() {
        return txn.isBehind() && !txn.isByTxn();
    }

    /** Locks a row, which {@link #lockNewest} has locked as strongly, to change it. */
    public void lockToChange(TableRows table, RowKey row, LockMode mode) {
        txn.lock(new Membership(table.label(), row), mode);
    }

    /**
     * Locks the newest version of a row that exists for these rows, and waits if others have locked it. Only at a level
     * of statements.
     *
     * @return the row's key, which others may have changed; empty if the row is gone
     */
    public Optional<RowKey> lockNewest(TableRows table, RowKey row, LockMode mode) {
        return lockNewest(table, row, mode, at -> {
            txn.lock(at, mode);
            return true;
        });
    }

    /** Does what {@link #lockNewest} does; returns empty as well if the row cannot be locked without waiting. */
    public Optional<RowKey> tryLockNewest(TableRows table, RowKey row, LockMode mode) {
        return lockNewest(table, row, mode, at -> txn.tryLock(at, mode));
    }

    /**
     * Fails if the level refuses a lock of a row that others have changed since the snapshot.
     *
     * @throws StoreException with SQLSTATE 40001
     */
    public void requireCurrent(TableRows table, RowKey row, LockMode mode) {
        if (mode != LockMode.KEY_SHARE && txn.isByTxn() && !txn.keys().isCurrent(new Membership(table.label(), row))) {
            throw overtaken();
        }
    }

    /** Fails if the level refuses a lock of a row because a key of it has changed since the snapshot. */
    public void requireSameKeys(boolean isSame) {
        if (!isSame && txn.isByTxn()) {
            throw overtaken();
        }
    }

    private static StoreException overtaken() {
        return new StoreException(
                StoreException.SERIALIZATION_FAILURE, "could not serialize access due to concurrent update");
    }

    /** Records that the statement has changed a row, for those who want to lock it. */
    public void touch(TableRows table, RowKey row) {
        if (txn.isByTxn()) {
            var membership = new Membership(table.label(), row);
            write(membership, read(membership));
        }
    }

    /** Returns the rows that foreign keys of new rows may refer to. */
    public StatementRows referable() {
        return txn.isByTxn() ? new StatementRows(txn) : newest;
    }

    /** Returns whether a row can be locked without waiting, by locking it if so. */
    public boolean isFree(TableRows table, RowKey row, LockMode mode) {
        return txn.tryLock(new Membership(table.label(), row), mode);
    }

    private Optional<RowKey> lockNewest(TableRows table, RowKey row, LockMode mode, Predicate<Membership> locking) {
        Optional<Object> birth = read(new Membership(table.label(), row));
        Optional<RowKey> at = birth.isPresent() ? Optional.of(row) : Optional.empty();
        while (at.isPresent()) {
            var membership = new Membership(table.label(), at.get());
            requireCurrent(table, at.get(), mode);
            if (!locking.test(membership)) {
                return Optional.empty();
            }
            requireCurrent(table, at.get(), mode);
            if (newest.read(membership).equals(birth)) {
                return at;
            }
            if (txn.isByTxn()) {
                throw overtaken();
            }
            // What is gone is not locked: others may add a row in its place.
            txn.keys().unlock(membership, mode);
            at = newest.read(new Place(table.label(), at.get(), birth.orElseThrow()))
                    .map(RowKey.class::cast);
        }
        return at;
    }

    /**
     * Returns the row that has the values of a key; waits until that is certain. If there is none, nobody else can add
     * one until this transaction ends. Only at a level of statements.
     */
    public Optional<RowKey> claimed(TableRows table, KeySchema key, RowKey values) {
        while (true) {
            StoreKey claim = key.primary()
                    ? new Membership(table.label(), values)
                    : new UniqueEntry(table.label(), key.stored(), values);
            Optional<RowKey> found = txn.claim(claim).map(value -> key.primary() ? values : (RowKey) value);
            if (found.isEmpty()) {
                claims.add(claim);
                requireUnused(claim);
            }
            if (found.isEmpty() || txn.keys().awaitUnchanged(new Membership(table.label(), found.get()))) {
                return found;
            }
        }
    }

    private void requireUnused(StoreKey claim) {
        if (txn.isByTxn() && !txn.keys().isCurrent(claim)) {
            throw new StoreException(
                    "0A000", "a new row with a key that another transaction has removed since the snapshot: " + claim);
        }
    }

    /** Gives back what was {@linkplain #claimed claimed} for a row that is not added after all. */
    public void unclaim() {
        claims.forEach(key -> txn.keys().unlock(key, LockMode.CLAIM));
        claims.clear();
    }

    /** Records that a row, which was deleted and inserted again with another key, is the same one. */
    public void moved(TableRows table, RowKey from, RowKey to, Object birth) {
        write(new Membership(table.label(), to), Optional.of(birth));
        write(new Place(table.label(), from, birth), Optional.of(to));
        write(new Place(table.label(), to, birth), Optional.empty());
    }

    /** Returns what tells a row from others that had its key. */
    public Object birth(TableRows table, RowKey row) {
        return read(new Membership(table.label(), row)).orElseThrow();
    }

    /** Tells the store's guide, if there is one, the statement as it was written. */
    public void note(String sql, List<Object> parameters) {
        txn.note(sql, parameters);
    }

    /** Returns the keys in the range whose rows may exist with these values, without reading rows from the store. */
    public List<RowKey> scan(TableRows table, KeyRange range, List<TableRows.Sought> columns) {
        return table.scan(txn, range, columns);
    }

    /** Locks a row for the rest of the transaction; the statement reads its latest values from now on. */
    public void lock(TableRows table, RowKey row) {
        if (txn.level().followsHolders()) {
            txn.lock(new RowLock(table.label(), row));
        }
        if (locked.add(new Membership(table.label(), row))) {
            known.forget(table.label(), row);
        }
    }

    /** Makes the statement read the latest values of a row from now on, without a lock. */
    public void watch(TableRows table, RowKey row) {
        var membership = new Membership(table.label(), row);
        if (watched.add(membership) && !locked.contains(membership)) {
            known.forget(table.label(), row);
        }
    }

    /**
     * Locks a row as {@link #lock} does if that is possible without waiting.
     *
     * @return whether the row is locked now
     */
    public boolean tryLock(Table table, RowKey row) {
        var keys = new ArrayList<StoreKey>();
        String label = table.rows().label();
        keys.add(new Membership(label, row));
        if (txn.level().followsHolders()) {
            keys.add(new RowLock(label, row));
        }
        for (int column = 0; column < table.schema().columns().size(); column++) {
            if (table.schema().keyPosition(column) < 0) {
                keys.add(new Cell(label, row, table.schema().column(column).stored()));
            }
        }
        if (!txn.tryLock(keys)) {
            return false;
        }
        lock(table.rows(), row);
        return true;
    }

    /** Returns whether a guide controls the store. */
    public boolean isGuided() {
        return txn.isGuided();
    }

    /**
     * Locks a row for the rest of the transaction in a store with a guide, and reads its latest values.
     *
     * @return whether the row exists
     */
    public boolean lockWhole(Table table, RowKey row) {
        txn.lock(new RowLock(table.rows().label(), row));
        lock(table.rows(), row);
        if (!contains(table.rows(), row)) {
            return false;
        }
        for (int column = 0; column < table.schema().columns().size(); column++) {
            cell(table, row, column);
        }
        return true;
    }

    private static boolean isOf(Set<Membership> rows, StoreKey key) {
        return switch (key) {
            case Membership row -> rows.contains(row);
            case Cell cell -> rows.contains(new Membership(cell.table(), cell.row()));
            default -> false;
        };
    }

    /** Returns whether the row exists. */
    public boolean contains(TableRows table, RowKey row) {
        return read(new Membership(table.label(), row)).isPresent();
    }

    /** Returns a column of an existing row. */
    public Object cell(Table table, RowKey row, int column) {
        int position = table.schema().keyPosition(column);
        if (position >= 0) {
            return row.value(position);
        }
        return readsNewest
                ? readCell(table, row, column)
                : known.cell(table, row, column, () -> readCell(table, row, column));
    }

    private Object readCell(Table table, RowKey row, int column) {
        ColumnSchema schema = table.schema().column(column);
        var cell = new Cell(table.rows().label(), row, schema.stored());
        Optional<Object> value = readsNewest ? txn.readLatest(cell) : readNow(cell);
        return value.map(schema::typed).orElse(schema.missing());
    }

    /** Returns the row, if any, that has these values in the columns of a unique constraint. */
    public Optional<RowKey> unique(TableRows table, String constraint, RowKey values) {
        return read(new UniqueEntry(table.label(), constraint, values)).map(RowKey.class::cast);
    }

    /** Adds a row that does not exist, with a value for each column. */
    public void insert(Table table, RowKey row, List<Object> values) {
        claims.clear();
        var membership = new Membership(table.rows().label(), row);
        Object there = txn.isByStatement() ? new Birth() : true;
        table.rows().add(txn, row, () -> write(membership, Optional.of(there)));
        for (int column = 0; column < values.size(); column++) {
            set(table, row, column, values.get(column));
        }
    }

    /** Changes a column; one that the row's key tells has its value already. */
    public void set(Table table, RowKey row, int column, Object value) {
        boolean isInKey = table.schema().keyPosition(column) >= 0;
        var cell = new Cell(
                table.rows().label(), row, table.schema().column(column).stored());
        table.rows().write(txn, cell, value, isInKey, () -> {
            if (!isInKey) {
                txn.write(cell, Optional.of(value));
                known.put(table, row, column, value);
            }
        });
    }

    /** Removes a row. */
    public void delete(TableRows table, RowKey row) {
        write(new Membership(table.label(), row), Optional.empty());
    }

    /** Records which row has these values in the columns of a unique constraint. */
    public void claim(TableRows table, String constraint, RowKey values, RowKey row) {
        write(new UniqueEntry(table.label(), constraint, values), Optional.of(row));
    }

    /** Records that no row has these values in the columns of a unique constraint. */
    public void unclaim(TableRows table, String constraint, RowKey values) {
        write(new UniqueEntry(table.label(), constraint, values), Optional.empty());
    }

    /** Sets the position of a sequence. */
    public void set(Sequence sequence, Sequence.Position position) {
        txn.set(sequence, position);
    }

    /** Returns the next number of a sequence. */
    public long next(Sequence sequence) {
        return txn.next(sequence);
    }

    /** Returns a key for a row of a table that has no primary key. */
    public RowKey hiddenKey(TableRows table) {
        return new RowKey(List.of(txn.hiddenNumber(table)));
    }

    private Optional<Object> read(StoreKey key) {
        return readsNewest ? txn.readLatest(key) : known.value(key, () -> readNow(key));
    }

    private Optional<Object> readNow(StoreKey key) {
        if (!locked.isEmpty() && isOf(locked, key)) {
            return txn.readForUpdate(key);
        }
        return !watched.isEmpty() && isOf(watched, key) ? txn.readLatest(key) : txn.read(key);
    }

    private void write(StoreKey key, Optional<Object> value) {
        txn.write(key, value);
        known.put(key, value);
    }
}
