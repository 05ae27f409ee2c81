package moirai.junit.weak;

/** A piece of an application that runs as a session of its own, beside others. */
@FunctionalInterface
public interface Call {

    /**
     * Runs the call.
     *
     * @throws Exception if it fails; a conflict of isolation (SQLSTATE 40001 or 40P01, also as a cause) only aborts it
     */
    void run() throws Exception;
}
