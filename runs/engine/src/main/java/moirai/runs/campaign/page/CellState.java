package moirai.runs.campaign.page;

import java.util.Locale;
import moirai.runs.ExitCode;
import moirai.runs.campaign.CellResult;
import moirai.runs.campaign.End;
import moirai.runs.campaign.changes.KnownFailures;

/** The worth of a cell of a night, with its sign and its colour; colours repeat what words say. */
enum CellState {
    GOOD('.', "good", "good"),
    FAILED('X', "bad", "failed"),
    KNOWN('k', "known", "failed as is known"),
    DULL('?', "open", "with insufficient evidence"),
    NO_VERDICT('!', "bad", "without a verdict"),
    NOT_RUN('-', "none", "not run");

    private final char sign;
    private final String style;
    private final String words;

    CellState(char sign, String style, String words) {
        this.sign = sign;
        this.style = style;
        this.words = words;
    }

    static CellState of(CellResult result, KnownFailures known) {
        if (result.ending().end() == End.NOT_STARTED) {
            return NOT_RUN;
        }
        if (result.ending().end() != End.JUDGED) {
            return NO_VERDICT;
        }
        ExitCode code = known.code(result);
        return switch (code) {
            case VALID -> result.code() == ExitCode.VALID ? GOOD : KNOWN;
            case INSUFFICIENT_EVIDENCE -> DULL;
            case INVALID -> FAILED;
            default -> NO_VERDICT;
        };
    }

    char sign() {
        return sign;
    }

    String style() {
        return style;
    }

    String words() {
        return words;
    }

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
