package moirai.directed.specification;

/** A text that is no specification, or one that no database can keep. The message names line and column. */
public final class SpecificationException extends IllegalArgumentException {

    private static final long serialVersionUID = 1L;

    SpecificationException(int line, int column, String message) {
        super("line " + line + ", column " + column + ": " + message);
    }
}
