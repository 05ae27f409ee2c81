package moirai.exploration.program;

import moirai.programs.keyvalue.KeyValueAccess;

/** A transaction as its body sees it. Keys and values have {@code equals} and {@code hashCode}, and do not change. */
public interface Txn extends KeyValueAccess {

    /**
     * Ends the transaction; nothing was written, even if the body catches what this throws and goes on. Further steps
     * throw it again.
     *
     * @return never; the type lets callers write {@code throw txn.abort()}
     */
    TxnAbortedError abort();
}
