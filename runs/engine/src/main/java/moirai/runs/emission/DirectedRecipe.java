package moirai.runs.emission;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import moirai.directed.encoding.Scenario;
import moirai.directed.execution.Knowledge;
import moirai.directed.execution.Observation;
import moirai.directed.levels.Axiom;
import moirai.directed.levels.Promises;
import moirai.directed.program.Origin;
import moirai.directed.program.Program;
import moirai.directed.program.Statement;
import moirai.directed.program.Table;
import moirai.reenactment.CaseSql;
import moirai.reenactment.CaseStep;
import moirai.reenactment.DirectedCase;
import moirai.reenactment.Interleaving;
import moirai.runs.cases.PredictedText;

/**
 * The maker of a recipe from a directed case. Each statement has the values that its call would compute from the
 * expected results of the statements before it. As soon as one result differs, the following statements prove nothing,
 * and no conclusion is drawn.
 */
final class DirectedRecipe {

    private static final List<String> FROM_WEAK_TO_STRONG =
            List.of("read-committed", "repeatable-read", "serializable");

    private final DirectedCase wanted;
    private final List<CaseStep> order;
    private final Map<Integer, Knowledge> knowledge = new HashMap<>();

    private DirectedRecipe(DirectedCase wanted, List<CaseStep> order) {
        this.wanted = wanted;
        this.order = List.copyOf(order);
    }

    /** Returns the recipe for one server, with tables of its own. */
    static Recipe of(DirectedCase original) {
        DirectedCase renamed = RenamedTables.of(original);
        boolean hasSnapshots = !isolation(renamed).equals(FROM_WEAK_TO_STRONG.getFirst());
        return new DirectedRecipe(renamed, Interleaving.of(renamed, hasSnapshots)).recipe();
    }

    /** Returns the steps in the order of the case, with the tables of the program. */
    static List<Recipe.Step> steps(DirectedCase shown) {
        return new DirectedRecipe(shown, shown.steps()).steps();
    }

    /** Returns the SQL isolation level at which a case is expected: the weakest level of its calls. */
    static String isolation(DirectedCase wanted) {
        Set<String> asked = wanted.scenario().calls().stream()
                .map(call -> isolation(call.level()))
                .collect(Collectors.toSet());
        return FROM_WEAK_TO_STRONG.stream().filter(asked::contains).findFirst().orElseThrow();
    }

    /** Returns the weakest SQL isolation level at which engines show no more than the promises allow. */
    private static String isolation(Promises promises) {
        if (promises.has(Axiom.ORDER_IS_SEEN)) {
            return "serializable";
        }
        return promises.has(Axiom.STABLE_READS) ? "repeatable-read" : "read-committed";
    }

    private Recipe recipe() {
        Program program = wanted.program();
        var tables = new ArrayList<Recipe.Made>();
        List<String> create = CaseSql.tables(program);
        for (int i = 0; i < create.size(); i++) {
            tables.add(new Recipe.Made(CaseSql.quoted(program.tables().get(i).name()), create.get(i)));
        }
        return new Recipe(
                isolation(wanted),
                tables,
                CaseSql.inserts(program, wanted.scenario().rows()),
                steps(),
                program.tables().stream().map(this::look).toList());
    }

    private List<Recipe.Step> steps() {
        var steps = new ArrayList<Recipe.Step>();
        Set<Integer> begun = new HashSet<>();
        for (CaseStep step : order) {
            int call = step.call();
            if (begun.add(call)) {
                steps.add(new Recipe.Step(call, call, Recipe.Kind.BEGIN, "", "", ""));
            }
            steps.add(step.isEnd() ? end(call) : statement(call, step.label()));
        }
        return steps;
    }

    /** Returns the last step of a call. A call that gives up by itself rolls back. */
    private Recipe.Step end(int call) {
        boolean commits = knowledge(call)
                .holds(
                        wanted.program()
                                .txn(wanted.scenario().calls().get(call).txn())
                                .commit(),
                        Map.of());
        return commits
                ? new Recipe.Step(call, call, Recipe.Kind.COMMIT, "COMMIT", "", "")
                : new Recipe.Step(call, call, Recipe.Kind.ROLLBACK, "ROLLBACK", "", "");
    }

    private Knowledge knowledge(int call) {
        return knowledge.computeIfAbsent(
                call,
                unknown -> new Knowledge(wanted.scenario().calls().get(call).arguments()));
    }

    private Recipe.Step statement(int call, String label) {
        String txn = wanted.scenario().calls().get(call).txn();
        Program program = wanted.program();
        Statement statement = PredictedText.statement(program.txn(txn), label, wanted.loopMax());
        Observation expected = wanted.expected(call).getOrDefault(label, Observation.counted(0));
        Knowledge known = knowledge(call);
        String sql = CaseSql.of(program, statement, known).literal();
        known.learn(label, expected);
        String place = program.txn(txn).origin(label).map(Origin::text).orElse("");
        String note = txn + "." + label + (place.isEmpty() ? "" : ", " + place);
        if (!(statement instanceof Statement.Select select)) {
            return new Recipe.Step(call, call, Recipe.Kind.WRITE, sql, count(expected), note);
        }
        // Who returns no field only counts, and which rows they are nobody knows.
        return select.fields().isEmpty()
                ? new Recipe.Step(call, call, Recipe.Kind.READ, counting(sql), String.valueOf(expected.count()), note)
                : new Recipe.Step(call, call, Recipe.Kind.READ, sql, shown(expected.rows(), select.fields()), note);
    }

    private static String counting(String sql) {
        return "SELECT COUNT(*) FROM (" + sql + ") AS found";
    }

    private static String count(Observation expected) {
        return expected.count() + (expected.count() == 1 ? " row" : " rows");
    }

    private Recipe.Look look(Table table) {
        List<Map<String, Integer>> rows = wanted.predicted().finalRows().stream()
                .filter(row -> row.table().equals(table.name()))
                .map(Scenario.InitialRow::values)
                .toList();
        return new Recipe.Look(CaseSql.all(table), shown(rows, table.allFields()));
    }

    /** Returns rows in the form in which the emitted test prints the rows of a database. */
    private static String shown(List<Map<String, Integer>> rows, List<String> columns) {
        if (rows.isEmpty()) {
            return "no row";
        }
        return rows.stream()
                .map(row -> columns.stream()
                        .map(column -> String.valueOf(row.getOrDefault(column, 0)))
                        .collect(Collectors.joining(", ")))
                .collect(Collectors.joining("; "));
    }
}
