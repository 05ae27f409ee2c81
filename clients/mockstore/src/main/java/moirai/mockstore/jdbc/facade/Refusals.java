package moirai.mockstore.jdbc.facade;

import moirai.mockstore.StoreException;

/**
 * A listener that is told of each call that the driver does not support. A framework may catch the exception and do
 * something else, which on a real database it would not do.
 */
@FunctionalInterface
public interface Refusals {

    /** A listener that does nothing, for objects that belong to no session. */
    Refusals UNHEARD = (call, refusal) -> {};

    /**
     * Records that a call is refused.
     *
     * @param call such as {@code Connection.createBlob()}
     */
    void refused(String call, StoreException refusal);
}
