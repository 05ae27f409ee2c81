package moirai.runs.campaign.page;

import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import moirai.runs.ExitCode;
import moirai.runs.campaign.CellResult;
import moirai.runs.campaign.End;
import moirai.runs.campaign.changes.AssessedNight;
import moirai.runs.campaign.changes.KnownFailures;

/** The worth of a cell of a night, with its sign and its colour; colours repeat what words say. */
enum CellState {
    GOOD('.', "good", "good"),
    FAILED('X', "bad", "failed"),
    KNOWN('k', "known", "failed as is known"),
    DULL('?', "open", "with insufficient evidence"),
    NO_VERDICT('!', "bad", "without a verdict"),
    NOT_RUN('-', "none", "not run");

    /** All of them, in the order in which people have to look at them. */
    private static final List<CellState> WORST_FIRST = List.of(FAILED, NO_VERDICT, DULL, NOT_RUN, KNOWN, GOOD);

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

    /** Returns the results of a night, the worst first, and those of one state in their order. */
    static List<CellResult> worstFirst(AssessedNight assessed) {
        return assessed.night().results().stream()
                .sorted(Comparator.comparingInt(result -> WORST_FIRST.indexOf(of(result, assessed.known()))))
                .toList();
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
