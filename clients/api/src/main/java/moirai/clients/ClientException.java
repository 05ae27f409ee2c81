package moirai.clients;

/** The environment failed: no such host or database, wrong password, a level that the database does not have. */
public final class ClientException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /** @param message one line that names the endpoint and the cause */
    public ClientException(String message, Throwable cause) {
        super(message, cause);
    }

    public ClientException(String message) {
        super(message);
    }
}
