package moirai.observation.txns;

/** Runs a transaction of the application, from its begin to its COMMIT or ROLLBACK, on the recorded data source. */
@FunctionalInterface
public interface TxnBody {

    /** Runs the transaction once. An exception means that it did not commit. */
    void run(Arguments arguments) throws Exception;
}
