package moirai.directed.encoding;

import moirai.directed.program.Statement;

/**
 * One statement of one transaction of an execution, or the part of it that is about one row, or its choice of rows.
 *
 * @param index among all statements of the execution; those of a transaction are neighbours
 * @param txn the number of the transaction
 * @param row the number of the row that this part is about; {@link #ALL} for the whole statement, and
 *     {@link #CHOICE} for the reading part that chooses the rows of the others
 */
record Query(int index, int txn, Statement statement, int row) {

    static final int ALL = -1;
    static final int CHOICE = -2;

    /** Returns whether it is about a row. */
    boolean isAbout(int other) {
        return row < 0 || row == other;
    }

    /** Returns whether it is of the same transaction and before the other one. */
    boolean isBeforeInTxn(Query other) {
        return txn == other.txn && index < other.index;
    }

    /** Returns whether it writes and locks nothing, and chooses the rows that other parts of its statement take. */
    boolean isChoice() {
        return row == CHOICE;
    }

    /** Returns whether both are parts of one statement of one call, or both are the same. */
    boolean isPartWith(Query other) {
        return txn == other.txn && statement.label().equals(other.statement.label());
    }
}
