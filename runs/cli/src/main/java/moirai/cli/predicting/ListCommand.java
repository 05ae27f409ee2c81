package moirai.cli.predicting;

import java.io.PrintWriter;
import java.util.concurrent.Callable;
import moirai.cli.options.TypedCommand;
import moirai.runs.ExitCode;
import moirai.runs.cases.PredictedCase;
import moirai.runs.cases.PredictedCases;
import moirai.runs.cases.PredictedText;
import moirai.runs.cases.groups.AnomalyGroup;
import moirai.runs.cases.groups.AnomalyGroups;
import moirai.runs.cases.groups.GroupText;
import moirai.runs.report.OwnCommand;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

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

    @Option(names = "--all", description = "Show every anomaly of each group, and not the smallest alone.")
    private boolean isAll;

    ListCommand() {}

    @Override
    public Integer call() {
        PrintWriter out = command.out();
        if (command.has("--anomaly") || argument.isNamed()) {
            var last = new LastAnalysis(argument.store());
            PredictedCases analysis = argument.analysis();
            AnomalyGroups groups = AnomalyGroups.of(analysis);
            for (NumberedCase anomaly : argument.cases(analysis)) {
                PredictedCase found = anomaly.found();
                out.print("anomaly " + anomaly.number() + ": " + found.txns() + "\n");
                out.print(group(groups, anomaly) + PredictedText.of(found) + "\n");
                if (!argument.isNamed()) {
                    out.println("case       " + last.folder(found));
                }
            }
        } else {
            var last = new LastAnalysis(argument.store());
            out.print(last.read(isAll)
                    .orElseThrow(() -> command.refused("no analysis in " + last.file() + ": expected one that "
                            + OwnCommand.line("schedule analyze PATH") + " left here")));
        }
        out.flush();
        return ExitCode.VALID.code();
    }

    private static String group(AnomalyGroups groups, NumberedCase anomaly) {
        int number = groups.groupOf(anomaly.number());
        AnomalyGroup group = groups.groups().get(number - 1);
        PredictedCase found = anomaly.found();
        String sentence = new GroupText(found.program(), found.bounds().loopMax()).sentence(group);
        return "  group    " + number + ", " + group.kind().label() + ": " + sentence + "\n";
    }
}
