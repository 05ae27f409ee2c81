package moirai.sources.execution;

import com.github.javaparser.ast.body.MethodDeclaration;
import com.github.javaparser.ast.body.Parameter;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.stream.Stream;
import moirai.directed.program.Expression;
import moirai.directed.program.Statement;
import moirai.directed.program.Step;
import moirai.directed.program.TxnType;
import moirai.sources.diagnostic.Diagnostics;
import moirai.sources.index.SourceIndex;
import moirai.sources.index.SourceType;
import moirai.sources.sql.Constants;
import moirai.sources.sql.SqlTranslator;

/** Executes methods as transactions. */
public final class TxnExecution {

    private final SourceIndex index;
    private final SqlTranslator translator;
    private final Constants constants;
    private final Diagnostics diagnostics;
    private final int loopMax;

    /** In these sources, on these tables. */
    public TxnExecution(SourceIndex index, Sql sql, Diagnostics diagnostics, int loopMax) {
        this.index = index;
        this.translator = sql.translator();
        this.constants = sql.constants();
        this.diagnostics = diagnostics;
        this.loopMax = loopMax;
    }

    /** What all transactions of a program share. */
    public record Sql(SqlTranslator translator, Constants constants) {}

    /** The transaction that a method is; without steps if it runs no statement. */
    public TxnType execute(String name, SourceType type, MethodDeclaration method) {
        var record = new TxnRecord(diagnostics, constants, type.origin(method));
        var machine = new Machine(record, index, translator, loopMax);
        var state = new State();
        for (Parameter parameter : method.getParameters()) {
            state.locals()
                    .put(
                            parameter.getNameAsString(),
                            Names.part("", parameter.getNameAsString(), parameter.getTypeAsString()));
        }
        var frame = new Frame(type, new Value.Argument("", type.name()), 0);
        machine.statements.run(method.getBody().orElseThrow(), state, frame);
        List<String> order = Stream.concat(method.getParameters().stream(), type.components().stream())
                .map(Parameter::getNameAsString)
                .toList();
        return new TxnType(name, parameters(record.steps(), order), record.steps(), record.origins());
    }

    /** The parameters that statements use: those of the method in their order, then what is made of them. */
    private static List<String> parameters(List<Step> steps, List<String> order) {
        var used = new LinkedHashSet<String>();
        for (Step step : steps) {
            ((Statement) step).expressions().forEach(part -> {
                if (part instanceof Expression.Parameter(var name)) {
                    used.add(name);
                }
            });
        }
        return used.stream()
                .sorted(Comparator.comparingInt(name -> {
                    int place = order.indexOf(name.split("_", 2)[0]);
                    return place < 0 ? order.size() : place;
                }))
                .toList();
    }
}
