package moirai.cli.exploring;

import java.nio.file.Path;
import java.util.List;
import moirai.cli.options.ClassPath;
import moirai.exploration.CheckedProgram;
import moirai.exploration.Exploration;
import moirai.exploration.ExplorationResult.Failure;
import moirai.exploration.search.Explorable;
import moirai.exploration.search.ExploredLevels;
import moirai.exploration.search.Replay.ReplayException;
import moirai.history.Seed;
import moirai.history.level.IsolationLevel;
import moirai.programs.explored.ExploredPrograms;
import moirai.runs.ExitCode;
import moirai.runs.cases.Claim;
import moirai.runs.cases.ExploredCase;

/**
 * The result of running a program again as a case recorded it.
 *
 * @param table the execution for people; empty if the program does something else
 * @param said the result, in one line or two
 * @param code of the process: broken as before, or unknown if the program does something else
 */
public record ReplayedCase(String table, String said, ExitCode code) {

    /**
     * Returns the program of a case, with the calls that the case needs.
     *
     * @param classpath where classes are looked for
     * @throws IllegalArgumentException if there is no such program, or it makes other calls
     */
    public static CheckedProgram program(ExploredCase known, List<Path> classpath) {
        String name = known.source().name();
        String client = known.source().client();
        CheckedProgram checked = client.isEmpty()
                ? ExploredPrograms.named(
                                name, new ExploredPrograms.Lot(1, 1, new Seed(0)), () -> ClassPath.loader(classpath))
                        .checked()
                : ExploredPrograms.ofText(name, client).checked();
        Explorable smaller = ExploredCases.reduced(
                        checked.program(), known.source().calls())
                .orElseThrow(() ->
                        new IllegalArgumentException("the case is of other calls than the program " + name + " makes"));
        return new CheckedProgram(smaller, checked.invariants());
    }

    /**
     * Requires that the user has named the program of a case, or that it is one of Moirai's. A case may come from an
     * untrusted source, which may name any class.
     *
     * @throws IllegalArgumentException if neither is so
     */
    public static void requireNamed(ExploredCase known, List<Path> classpath) {
        String name = known.source().name();
        boolean isOurs =
                !known.source().client().isEmpty() || ExploredPrograms.names().contains(name);
        if (!isOurs && classpath.isEmpty()) {
            throw new IllegalArgumentException("the program '" + name + "' is none of Moirai's, and no case brings one"
                    + " along: expected --classpath with the jar or folder that has it");
        }
    }

    /**
     * Runs the program of a case as the case says.
     *
     * @param classpath where classes are looked for
     * @throws IllegalArgumentException if there is no such program, or it makes other calls
     */
    public static ReplayedCase of(ExploredCase known, List<Path> classpath) {
        IsolationLevel level = ExploredCases.level(known.claim().level());
        List<IsolationLevel> required = required(known);
        Failure now;
        try {
            now = Exploration.replayed(program(known, classpath), ExploredCases.script(known), required);
        } catch (ReplayException different) {
            return changed(String.valueOf(different.getMessage()));
        }
        String difference = ExploredCases.difference(known, now.behaviour());
        if (!difference.isEmpty()) {
            return changed(difference);
        }
        if (now.excludedBy().stream().anyMatch(level::implies)) {
            return changed(ExploredLevels.NAMES.label(level) + ", at which the case was found, does not allow it");
        }
        String table = now.behaviour().table() + "\n";
        String failure = known.claim().failure();
        return now.what().equals(failure)
                ? new ReplayedCase(table, "BROKEN: " + now.what(), ExitCode.INVALID)
                : new ReplayedCase(
                        table,
                        "unknown: the case says '" + failure + "', the program now "
                                + (now.what().isEmpty() ? "asserts nothing" : "'" + now.what() + "'"),
                        ExitCode.UNKNOWN);
    }

    /** Returns the levels that had to allow the execution; none if it breaks an assertion. */
    public static List<IsolationLevel> required(ExploredCase known) {
        return switch (known.claim()) {
            case Claim.BrokenAssertion broken -> List.of();
            case Claim.NotAllowed disallowed -> List.of(ExploredCases.level(disallowed.required()));
        };
    }

    private static ReplayedCase changed(String how) {
        return new ReplayedCase(
                "",
                "unknown: this is no longer what the program does: " + how
                        + "\n           explore it again to learn whether it can still fail",
                ExitCode.UNKNOWN);
    }

    /** Returns the execution and the result, for people. */
    public String text() {
        return table + "result     " + said + "\n";
    }

    /** Returns whether the program still fails in the same way. */
    public boolean isShown() {
        return code == ExitCode.INVALID;
    }
}
