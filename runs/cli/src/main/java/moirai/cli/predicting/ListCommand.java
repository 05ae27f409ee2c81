package moirai.cli.predicting;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import moirai.cli.options.TypedCommand;
import moirai.runs.ExitCode;
import moirai.runs.cases.PredictedCase;
import moirai.runs.cases.PredictedText;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** The command {@code moirai schedule list}, which shows the last analysis. */
@Command(
        name = "list",
        description = {
            "Shows the last analysis again, or how its anomalies come about.",
            "With --anomaly: first rows, calls with their arguments, statements in their order with what each",
            "returns, and what is left."
        })
final class ListCommand implements Callable<Integer> {

    @Mixin
    private TypedCommand command = new TypedCommand();

    @Mixin
    private AnalysisArgument argument = new AnalysisArgument();

    ListCommand() {}

    @Override
    public Integer call() {
        PrintWriter out = command.out();
        if (command.has("--anomaly") || argument.isNamed()) {
            Path cases = new LastAnalysis(argument.store()).cases();
            for (NumberedCase anomaly : argument.cases(argument.analysis())) {
                PredictedCase found = anomaly.found();
                out.print("anomaly " + anomaly.number() + ": " + found.txns() + "\n" + PredictedText.of(found) + "\n");
                if (!argument.isNamed()) {
                    out.println(
                            "case       " + cases.resolve(found.fingerprint().toString()));
                }
            }
        } else {
            var last = new LastAnalysis(argument.store());
            out.print(last.read()
                    .orElseThrow(() -> command.refused("no analysis in " + last.file()
                            + ": expected one that moirai schedule analyze PATH left here")));
        }
        out.flush();
        return ExitCode.VALID.code();
    }
}
