package moirai.cli.exploring;

import java.nio.file.Path;
import java.util.List;
import moirai.exploration.CheckedProgram;
import moirai.exploration.Exploration;
import moirai.exploration.ExplorationOptions;
import moirai.exploration.ExplorationResult;
import moirai.exploration.MinimalFailure;
import moirai.exploration.search.Explorable;
import moirai.exploration.search.ExploredLevels;
import moirai.history.level.IsolationLevel;
import moirai.runs.cases.ExploredCase;

/** A reduction of an explored case to the calls that it needs. */
public final class ShrunkCase {

    private ShrunkCase() {}

    /**
     * Returns the smallest case that breaks the same: calls are left out, and the remaining program is explored again.
     *
     * @param known a case that its program still shows
     * @param classpath where classes are looked for
     * @throws IllegalArgumentException if there is no such program, or it makes other calls
     */
    public static ExploredCase of(ExploredCase known, List<Path> classpath) {
        CheckedProgram checked = ReplayedCase.program(known, classpath);
        IsolationLevel level = ExploredLevels.NAMES.parse(known.claim().level());
        List<IsolationLevel> required = ReplayedCase.required(known);
        ExplorationOptions options = ExplorationOptions.at(level).upTo(MinimalFailure.ENDS_MAX, 1);
        ExplorationResult.Failure now = Exploration.replayed(checked, ExploredCases.script(known), required);
        SmallestFailure smallest =
                SmallestFailure.of(checked.program(), now, smaller -> search(smaller, checked, options, required));
        return ExploredCases.of(
                known.source().name(),
                known.source().client(),
                level,
                required.stream().findFirst(),
                smallest);
    }

    private static ExplorationResult search(
            Explorable smaller, CheckedProgram checked, ExplorationOptions options, List<IsolationLevel> required) {
        Exploration.Progress unwatched = (histories, ends, open) -> true;
        return required.isEmpty()
                ? Exploration.of(smaller, options, checked.invariants(), unwatched)
                : Exploration.compare(smaller, options, required.getFirst(), unwatched);
    }
}
