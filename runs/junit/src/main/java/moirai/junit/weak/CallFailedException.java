package moirai.junit.weak;

/** Thrown after a round of which a call has thrown something that is no conflict of isolation. */
public final class CallFailedException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    CallFailedException(String call, Throwable thrown) {
        super(call + " has thrown " + thrown, thrown);
    }
}
