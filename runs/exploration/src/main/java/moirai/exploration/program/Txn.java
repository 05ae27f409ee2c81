package moirai.exploration.program;

import java.util.Optional;
import moirai.programs.keyvalue.KeyValueAccess;

/** A transaction as its body sees it. Keys and values have {@code equals} and {@code hashCode}, and do not change. */
public interface Txn extends KeyValueAccess {

    /**
     * Locks the key until the end of the transaction, and reads it: what this transaction wrote last, or else what was
     * committed last. Nobody else writes the key, or locks it, in between; as this counts as a write of the same
     * value, whoever locks or reads that later sees what else this transaction has done.
     *
     * @return empty if the key holds nothing
     */
    Optional<Object> readForUpdate(Object key);

    /**
     * Ends the transaction; nothing was written, even if the body catches what this throws and goes on. Further steps
     * throw it again.
     *
     * @return never; the type lets callers write {@code throw txn.abort()}
     */
    TxnAbortedError abort();
}
