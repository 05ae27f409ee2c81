package moirai.cli.scheduling;

/** A file is no analysis: its message names the place, the value and what would be accepted. */
final class AnalysisFormatException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    AnalysisFormatException(String message) {
        super(message);
    }
}
