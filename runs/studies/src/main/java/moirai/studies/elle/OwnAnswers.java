package moirai.studies.elle;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import moirai.analysis.Findings;
import moirai.analysis.Verdict;
import moirai.analysis.axioms.StepBudget;
import moirai.analysis.registers.Assumption;
import moirai.analysis.validation.Engine;
import moirai.analysis.validation.LevelChecker;
import moirai.formats.jepsen.JepsenReader;
import moirai.formats.jepsen.Keys;
import moirai.formats.jepsen.Reading;
import moirai.history.DataModel;
import moirai.history.History;
import moirai.history.HistoryFormatException;
import moirai.history.level.IsolationLevel;

/** Moirai's own answers, read from the same lines that Elle gets. */
final class OwnAnswers {

    private final Path file;

    OwnAnswers(Path file) {
        this.file = file;
    }

    /** Returns the answer for each level. */
    Map<IsolationLevel, Answer> ask(Trace trace, Set<IsolationLevel> levels, Optional<Assumption> assumption) {
        return ask(
                trace,
                levels,
                new LevelChecker(
                        Engine.AUTO, StepBudget.DEFAULT, assumption.map(Set::of).orElse(Set.of())));
    }

    /** Returns what axioms say of each level, which need no cycles and no assumption. */
    Map<IsolationLevel, Answer> askAxioms(Trace trace, Set<IsolationLevel> levels) {
        return ask(trace, levels, new LevelChecker(Engine.AXIOMS, StepBudget.DEFAULT));
    }

    private Map<IsolationLevel, Answer> ask(Trace trace, Set<IsolationLevel> levels, LevelChecker checker) {
        var answers = new EnumMap<IsolationLevel, Answer>(IsolationLevel.class);
        try {
            Files.write(file, trace.edn());
            String model = trace.data() == DataModel.REGISTER ? "rw-register" : "list-append";
            History history =
                    JepsenReader.read(file, JepsenReader.Notation.EDN, new Reading(model, Keys.UNSAID, false, false));
            levels.forEach(level -> answers.put(level, answer(checker.analyze(history, level), level)));
        } catch (HistoryFormatException refused) {
            String message = String.valueOf(refused.getMessage()).replaceAll("\\d+", "N");
            levels.forEach(level -> answers.put(level, new Answer(Answer.Says.REFUSED, List.of(), List.of(), message)));
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
        return answers;
    }

    private static Answer answer(Findings findings, IsolationLevel level) {
        List<String> names = findings.forbiddenAt(level).stream()
                .map(anomaly -> anomaly.phenomenon().label())
                .toList();
        List<IsolationLevel> broken = Stream.concat(findings.weakestBroken().stream(), findings.alsoBroken().stream())
                .toList();
        return switch (findings.at(level)) {
            case Verdict.Pass pass -> new Answer(Answer.Says.VALID, names, broken, "");
            case Verdict.Fail fail -> new Answer(Answer.Says.INVALID, names, broken, "");
            case Verdict.Undecided(String reason) -> new Answer(Answer.Says.UNKNOWN, names, broken, reason);
        };
    }
}
