package moirai.cli.campaigns;

import java.io.IOException;
import java.nio.charset.MalformedInputException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import moirai.cli.options.TypedCommand;
import moirai.cli.options.Values;
import moirai.cli.replaying.RunCommands;
import moirai.clients.Endpoint;
import moirai.runs.RunSettings;
import moirai.runs.campaign.CampaignStore;
import moirai.runs.campaign.Cell;
import moirai.runs.campaign.Night;
import moirai.runs.campaign.Threshold;
import moirai.runs.campaign.changes.AssessedNight;
import moirai.runs.campaign.changes.EarlierNights;
import moirai.runs.campaign.changes.KnownFailure;
import moirai.runs.campaign.changes.KnownFailures;
import moirai.runs.campaign.changes.KnownReader;
import moirai.runs.campaign.execution.NightOpening;
import moirai.runs.campaign.file.CampaignFile;
import moirai.runs.campaign.file.CampaignPlan;
import moirai.runs.campaign.file.CampaignReader;
import moirai.runs.campaign.file.PlannedCell;
import moirai.runs.campaign.file.Shard;
import moirai.runs.report.Numbers;
import moirai.runs.report.OwnCommand;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;

/** The arguments by which a campaign and its store are named, and which change its limits. */
public final class CampaignArguments {

    /** The file that is looked for where none is named. */
    static final String FILE = "campaign.yaml";

    private static final long BYTES_MAX = 1 << 20;

    @Mixin
    private TypedCommand command = new TypedCommand();

    @Parameters(paramLabel = "FILE", arity = "0..1", description = "The campaign. Default: ./" + FILE + ".")
    private Path file = Path.of(FILE);

    @Option(names = "--store", paramLabel = "DIR", description = "Where runs and nights are kept. Default: ./store.")
    private Path store = Path.of("store");

    @Option(
            names = "--budget",
            paramLabel = "TIME",
            converter = Values.OfDuration.class,
            description = "Wall time of all cells together, instead of the file's.")
    private Duration budget = Duration.ZERO;

    @Option(names = "--parallel", paramLabel = "N", description = "Cells at a time, instead of the file's.")
    private int parallel;

    @Option(names = "--shard", paramLabel = "I/N", description = "3/8: the third of eight parts of the cells.")
    private String shard = "";

    @Option(
            names = "--known",
            paramLabel = "FILE",
            description = "Failures that do not count until a date. Default: known.yaml beside FILE, if it is there.")
    private Optional<Path> known = Optional.empty();

    private final Set<String> warned = new HashSet<>();

    Path store() {
        return store;
    }

    /** Returns a night in the light of those before it and of the known failures on its day. */
    AssessedNight assessed(Night night) throws IOException {
        List<Night> earlier = EarlierNights.before(night, new CampaignStore(store), this::warn);
        LocalDate day = OffsetDateTime.parse(night.identity().begun()).toLocalDate();
        return new AssessedNight(night, earlier, new KnownFailures(known(), day));
    }

    /** Returns the nights of a campaign that ended, the newest first: those of a shard if one was asked for. */
    List<Night> ended(String campaign) {
        String asked = shard().toString();
        return EarlierNights.ended(campaign, new CampaignStore(store), this::warn)
                .filter(night ->
                        !command.has("--shard") || night.identity().shard().equals(asked))
                .toList();
    }

    /** Says a warning, once: several steps of a command may look at the same nights. */
    void warn(String warning) {
        if (warned.add(warning)) {
            command.err().println("warning: " + warning);
        }
    }

    /** Reads the known failures, if there is a list, so that what is wrong with it is told at once. */
    void requireKnown() throws IOException {
        known();
    }

    private List<KnownFailure> known() throws IOException {
        Path list = known.orElse(file.resolveSibling("known.yaml"));
        if (known.isEmpty() && !Files.exists(list)) {
            return List.of();
        }
        return KnownReader.read(list.toString(), text(list, "a list of known failures in YAML"));
    }

    Shard shard() {
        return shard.isEmpty() ? Shard.WHOLE : command.accepted("--shard: ", () -> Shard.parse(shard));
    }

