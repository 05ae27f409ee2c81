package moirai.directed.encoding;

import moirai.directed.program.Statement;

/**
 * One statement of one transaction of an execution.
 *
 * @param index among all statements of the execution; those of a transaction are neighbours
 * @param txn the number of the transaction
 */
record Query(int index, int txn, Statement statement) {}
