package moirai.clients;

/**
 * Thrown when the environment fails: no such host or database, wrong password, a level that the database does not have.
 */
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

    /**
     * Returns an exception for a request that only the database could refuse: the user has to ask for something else.
     */
    public static ClientException refusal(String message) {
        return new ClientException(message, Kind.REFUSAL);
    }

    /**
     * Returns an exception for a database that must not be touched, or not now, because others use it. Nothing was
     * written.
     */
    public static ClientException guarded(String message) {
        return new ClientException(message, Kind.GUARD_RAIL);
    }

    /** Returns whether the user has to ask for something else, and nothing has failed. */
    public boolean isRefusal() {
        return kind == Kind.REFUSAL;
    }

    /** Returns whether a guard-rail refused, and nothing has failed. */
    public boolean isGuarded() {
        return kind == Kind.GUARD_RAIL;
    }
}
