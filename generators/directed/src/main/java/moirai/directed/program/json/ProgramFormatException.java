package moirai.directed.program.json;

/** A file is no program: its message names the place, the value and what would be accepted. */
public final class ProgramFormatException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    ProgramFormatException(String message) {
        super(message);
    }
}
