package moirai.runs.cases.format;

import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import moirai.directed.encoding.Bounds;
import moirai.directed.encoding.Scenario;
import moirai.directed.execution.Execution;
import moirai.directed.program.Program;
import moirai.directed.search.Anomaly;
import moirai.runs.cases.PredictedCase;
import moirai.runs.files.Json;

/**
 * The fields of an analysis with many cases: each program and each execution is written once, and a case is its cycle
 * with the number of its execution.
 */
final class SharedFields {

    private final IdentityHashMap<Program, Integer> programNumbers = new IdentityHashMap<>();
    private final IdentityHashMap<Scenario, Integer> scenarioNumbers = new IdentityHashMap<>();
    private final List<Object> programs = new ArrayList<>();
    private final List<Object> executions = new ArrayList<>();

    /** An execution that was read, in its program. */
    private record Shown(Program program, Scenario scenario, Supplier<Execution> execution) {}

    /** Returns a case as it is written, and keeps what it shares with others. */
    Map<String, Object> of(PredictedCase found) {
        Anomaly anomaly = found.anomaly();
        int execution = scenarioNumbers.computeIfAbsent(anomaly.scenario(), scenario -> {
            executions.add(Json.object(
                    "program",
                    programNumbers.computeIfAbsent(found.program(), this::add),
                    "scenario",
                    PredictedFields.scenario(scenario)));
            return executions.size() - 1;
        });
        var tree = new LinkedHashMap<String, Object>();
        tree.put("exact", found.isExact());
        tree.put("internal", anomaly.isInternal());
        tree.put("hops", PredictedFields.hops(found));
        tree.put("execution", execution);
        return tree;
    }

    private int add(Program program) {
        programs.add(PredictedFields.program(program));
        return programs.size() - 1;
    }

    /** Writes what the cases share, in the order in which they did. */
    void write(Map<String, Object> tree) {
        if (!executions.isEmpty()) {
            tree.put("programs", programs);
            tree.put("executions", executions);
        }
    }

    /** A reader of cases that share executions; each execution is run once. */
    static final class Reader {

        private final String levels;
        private final Bounds bounds;
        private final List<Shown> shown;

        /** Creates a reader of the cases of a file. */
        Reader(CaseFields file, Bounds bounds) {
            this.levels = file.text("levels");
            this.bounds = bounds;
            List<Program> programs = file.has("programs")
                    ? file.objects("programs").stream()
                            .map(PredictedFields::program)
                            .toList()
                    : List.of();
            this.shown = file.has("executions")
                    ? file.objects("executions").stream()
                            .map(item -> shown(item, programs))
                            .toList()
                    : List.of();
        }

        private Shown shown(CaseFields item, List<Program> programs) {
            Program program = programs.get(number(item, "program", programs.size()));
            Scenario scenario = PredictedFields.scenario(item.object("scenario"));
            return new Shown(program, scenario, new Once(() -> Execution.of(program, scenario, bounds.loopMax())));
        }

        PredictedCase read(CaseFields item) {
            Shown of = shown.get(number(item, "execution", shown.size()));
            Anomaly anomaly = PredictedFields.anomaly(item, of.scenario());
            PredictedFields.requireShown(
                    anomaly, item, () -> anomaly.shownIn(of.execution().get()));
            return new PredictedCase(of.program(), levels, bounds, item.flag("exact"), anomaly, List.of());
        }

        private static int number(CaseFields item, String name, int count) {
            int number = item.count(name, 0);
            if (number >= count) {
                throw item.refused(name, String.valueOf(number), "a number below " + count);
            }
            return number;
        }
    }

    /** An execution that is run when it is first asked for. */
    private static final class Once implements Supplier<Execution> {

        private final Supplier<Execution> source;
        private final List<Execution> result = new ArrayList<>(1);

        Once(Supplier<Execution> source) {
            this.source = source;
        }

        @Override
        public Execution get() {
            if (result.isEmpty()) {
                result.add(source.get());
            }
            return result.getFirst();
        }
    }
}
