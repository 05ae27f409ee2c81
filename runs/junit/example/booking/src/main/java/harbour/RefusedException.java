package harbour;

/** A wish of a guest that a rule of the hotel forbids. */
public class RefusedException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    public RefusedException(String reason) {
        super(reason);
    }
}
