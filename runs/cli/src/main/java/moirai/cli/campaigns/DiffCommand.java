package moirai.cli.campaigns;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import moirai.cli.options.TypedCommand;
import moirai.cli.replaying.RunCommands;
import moirai.runs.ExitCode;
import moirai.runs.campaign.Night;
import moirai.runs.campaign.changes.AssessedNight;
import moirai.runs.campaign.changes.NightChangesText;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The command {@code moirai campaign diff}, which says what is different between nights. */
@Command(
        name = "diff",
        description = {
            "Says what is different in a night from those before it, or from one of them.",
            "",
            "Ends with 1 if an anomaly is new, or seen more often than chance explains, and is not known; with 0"
                    + " otherwise."
        },
        sortOptions = false,
        footer = "Example: ${ROOT-COMMAND-NAME} campaign diff --night 20261129T021500.000Z")
final class DiffCommand implements Callable<Integer> {

    private static final String AGAINST = "--against";

    private final RunCommands runs;

    @Mixin
    private TypedCommand command = new TypedCommand();

    @Mixin
    private CampaignArguments arguments = new CampaignArguments();

    @Option(names = "--night", paramLabel = "TIME", description = "Which night. Default: the newest that ended.")
    private String asked = "";

    @Option(names = AGAINST, paramLabel = "TIME", description = "One other night. Default: all before it.")
    private String against = "";

    DiffCommand(RunCommands runs) {
        this.runs = runs;
    }

    @Override
    public Integer call() throws IOException {
        String campaign = arguments.file(runs).source().name();
        List<Night> ended = arguments.ended(campaign);
        if (ended.isEmpty()) {
            String part = arguments.shard().toString();
            throw command.refused("no night of campaign " + campaign + (part.isEmpty() ? "" : ", shard " + part + ",")
                    + " in " + arguments.store() + " has ended");
        }
        Night night = asked.isEmpty() ? ended.getFirst() : named(ended, "--night", asked);
        AssessedNight assessed = arguments.assessed(night);
        if (!against.isEmpty()) {
            // The nights of another shard have none of its cells.
            List<Night> alike = ended.stream()
                    .filter(one -> one.identity().shard().isEmpty()
                            || one.identity().shard().equals(night.identity().shard()))
                    .filter(one ->
                            one.identity().id().compareTo(night.identity().id()) < 0)
                    .toList();
            assessed = new AssessedNight(night, List.of(named(alike, AGAINST, against)), assessed.known());
        }
        command.out()
                .println("night " + night.identity().id() + " against "
                        + (against.isEmpty() ? assessed.earlier().size() + " before it" : against));
        command.out().print(NightChangesText.of(assessed.changes(), assessed.known()));
        boolean isWorse = assessed.hasNewFailures();
        return (isWorse ? ExitCode.INVALID : ExitCode.VALID).code();
    }

    private Night named(List<Night> nights, String option, String name) {
        String id = String.valueOf(Path.of(name).getFileName());
        String known =
                nights.stream().limit(5).map(night -> night.identity().id()).collect(Collectors.joining(", "));
        String expected = option.equals(AGAINST) ? "a night that has ended before it" : "a night that has ended";
        return nights.stream()
                .filter(night -> night.identity().id().equals(id))
                .findFirst()
                .orElseThrow(() -> command.refused(option + ": '" + name + "' is not " + expected + ". Known: "
                        + (known.isEmpty() ? "none" : known)));
    }
}
