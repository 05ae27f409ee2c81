package moirai.cli.campaigns;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import moirai.cli.options.TypedCommand;
import moirai.cli.replaying.RunCommands;
import moirai.runs.ExitCode;
import moirai.runs.campaign.CampaignStore;
import moirai.runs.campaign.NightDirectory;
import moirai.runs.campaign.changes.AssessedNight;
import moirai.runs.campaign.execution.NightOpening;
import moirai.runs.campaign.execution.ShardMerge;
import moirai.runs.campaign.file.CampaignFile;
import moirai.runs.files.HeldLock;
import moirai.runs.report.Numbers;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The command {@code moirai campaign merge}, which joins the nights of shards to one. */
@Command(
        name = "merge",
        description = {
            "Joins the nights of the shards of a campaign to one, with one page, one comparison and one exit code.",
            "",
            "Runs stay where they are. A cell that no shard has executed counts as not started."
        },
        sortOptions = false,
        footer = "Example: ${ROOT-COMMAND-NAME} campaign merge --from shards/* --junit night.xml")
final class MergeCommand implements Callable<Integer> {

    private final RunCommands runs;

    @Mixin
    private TypedCommand command = new TypedCommand();

    @Mixin
    private CampaignArguments arguments = new CampaignArguments();

    @Option(
            names = "--from",
            paramLabel = "DIR",
            arity = "1..*",
            description = "The stores in which the shards ran. Default: that of --store.")
    private List<Path> from = List.of();

    @Mixin
    private NightResults results = new NightResults();

    MergeCommand(RunCommands runs) {
        this.runs = runs;
    }

    @Override
    public Integer call() throws IOException {
        results.require();
        if (command.has("--shard")) {
            throw command.refused("--shard: a merge is about all shards; expected 'campaign merge' without it");
        }
        for (Path store : from) {
            if (!Files.isDirectory(store)) {
                throw command.refused("--from: " + store + " is no folder; expected a store in which a shard ran");
            }
        }
        CampaignFile file = arguments.file(runs);
        arguments.requireKnown();
        var target = new CampaignStore(arguments.store());
        var stores = new ArrayList<CampaignStore>();
        from.forEach(store -> stores.add(new CampaignStore(store)));
        HeldLock lock = NightOpening.lock(target);
        try (lock) {
            NightDirectory directory = new ShardMerge(target, file, arguments::warn)
                    .merge(stores.isEmpty() ? List.of(target) : stores, date -> arguments.cells(file, date, runs));
            AssessedNight assessed = arguments.assessed(directory.read()).with(directory.cases());
            command.out()
                    .println("campaign " + file.source().name() + ", night "
                            + assessed.night().identity().id() + " of "
                            + Numbers.counted(assessed.night().cells().size(), "cell"));
            ExitCode code = assessed.code();
            results.tell(assessed, directory, arguments.store(), new NightResults.Ended(code, true));
            return code.code();
        }
    }
}
