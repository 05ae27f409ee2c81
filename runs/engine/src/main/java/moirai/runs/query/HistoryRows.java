package moirai.runs.query;

import java.sql.Connection;
import java.sql.SQLException;
import moirai.history.DataModel;
import moirai.history.History;
import moirai.history.Outcome;
import moirai.runs.latency.TxnKind;

/**
 * The rows of a history, which comes in pieces. O(transactions + ops + elements of lists), with memory for one piece.
 *
 * <p>A read of a list takes one row however long it is, since it names a list and a length. The elements are stored
 * once, as long as the key is in use.
 */
final class HistoryRows implements AutoCloseable {

    private static final int NANOS_OF_MICRO = 1_000;

    private final Rows txns;
    private final Rows ops;
    private final Rows reads;
    private final Rows lists;
    private final ListNumbers numbers = new ListNumbers();
    private long txnCount;

    HistoryRows(Connection connection) throws SQLException {
        txns = new Rows(connection, RunTables.TXNS);
        ops = new Rows(connection, RunTables.OPS);
        reads = new Rows(connection, RunTables.READS);
        lists = new Rows(connection, RunTables.LISTS);
    }

    /** Returns the number of transactions so far. */
    long txnCount() {
        return txnCount;
    }

    /** Adds the next piece of the history. */
    void add(History piece) {
        numbers.startPiece(piece);
        for (int list = 0; list < piece.listCount(); list++) {
            addList(piece, list);
        }
        for (int txn = 0; txn < piece.txnCount(); txn++) {
            boolean writes = false;
            for (int op = piece.firstOp(txn); op < piece.endOp(txn); op++) {
                writes |= piece.isAppend(op) || piece.isWrite(op);
                addOp(piece, txn, op);
                if (piece.isAnswered(op)) {
                    addRead(piece, txn, op);
                }
            }
            addTxn(piece, txn, writes ? TxnKind.WRITE : TxnKind.READ);
        }
        txnCount += piece.txnCount();
    }

    private void addTxn(History piece, int txn, TxnKind kind) {
        txns.begin().add(txnCount + txn).add(piece.session(txn));
        if (piece.isTimed()) {
            long start = piece.startNanos(txn);
            long end = piece.endNanos(txn);
            txns.add(start).add(end).add((end - start) / NANOS_OF_MICRO);
        } else {
            txns.addNull().addNull().addNull();
        }
        switch (piece.outcome(txn)) {
            case Outcome.Committed committed -> txns.add("committed").addNull();
            case Outcome.Aborted(String cause) -> addCause(txns.add("aborted"), cause);
            case Outcome.Indeterminate(String cause) -> addCause(txns.add("indeterminate"), cause);
        }
        txns.add(kind.label()).add(piece.endOp(txn) - piece.firstOp(txn)).end();
    }

    private static void addCause(Rows row, String cause) {
        if (cause.isEmpty()) {
            row.addNull();
        } else {
            row.add(cause);
        }
    }

    private void addOp(History piece, int txn, int op) {
        ops.begin()
                .add(txnCount + txn)
                .add(op - piece.firstOp(txn))
                .add(type(piece, op))
                .add(piece.keyName(piece.key(op)));
        if (piece.isAppend(op)) {
            ops.add((long) piece.element(op)).addNull();
        } else if (piece.isWrite(op)) {
            ops.add(piece.value(op)).addNull();
        } else if (piece.isScan(op)) {
            ops.addNull().add(piece.scanTo(op));
        } else {
            ops.addNull().addNull();
        }
        ops.end();
    }

    private static String type(History piece, int op) {
        if (piece.isAppend(op)) {
            return piece.dataModel() == DataModel.SET ? "add" : "append";
        }
        if (piece.isWrite(op)) {
            return piece.dataModel() == DataModel.COUNTER ? "increment" : "write";
        }
        return piece.isScan(op) ? "scan" : "read";
    }

    private void addRead(History piece, int txn, int op) {
        reads.begin().add(txnCount + txn).add(op - piece.firstOp(txn)).add(piece.keyName(piece.key(op)));
        if (piece.isInitialRead(op)) {
            reads.add(0).addNull().addNull();
        } else if (piece.isValueRead(op)) {
            reads.add(1).add(piece.value(op)).addNull();
        } else {
            int length = piece.length(op);
            reads.add(length);
            if (length == 0) {
                reads.addNull().addNull();
            } else {
                int list = piece.list(op);
                reads.add((long) piece.listElement(list, length - 1)).add(numbers.of(list));
            }
        }
        reads.end();
    }

    private void addList(History piece, int list) {
        long key = piece.keyName(piece.listKey(list));
        for (int place = numbers.stored(list); place < piece.listSize(list); place++) {
            lists.begin()
                    .add(numbers.of(list))
                    .add(key)
                    .add(place)
                    .add((long) piece.listElement(list, place))
                    .end();
        }
    }

    @Override
    public void close() throws SQLException {
        try (txns;
                ops;
                reads;
                lists) {
            // Each is closed, even if another one fails.
            return;
        }
    }
}
