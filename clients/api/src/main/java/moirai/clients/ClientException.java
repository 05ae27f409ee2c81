package moirai.clients;

/** The environment failed: no such host or database, wrong password, a level that the database does not have. */
public final class ClientException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final boolean refusal;

    /** @param message one line that names the endpoint and the cause */
    public ClientException(String message, Throwable cause) {
        super(message, cause);
        this.refusal = false;
    }

    public ClientException(String message) {
        this(message, false);
    }

    private ClientException(String message, boolean refusal) {
        super(message);
        this.refusal = refusal;
    }

    /** What was asked for is not there, as only the database could tell: the user has to ask for something else. */
    public static ClientException refusal(String message) {
        return new ClientException(message, true);
    }

    /** Whether the user has to ask for something else, and nothing has failed. */
    public boolean isRefusal() {
        return refusal;
    }
}
