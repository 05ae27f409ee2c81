package moirai.exploration.program;

/**
 * The steps of one transaction, without its begin and its commit.
 *
 * <p>It is run many times, with other values read: what it does is a function of what it reads, and it changes nothing
 * but the store. It may throw {@link AssertionError} where something is seen that must not be.
 */
@FunctionalInterface
public interface Body {

    /**
     * Runs all steps.
     *
     * @return what the client is told if the transaction commits, or a {@link Then}; has {@code equals} and a short
     *     text
     */
    Object run(Txn txn);
}
