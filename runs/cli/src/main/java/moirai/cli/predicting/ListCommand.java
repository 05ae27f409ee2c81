package moirai.cli.predicting;

import java.io.PrintWriter;
import java.util.concurrent.Callable;
import moirai.runs.ExitCode;
import moirai.runs.cases.PredictedCase;
import moirai.runs.cases.PredictedText;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The command {@code moirai schedule list}, which shows the last analysis. */
@Command(
        name = "list",
        description = {
            "Shows the last analysis again, or how its anomalies come about.",
            "With --anomaly: first rows, calls with their arguments, statements in their order with what each",
            "returns, and what is left."
        })
final class ListCommand implements Callable<Integer> {

    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Mixin
    private AnalysisArgument argument = new AnalysisArgument();

    ListCommand() {}

    @Override
    public Integer call() {
        PrintWriter out = spec.commandLine().getOut();
        if (spec.commandLine().getParseResult().hasMatchedOption("--anomaly") || argument.isNamed()) {
            for (NumberedCase anomaly : argument.cases(argument.analysis())) {
                PredictedCase found = anomaly.found();
                out.print("anomaly " + anomaly.number() + ": " + found.txns() + "\n" + PredictedText.of(found) + "\n");
            }
        } else {
            var last = new LastAnalysis(argument.store());
            out.print(last.read()
                    .orElseThrow(() -> new ParameterException(
                            spec.commandLine(),
                            "no analysis in " + last.file()
                                    + ": expected one that moirai schedule analyze PATH left here")));
        }
        out.flush();
        return ExitCode.VALID.code();
    }
}
