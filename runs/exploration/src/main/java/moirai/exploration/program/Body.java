package moirai.exploration.program;

/**
 * The steps of one transaction, without its begin and its commit.
 *
 * <p>A body is run many times with different values read. It must be a function of these values, and must not change
 * anything but the store. It may throw {@link AssertionError} if an assertion does not hold.
 */
@FunctionalInterface
public interface Body {

    /**
     * Runs all steps.
     *
     * @return the reply to the client if the transaction commits, or a {@link Then}; has {@code equals} and a short
     *    text
     */
    Object run(Txn txn);
}
