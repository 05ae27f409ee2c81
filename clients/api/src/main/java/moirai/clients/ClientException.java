package moirai.clients;

/** The environment failed: no such host or database, wrong password, a level that the database does not have. */
public final class ClientException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final Kind kind;

    private enum Kind {
        FAILURE,
        REFUSAL,
        GUARD_RAIL
    }

    /** @param message one line that names the endpoint and the cause */
    public ClientException(String message, Throwable cause) {
        super(message, cause);
        this.kind = Kind.FAILURE;
    }

    public ClientException(String message) {
        this(message, Kind.FAILURE);
    }

    private ClientException(String message, Kind kind) {
        super(message);
        this.kind = kind;
    }

    /** What was asked for is not there, as only the database could tell: the user has to ask for something else. */
    public static ClientException refusal(String message) {
        return new ClientException(message, Kind.REFUSAL);
    }

    /** What was asked for is there, and must not be touched, or not now: others are using it. Nothing was written. */
    public static ClientException guarded(String message) {
        return new ClientException(message, Kind.GUARD_RAIL);
    }

    /** Whether the user has to ask for something else, and nothing has failed. */
    public boolean isRefusal() {
        return kind == Kind.REFUSAL;
    }

    /** Whether a guard-rail said no, and nothing has failed. */
    public boolean isGuarded() {
        return kind == Kind.GUARD_RAIL;
    }
}
