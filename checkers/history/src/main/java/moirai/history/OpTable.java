package moirai.history;

import java.util.Arrays;

/** The columns of ops, keys, lists and scans while a history is built, and the kind of data of its keys. */
final class OpTable {

    /** Stands for the list of a read that shares no element with an earlier one. */
    static final int NO_LIST = -1;

    /** Stands for the id of a key or list of another history that was not met yet. */
    private static final int UNMET = -2;

    private final Ints opKey = new Ints(128);
    /** The elements and lengths of ops on lists; {@link #registerValue} takes its place once the keys hold numbers. */
    private Ints opValue = new Ints(128);

    private final Longs registerValue = new Longs(0);
    private final Ints opList = new Ints(128);
    private final History.ScanColumns scans = new History.ScanColumns();
    private final KeyIndex keys = new KeyIndex();
    private ListPool lists = new ListPool();
    private boolean decided;
    private boolean holdsNumbers;
    private DataModel dataModel = DataModel.LIST_APPEND;
    private int decidingOp;
    /** The number of ops that are expected at least, 0 if nothing is known. */
    private int expected;

    private int[] room = {};
    private long[] longRoom = {};

    int size() {
        return opKey.size();
    }

    DataModel dataModel() {
        return dataModel;
    }

    /** Makes room for so many more ops. */
    void reserve(int count) {
        opKey.reserve(count);
        opList.reserve(count);
        expected = opKey.size() + count;
        if (decided) {
            reserveValues();
        }
    }

    private void reserveValues() {
        if (holdsNumbers) {
            registerValue.reserve(Math.max(0, expected - registerValue.size()));
        } else {
            opValue.reserve(Math.max(0, expected - opValue.size()));
        }
    }

    /** Returns the op that decided the kind of data. */
    int decidingOp() {
        return decidingOp;
    }

    long keyName(int op) {
        return keys.names().at(opKey.at(op));
    }

    /** Returns whether the next op may be one of this model; the first call decides the model. */
    boolean requireModel(DataModel model) {
        if (!decided) {
            decide(model);
        }
        return model == dataModel;
    }

    private void decide(DataModel model) {
        decided = true;
        dataModel = model;
        decidingOp = opKey.size();
        if (model == DataModel.REGISTER || model == DataModel.COUNTER) {
            holdsNumbers = true;
            registerValue.addZeros(opKey.size());
            opValue = new Ints(0);
            lists = new ListPool();
        }
        reserveValues();
    }

    void add(long keyName, long value, int list) {
        add(keyOf(keyName), value, list);
    }

    private void add(int key, long value, int list) {
        if (scans.awaitsMatch()) {
            scans.match(keys.names().at(key), value, list);
        }
        opKey.add(key);
        if (holdsNumbers) {
            registerValue.add(value);
        } else {
            opValue.add((int) value);
        }
        opList.add(list);
    }

    /** Adds a read of the first {@code shared} elements of a list of the key, and of the values from there on. */
    void addRead(long keyName, int known, int shared, int[] values, int length) {
        int key = shared == 0 ? keyOf(keyName) : lists.keyOf(known);
        add(key, length, lists.listOf(key, shared == 0 ? NO_LIST : known, shared, values, length));
    }

    /** Returns whether ops on lists may be added. */
    boolean mayHoldLists() {
        return !decided || dataModel == DataModel.LIST_APPEND;
    }

    /** Adds all ops of a history of lists without scans. O(ops + elements of lists). */
    void addAll(History from) {
        reserve(from.opCount());
        int[] keyOf = new int[from.keyCount()];
        Arrays.fill(keyOf, UNMET);
        int[] listOf = unmetLists(from);
        for (int op = 0; op < from.opCount(); op++) {
            int theirs = from.key(op);
            if (keyOf[theirs] == UNMET) {
                keyOf[theirs] = keyOf(from.keyName(theirs));
            }
            int list = from.list(op);
            if (!decided && list != History.UNANSWERED) {
                decide(DataModel.LIST_APPEND);
            }
            if (list >= 0) {
                int own = listOf[list] == UNMET ? adopt(keyOf[theirs], from, list) : listOf[list];
                listOf[list] = own;
                list = own == ListPool.NONE ? ownList(keyOf[theirs], from, op) : own;
            }
            opKey.add(keyOf[theirs]);
            opValue.add(from.length(op));
            opList.add(list);
        }
    }

    /**
     * Returns for each list that its own one is not known yet, or that there is none: where reads of a key contradict
     * each other, which list one names depends on the reads before it.
     */
    private static int[] unmetLists(History from) {
        int[] unmet = new int[from.listCount()];
        int[] lastOfKey = new int[from.keyCount()];
        Arrays.fill(lastOfKey, UNMET);
        for (int list = 0; list < unmet.length; list++) {
            int other = lastOfKey[from.listKey(list)];
            unmet[list] = other == UNMET ? UNMET : ListPool.NONE;
            if (other != UNMET) {
                unmet[other] = ListPool.NONE;
            }
            lastOfKey[from.listKey(list)] = list;
        }
        return unmet;
    }

