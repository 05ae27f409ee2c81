package moirai.mockstore.sql.rows;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import moirai.mockstore.sql.rows.StoreKey.Cell;
import moirai.mockstore.sql.rows.StoreKey.Membership;
import moirai.mockstore.sql.rows.StoreKey.RowLock;
import moirai.mockstore.sql.rows.StoreKey.UniqueEntry;
import moirai.mockstore.sql.schema.ColumnSchema;
import moirai.mockstore.sql.schema.Sequence;

/** The reads and writes of rows by a single statement, which reads each key of the store at most once. */
public final class StatementRows {

    private final TxnRows txn;
    private final Map<Object, Optional<Object>> known = new HashMap<>();

    private final Set<Membership> locked = new HashSet<>();
    /** The rows of which the last committed values are read, though they are not locked. */
    private final Set<Membership> watched = new HashSet<>();

    public StatementRows(TxnRows txn) {
        this.txn = txn;
    }

    /** Tells the store's guide, if there is one, the statement as it was written. */
    public void note(String sql, List<Object> parameters) {
        txn.note(sql, parameters);
    }

    /** Returns the keys in the range whose rows may exist, without reading from the store. */
    public List<RowKey> scan(TableRows table, KeyRange range) {
        return table.scan(txn, range);
    }

    /** Locks a row for the rest of the transaction; the statement reads its latest values from now on. */
    public void lock(TableRows table, RowKey row) {
        if (txn.followsHolders()) {
            txn.lock(new RowLock(table.label(), row));
        }
        if (locked.add(new Membership(table.label(), row))) {
            known.keySet().removeIf(this::isLocked);
        }
    }

    /** Makes the statement read the latest values of a row from now on, without a lock. */
    public void watch(TableRows table, RowKey row) {
        var membership = new Membership(table.label(), row);
        if (watched.add(membership) && !locked.contains(membership)) {
            known.keySet().removeIf(key -> isOf(watched, key));
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
        if (txn.followsHolders()) {
            keys.add(new RowLock(label, row));
        }
        for (int column = 0; column < table.schema().columns().size(); column++) {
            if (table.schema().keyPosition(column) < 0) {
                keys.add(new Cell(label, row, table.schema().column(column).name()));
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

    private boolean isLocked(Object key) {
        return isOf(locked, key);
    }

    private static boolean isOf(Set<Membership> rows, Object key) {
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
        ColumnSchema schema = table.schema().column(column);
        return read(new Cell(table.rows().label(), row, schema.name())).orElse(schema.missing());
    }

    /** Returns the row, if any, that has these values in the columns of a unique constraint. */
    public Optional<RowKey> unique(TableRows table, String constraint, RowKey values) {
        return read(new UniqueEntry(table.label(), constraint, values)).map(RowKey.class::cast);
    }

    /** Adds a row that does not exist, with a value for each column. */
    public void insert(Table table, RowKey row, List<Object> values) {
        table.rows().add(txn, row);
        write(new Membership(table.rows().label(), row), Optional.of(true));
        for (int column = 0; column < values.size(); column++) {
            if (table.schema().keyPosition(column) < 0) {
                set(table, row, column, values.get(column));
            }
        }
    }

    /** Changes a column outside the primary key. */
    public void set(Table table, RowKey row, int column, Object value) {
        write(new Cell(table.rows().label(), row, table.schema().column(column).name()), Optional.of(value));
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

    /** Returns the next number of a sequence. */
    public long next(Sequence sequence) {
        return txn.next(sequence);
    }

    /** Returns a key for a row of a table that has no primary key. */
    public RowKey hiddenKey(TableRows table) {
        return new RowKey(List.of(txn.hiddenNumber(table)));
    }

    private Optional<Object> read(Object key) {
        Optional<Object> value = known.get(key);
        if (value == null) {
            value = readNow(key);
            known.put(key, value);
        }
        return value;
    }

    private Optional<Object> readNow(Object key) {
        if (!locked.isEmpty() && isLocked(key)) {
            return txn.readForUpdate(key);
        }
        return !watched.isEmpty() && isOf(watched, key) ? txn.readLatest(key) : txn.read(key);
    }

    private void write(Object key, Optional<Object> value) {
        txn.write(key, value);
        known.put(key, value);
    }
}
