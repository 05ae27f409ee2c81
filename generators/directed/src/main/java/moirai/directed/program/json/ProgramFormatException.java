package moirai.directed.program.json;

/** An exception about a file that is no program; the message names the place, the value and what would be accepted. */
public final class ProgramFormatException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    ProgramFormatException(String message) {
        super(message);
    }
}
