package moirai.exploration.search;

import static java.util.Objects.requireNonNull;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.function.IntFunction;
import moirai.exploration.program.Program;
import moirai.exploration.program.ProgramRunner;
import moirai.history.level.IsolationLevel;

/** Texts of the histories of programs, independent of the order in which transactions were run. */
final class Histories {

    private Histories() {}

    /** Returns the histories in the order in which a search finds them. */
    static List<String> of(Program program, IsolationLevel base, Algorithm algorithm) {
        var found = new ArrayList<String>();
        var runner = new ProgramRunner(program);
        new Search(runner, base, algorithm, new SplittableRandom(0)).run(history -> {
            found.add(text(history, runner::keyName));
            return true;
        });
        return found;
    }

    /**
     * Returns the expected histories of each level: all orders of turns and all reads, filtered by the definitions of
     * levels.
     */
    static Map<IsolationLevel, Set<String>> expected(Program program, List<IsolationLevel> levels) {
        Map<IsolationLevel, Set<String>> passed = nothing(levels);
        Enumeration.of(program)
                .forEach((text, history) -> levels.stream()
                        .filter(level -> BruteForce.satisfies(history, level, finalSession(program)))
                        .forEach(level -> requireNonNull(passed.get(level)).add(text)));
        return passed;
    }

    /** Returns the same for a program that only a search can run, without a level and in all orders. */
    static Map<IsolationLevel, Set<String>> expected(TxnRunner runner, List<IsolationLevel> levels) {
        var found = new HashSet<String>();
        Map<IsolationLevel, Set<String>> passed = nothing(levels);
        int finalSession = runner.isLastFinal() ? runner.sessionCount() - 1 : -1;
        new Search(runner, IsolationLevel.STRONG_SESSION_READ_COMMITTED, Algorithm.DEPTH_FIRST, new SplittableRandom(0))
                .run(history -> {
                    String text = text(history, runner::keyName);
                    if (found.add(text)) {
                        levels.stream()
                                .filter(level -> BruteForce.satisfies(history, level, finalSession))
                                .forEach(level ->
                                        requireNonNull(passed.get(level)).add(text));
                    }
                    return true;
                });
        return passed;
    }

    private static Map<IsolationLevel, Set<String>> nothing(List<IsolationLevel> levels) {
        var nothing = new EnumMap<IsolationLevel, Set<String>>(IsolationLevel.class);
        levels.forEach(level -> nothing.put(level, new HashSet<>()));
        return nothing;
    }

    static int finalSession(Program program) {
        return program.afterwards().isEmpty() ? -1 : program.sessions().size();
    }

    /** Returns a text with the names of keys, because their numbers differ between explorations. */
    static String text(TxnRunner.Sight history, IntFunction<String> keyName) {
        var lines = new ArrayList<String>();
        for (int index = 0; index < history.count(); index++) {
            Block block = history.block(index);
            var line = new StringBuilder();
            line.append(block.place().session())
                    .append('.')
                    .append(block.place().position());
            for (int step = 0; step < block.steps().count(); step++) {
                int source = block.steps().source(step);
                line.append(block.steps().isLocking(step) ? "locked " : "");
                int key = block.steps().key(step);
                line.append(' ').append(key < 0 ? "" : keyName.apply(key)).append('/');
                if (source >= 0) {
                    TxnPlace place = history.byId(source).place();
                    line.append(place.session()).append('.').append(place.position());
                } else {
                    line.append(source);
                }
            }
            lines.add(line.append(block.end().isCommitted() ? " c" : " a").toString());
        }
        lines.sort(null);
        return String.join("\n", lines);
    }
}
