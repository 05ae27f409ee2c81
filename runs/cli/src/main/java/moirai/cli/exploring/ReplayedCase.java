package moirai.cli.exploring;

import java.nio.file.Path;
import moirai.exploration.CheckedProgram;
import moirai.exploration.Exploration;
import moirai.exploration.ExplorationResult.Failure;
import moirai.exploration.files.CaseFile;
import moirai.exploration.search.ExploredLevels;
import moirai.exploration.search.Replay.ReplayException;
import moirai.history.level.IsolationLevel;
import moirai.runs.ExitCode;

/**
 * What a program does today where a case says how it failed.
 *
 * @param text for people
 * @param code of the process: broken as before, or unknown if the program does something else
 */
public record ReplayedCase(String text, ExitCode code) {

    /**
     * Reads a case.
     *
     * @throws IllegalArgumentException if the file is none; the message names it, and what is wrong
     */
    public static CaseFile read(Path file) {
        String text = TextFiles.read(file);
        try {
            return CaseFile.parse(text);
        } catch (IllegalArgumentException malformed) {
            throw new IllegalArgumentException(file + ": " + malformed.getMessage(), malformed);
        }
    }

    /** Runs the program, of which the case may need a part alone, as the case says. */
    public static ReplayedCase of(CheckedProgram checked, CaseFile known) {
        Failure now;
        try {
            now = Exploration.replayed(checked, known.script(), known.question().others());
        } catch (ReplayException different) {
            return changed(String.valueOf(different.getMessage()));
        }
        String table = now.behaviour().table() + "\n";
        String difference = known.difference(now.behaviour());
        if (!difference.isEmpty()) {
            return changed(difference);
        }
        IsolationLevel level = known.question().level();
        if (now.excludedBy().stream().anyMatch(level::implies)) {
            return changed(ExploredLevels.NAMES.label(level) + ", at which the case was found, does not allow it");
        }
        return now.what().equals(known.failure())
                ? new ReplayedCase(table + "result     BROKEN: " + now.what() + "\n", ExitCode.INVALID)
                : new ReplayedCase(
                        table + "result     unknown: the case says '" + known.failure() + "', the program now "
                                + (now.what().isEmpty() ? "asserts nothing" : "'" + now.what() + "'") + "\n",
                        ExitCode.UNKNOWN);
    }

    private static ReplayedCase changed(String how) {
        return new ReplayedCase(
                "result     unknown: this is no longer what the program does: " + how
                        + "\n           explore it again to learn whether it can still fail\n",
                ExitCode.UNKNOWN);
    }
}
