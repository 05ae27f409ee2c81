package moirai.observation.txns;

/** Runs a transaction of the application, from its begin to its COMMIT or ROLLBACK, on the recorded data source. */
@FunctionalInterface
public interface TxnBody {

    /** Runs it once. What it throws means that it did not commit. */
    void run(Arguments arguments) throws Exception;
}