    private int adopt(int key, History from, int list) {
        return lists.adopt(key, copy(from, list, from.listSize(list)), from.listSize(list));
    }

    private int ownList(int key, History from, int op) {
        int length = from.length(op);
        return lists.listOf(key, NO_LIST, 0, copy(from, from.list(op), length), length);
    }

    private int[] copy(History from, int list, int length) {
        if (room.length < length) {
            room = new int[2 * length];
        }
        for (int i = 0; i < length; i++) {
            room[i] = from.listElement(list, i);
        }
        return room;
    }

    /** Makes the read of a register without a value one of 0. */
    void showZero(int op) {
        if (opList.at(op) != History.INITIAL_READ) {
            throw new IllegalArgumentException("op " + op + " is no read of a register without a value");
        }
        opList.set(op, History.VALUE_READ);
    }

    /** Returns the list that the op which was added last read. */
    int lastList() {
        return opList.at(opList.size() - 1);
    }

    int element(int list, int index) {
        return lists.element(list, index);
    }

    void addScan(Op.Scan scan) {
        add(scan.key(), scans.count(), History.SCAN);
        scans.add(scan);
    }

    /** Fails if matches of a scan are missing in the transaction that ends. */
    void endTxn() {
        scans.end();
    }

    private int keyOf(long name) {
        int known = keys.names().size();
        int key = keys.idOf(name);
        if (key == known && !holdsNumbers) {
            lists.addKey();
        }
        return key;
    }

    /**
     * Puts the ops of transactions into this order, with dense ids of keys, lists and scans as if they had been added
     * in it. Nothing may be added afterwards. One column after the other, so that beside them there is never more than
     * one, unless {@link #renumber} makes the lists anew.
     *
     * @param firstOp of each transaction, and the number of ops
     */
    void reorder(int[] order, Ints firstOp) {
        opKey.gather(order, firstOp);
        opList.gather(order, firstOp);
        if (holdsNumbers) {
            registerValue.gather(order, firstOp);
        } else {
            opValue.gather(order, firstOp);
        }
        renumber();
    }

    /**
     * Puts the ops from {@code first} on into another order: first comes {@code first + order[0]}. The ids of keys,
     * lists and scans stay, so {@link #renumber} has to follow before the columns are taken. O(count).
     */
    void arrange(int first, int[] order, int count) {
        if (room.length < count) {
            room = new int[2 * count];
        }
        opKey.arrange(first, order, count, room);
        opList.arrange(first, order, count, room);
        if (!holdsNumbers) {
            opValue.arrange(first, order, count, room);
        } else {
            if (longRoom.length < count) {
                longRoom = new long[2 * count];
            }
            registerValue.arrange(first, order, count, longRoom);
        }
        for (int i = 0; i < count && decidingOp >= first; i++) {
            if (first + order[i] == decidingOp) {
                decidingOp = first + i;
                return;
            }
        }
    }

    /**
     * Gives keys, lists and scans the ids that they would have if the ops had been added as they stand. Nothing may be
     * added afterwards. O(ops), and O(elements read) more for each key whose reads contradict each other: which list a
     * read then names depends on the reads before it.
     */
    void renumber() {
        ListPool before = lists;
        boolean hasSeveral = before.hasSeveral();
        lists = hasSeveral ? new ListPool() : before;
        int[] idOf = new int[keys.names().size()];
        Arrays.fill(idOf, -1);
        int[] order = new int[idOf.length];
        int[] scanOrder = new int[scans.count()];
        int known = 0;
        int scansMet = 0;
        for (int op = 0; op < opKey.size(); op++) {
            int keyBefore = opKey.at(op);
            if (idOf[keyBefore] < 0) {
                order[known] = keyBefore;
                idOf[keyBefore] = known++;
                if (hasSeveral) {
                    lists.addKey(before, keyBefore);
                }
            }
            int key = idOf[keyBefore];
            opKey.set(op, key);
            int list = opList.at(op);
            if (list >= 0) {
                opList.set(op, hasSeveral ? lists.listOf(key, before, list, opValue.at(op)) : key);
            } else if (list == History.SCAN) {
                scanOrder[scansMet] = opValue.at(op);
                opValue.set(op, scansMet++);
            }
        }
        keys.names().gather(order);
        scans.gather(scanOrder);
        if (!holdsNumbers && !hasSeveral) {
            lists.gather(order);
        }
    }

    /** Returns the columns; from the first of these calls on, nothing may be added. */
    History.OpColumns columns() {
        return new History.OpColumns(opKey.trim(), opValue.trim(), opList.trim(), registerValue.trim());
    }

    History.ListColumns listColumns() {
        return lists.columns();
    }

    History.ScanColumns scanColumns() {
        return scans.trim();
    }

    Longs keyNames() {
        return keys.names().trim();
    }
}
