package moirai.programs.keyvalue;

/**
 * The steps of one transaction, without its begin and its end.
 *
 * <p>A body is run again when its transaction was aborted, when a run is replayed and when behaviours are explored. So
 * it is a deterministic function of what it reads: everything else is fixed when it is made, and it changes nothing
 * but the store.
 */
@FunctionalInterface
public interface TxnBody {

    /** Runs all steps; what is answered counts only if the transaction commits. */
    Next run(KeyValueAccess store);
}
