package moirai.junit.weak;

/** Thrown when a call neither ends nor begins a transaction. */
public final class StuckException extends Exception {

    private static final long serialVersionUID = 1L;

    StuckException(String call, String place) {
        super(call + " neither ends nor begins a transaction for 30 s. It is at " + place
                + ". Does it wait for something other than the store?");
    }
}
