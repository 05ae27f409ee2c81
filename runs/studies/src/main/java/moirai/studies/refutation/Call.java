package moirai.studies.refutation;

import moirai.studies.refutation.programs.RandomProgram;

/**
 * A call of a transaction with its arguments.
 *
 * @param txn the number of the method in the program
 */
record Call(int txn, int id, int other, int amount, String text) {

    /** Returns the call as it stands in Java. */
    String text(RandomProgram program) {
        return program.txns().get(txn).name() + "(" + id + ", " + other + ", " + amount + ", \"" + text + "\")";
    }
}