    /** Reads the file. */
    CampaignFile file(RunCommands runs) throws IOException {
        if (!Files.isRegularFile(file)) {
            throw command.refused(
                    file + " is no file: expected one, as '" + OwnCommand.line("campaign init") + "' writes it");
        }
        return CampaignReader.read(file.toString(), text(file, "a campaign in YAML"), runs.campaignOptions());
    }

    private String text(Path path, String content) throws IOException {
        if (!Files.isRegularFile(path)) {
            throw command.refused(path + " is no file: expected " + content);
        }
        if (Files.size(path) > BYTES_MAX) {
            throw command.refused(path + " has " + Files.size(path) + " bytes: expected at most " + BYTES_MAX);
        }
        try {
            return Files.readString(path);
        } catch (MalformedInputException binary) {
            throw command.refused(path + " is not a text in UTF-8: expected " + content);
        }
    }

    Duration budget(CampaignFile campaign) {
        return command.has("--budget") ? budget : campaign.limits().budget();
    }

    /** Returns how many cells run at a time: as many as were asked for, as far as this machine has room for them. */
    int parallel(CampaignFile campaign) {
        return Math.min(asked(campaign), Machine.here().cells(campaign.limits().heap()));
    }

    /** Returns why fewer cells run at a time than were asked for; empty if that is not so. */
    Optional<String> fewer(CampaignFile campaign) {
        int asked = asked(campaign);
        int parallel = parallel(campaign);
        return parallel == asked
                ? Optional.empty()
                : Optional.of(
                        Numbers.counted(parallel, "cell") + " at a time instead of " + asked + ": this machine has "
                                + Machine.here().describe() + ", and a cell has a core and a heap of "
                                + campaign.limits().heap());
    }

    private int asked(CampaignFile campaign) {
        if (!command.has("--parallel")) {
            return campaign.limits().parallel();
        }
        if (parallel < 1) {
            throw command.refused("--parallel: '" + parallel + "': expected 1 or more");
        }
        return parallel;
    }

    /** Returns the cells of a date, after the arguments of each run were checked. Nothing is started. */
    CampaignPlan plan(CampaignFile campaign, LocalDate date, RunCommands runs) {
        CampaignPlan plan =
                CampaignPlan.of(campaign, new CampaignPlan.Asked(date, shard(), budget(campaign), parallel(campaign)));
        var known = new HashSet<List<String>>();
        var used = new HashSet<String>();
        for (PlannedCell cell : plan.cells()) {
            if (known.add(cell.cell().argv())) {
                Optional<Endpoint> existing = required(cell, runs).target().existing();
                if (existing.isPresent() && !used.add(existing.get().url()) && asked(campaign) > 1) {
                    throw cell.refused(
                            option(cell) + ": another cell uses this database, and a run needs it alone: expected"
                                    + " parallel: 1, or a database for each");
                }
            }
        }
        return plan;
    }

    /** Returns the cells of a date as {@link #plan} does. */
    List<Cell> cells(CampaignFile campaign, LocalDate date, RunCommands runs) {
        return plan(campaign, date, runs).cells().stream()
                .map(PlannedCell::cell)
                .toList();
    }

    private static String option(PlannedCell cell) {
        return cell.settings().stream().anyMatch(setting -> setting.option().equals("node")) ? "--node" : "--url";
    }

    /** Returns what a cell asks for, whose arguments are checked. */
    private static RunCommands.Asked required(PlannedCell planned, RunCommands runs) {
        Cell cell = planned.cell();
        RunCommands.Asked asked;
        try {
            asked = runs.asked(cell.argv());
        } catch (ParameterException wrong) {
            throw planned.refused(String.valueOf(wrong.getMessage()).strip().replaceAll("\\s*\\R\\s*", " "));
        }
        if (!knowsDurability(asked.settings())) {
            cell.thresholds().stream()
                    .map(Threshold::parse)
                    .filter(Threshold::isOfFaults)
                    .findFirst()
                    .ifPresent(never -> {
                        throw planned.refused("'" + never.text() + "' would be missed each night: this figure is known"
                                + " only under faults (--nemesis)");
                    });
        }
        return asked;
    }

    private static boolean knowsDurability(RunSettings settings) {
        return !settings.faults().isNone();
    }

    /** Returns the nights of the campaign. */
    NightOpening opening(CampaignFile campaign) {
        return new NightOpening(new CampaignStore(store), campaign, shard(), this::warn);
    }
}
