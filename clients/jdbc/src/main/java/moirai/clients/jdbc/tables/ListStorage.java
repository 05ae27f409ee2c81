package moirai.clients.jdbc.tables;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import moirai.history.DataModel;

/*
 * The ways are those of Jepsen's tests of PostgreSQL, Stolon and YugabyteDB (github.com/jepsen-io/postgres,
 * jepsen-io/jepsen/stolon, jepsen-io/yugabytedb): several tables with a primary key "id", a second column of the same
 * value, and a list as text that grows by concatenation. Departures: native arrays are offered too; a transaction of
 * one op is a transaction like all others; and one run uses one way throughout where Jepsen throws dice, so that a case
 * can say how to get it again.
 */
/**
 * The storage of lists, or other data of a workload's keys, in tables: one row for each key.
 *
 * @param contents what keys hold; sets are stored as lists are, registers and counters as numbers
 * @param tableCount keys are spread over this many tables by a hash
 * @param encoding of lists and sets
 * @param write of any key, be it an append or another change
 */
public record ListStorage(
        DataModel contents, int tableCount, ListEncoding encoding, ListKey key, ListWrite write, ReadLock readLock) {

    /**
     * The greatest number of tables: enough for any workload, few enough that every session prepares all their
     * statements.
     */
    private static final int TABLE_COUNT_MAX = 100;

    /** The default, which is also Jepsen's. */
    public static final ListStorage DEFAULT =
            new ListStorage(3, ListEncoding.TEXT, ListKey.PRIMARY, ListWrite.UPSERT, ReadLock.NONE);

    /** Makes a storage of lists. */
    public ListStorage(int tableCount, ListEncoding encoding, ListKey key, ListWrite write, ReadLock readLock) {
        this(DataModel.LIST_APPEND, tableCount, encoding, key, write, readLock);
    }

    public ListStorage {
        if (tableCount < 1 || tableCount > TABLE_COUNT_MAX) {
            throw new IllegalArgumentException(
                    "the number of tables must be from 1 to " + TABLE_COUNT_MAX + ", not " + tableCount);
        }
    }

    /** Returns the same storage for another kind of data. */
    public ListStorage of(DataModel others) {
        return new ListStorage(others, tableCount, encoding, key, write, readLock);
    }

    /** Returns the table, from 0, that holds this list. */
    public int tableOf(int key) {
        // The mixer of MurmurHash3: neighbouring keys must not follow each other from table to table.
        int hash = key;
        hash = (hash ^ (hash >>> 16)) * 0x85ebca6b;
        hash = (hash ^ (hash >>> 13)) * 0xc2b2ae35;
        return Integer.remainderUnsigned(hash ^ (hash >>> 16), tableCount);
    }

    /** Returns the statements on each table, in the order of {@link #tableOf}. */
    public List<TableSql> tables(Grammar grammar) {
        return IntStream.range(0, tableCount)
                .mapToObj(index -> TableSql.of(this, grammar, index))
                .toList();
    }

    /**
     * Returns one statement that reads a range of lists from all tables, so that they are of one snapshot at any level;
     * rows are a key and a text, in the order of the keys. Parameters: first and last key, for each table.
     */
    public String scan(Grammar grammar) {
        return tables(grammar).stream()
                // Rows can be locked below a union, but not by one of its members.
                .map(table -> "SELECT * FROM (" + table.scan() + ") AS " + table.table())
                .collect(Collectors.joining(" UNION ALL ", "", " ORDER BY 1"));
    }

    /** Returns {@code 3 tables, text, primary, upsert, none}: the labels, for people. */
    @Override
    public String toString() {
        return tableCount + (tableCount == 1 ? " table, " : " tables, ") + encoding.label() + ", " + key.label() + ", "
                + write.label() + ", read lock " + readLock.label();
    }
}
