package moirai.cli.campaigns;

import java.io.IOException;
import java.io.PrintWriter;
import java.time.Duration;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import moirai.cli.options.Argv;
import moirai.cli.options.TypedCommand;
import moirai.cli.replaying.RunCommands;
import moirai.runs.ExitCode;
import moirai.runs.campaign.Cell;
import moirai.runs.campaign.file.CampaignFile;
import moirai.runs.campaign.file.CampaignPlan;
import moirai.runs.campaign.file.PlannedCell;
import moirai.runs.report.Numbers;
import moirai.runs.report.Wrapping;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The command {@code moirai campaign plan}, which shows what a night would run. */
@Command(
        name = "plan",
        description = "Shows the cells of a campaign in the order in which they would run, and the time. Runs nothing.",
        sortOptions = false,
        footer = "Example: ${ROOT-COMMAND-NAME} campaign plan --commands")
final class PlanCommand implements Callable<Integer> {

    private final RunCommands runs;

    @Mixin
    private TypedCommand command = new TypedCommand();

    @Mixin
    private CampaignArguments arguments = new CampaignArguments();

    @Option(names = "--commands", description = "Show the command of each cell, to be typed by hand.")
    private boolean hasCommands;

    PlanCommand(RunCommands runs) {
        this.runs = runs;
    }

    @Override
    public Integer call() throws IOException {
        CampaignFile file = arguments.file(runs);
        CampaignPlan plan = arguments.plan(file, LocalDate.now(ZoneOffset.UTC), runs);
        Map<String, PlannedCell> planned = plan.cells().stream()
                .collect(Collectors.toMap(cell -> cell.cell().name(), Function.identity()));
        List<Cell> ordered = arguments
                .opening(file)
                .ordered(plan.cells().stream().map(PlannedCell::cell).toList());
        PrintWriter out = command.out();
        var sum = Duration.ZERO;
        Duration around = CampaignPlan.around(file);
        for (int i = 0; i < ordered.size(); i++) {
            PlannedCell cell = planned.get(ordered.get(i).name());
            Duration time = cell == null ? around : cell.time().plus(around);
            sum = sum.plus(time);
            out.println(
                    String.format(Locale.ROOT, "%4d  ", i + 1) + ordered.get(i).name() + "  " + Numbers.seconds(time));
            if (hasCommands) {
                out.println("      "
                        + Argv.line(Stream.concat(Stream.of("run"), ordered.get(i).argv().stream())
                                .toList()));
            }
        }
        int parallel = arguments.parallel(file);
        arguments.fewer(file).ifPresent(command.err()::println);
        Duration whole = sum.dividedBy(Math.min(parallel, ordered.size()));
        Duration budget = arguments.budget(file);
        boolean isLimited = !budget.equals(CampaignFile.Limits.UNLIMITED);
        out.println();
        out.print(Wrapping.wrap(
                Numbers.counted(ordered.size(), "cell") + ", " + parallel + " at a time: about " + Numbers.span(whole)
                        + (isLimited
                                ? " of a budget of " + Numbers.span(budget) + ", a tenth of which is for replays"
                                : ", no budget"),
                "",
                Wrapping.width()));
        if (isLimited && CampaignPlan.forCells(budget).compareTo(whole) < 0) {
            out.println("the budget is too small: cells that it leaves no time for will not be started");
        }
        out.flush();
        return ExitCode.VALID.code();
    }
}
