package moirai.junit.weak;

/** Thrown when a call does not go on. */
public final class StuckException extends Exception {

    private static final long serialVersionUID = 1L;

    private StuckException(String message) {
        super(message);
    }

    /** Returns the exception for a call that neither ends nor comes to the store. */
    static StuckException outside(String call, String place) {
        return new StuckException(call + " neither ends nor comes to the store for 30 s. It is at " + place
                + ". Does it wait for something other than the store?");
    }

    /** Returns the exception for a call that waits for a lock of the store which nobody can release. */
    static StuckException inStore(String call, String place) {
        return new StuckException(call + " waits for ever: what it waits for is locked by a connection of its own, of a"
                + " call that has ended without a commit, or of one that waits as well. It is at " + place
                + ". A database would let them wait, or end them by a time limit.");
    }
}
