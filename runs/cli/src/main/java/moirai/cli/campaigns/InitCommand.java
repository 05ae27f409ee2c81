package moirai.cli.campaigns;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import moirai.cli.options.TypedCommand;
import moirai.cli.replaying.RunCommands;
import moirai.runs.ExitCode;
import moirai.runs.files.BundledText;
import moirai.runs.files.WholeOutput;
import moirai.runs.products.Products;
import moirai.runs.report.OwnCommand;
import moirai.runs.report.ShellLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** The command {@code moirai campaign init}, which writes the file of a campaign. */
@Command(
        name = "init",
        description = "Writes a campaign for some databases, with comments, to be edited.",
        sortOptions = false,
        footer = "Example: ${ROOT-COMMAND-NAME} campaign init --db postgres,h2")
final class InitCommand implements Callable<Integer> {

    /** The workloads that are tried for each database. */
    private static final List<String> WORKLOADS = List.of("append", "register");

    private final RunCommands runs;

    @Mixin
    private TypedCommand command = new TypedCommand();

    @Option(
            names = "--db",
            paramLabel = "NAME",
            split = ",",
            hideParamSyntax = true,
            description = "NAME,…: as after 'run --db'. Default: h2,hsqldb,sqlite,memory.")
    private List<String> databases = List.of("h2", "hsqldb", "sqlite", "memory");

    @Option(
            names = {"-o", "--output"},
            paramLabel = "FILE",
            description = "Default: ./" + CampaignArguments.FILE + ".")
    private Path file = Path.of(CampaignArguments.FILE);

    InitCommand(RunCommands runs) {
        this.runs = runs;
    }

    @Override
    public Integer call() throws IOException {
        if (Files.exists(file)) {
            throw command.refused(file + " is there already: expected a new file (-o FILE)");
        }
        command.require("--output: ", () -> WholeOutput.requireFilePlace(file));
        List<String> all = databases.stream().distinct().toList();
        for (String database : all) {
            refusal(List.of("--db=" + database)).ifPresent(message -> {
                throw command.refused(message);
            });
        }
        List<String> workloads = WORKLOADS.stream()
                .filter(workload -> all.stream().anyMatch(database -> runs(database, workload)))
                .toList();
        String text = BundledText.of(InitCommand.class, "campaign.yaml")
                .replace("@DATABASES@", all.stream().flatMap(this::places).collect(Collectors.joining("\n")))
                .replace("@WORKLOADS@", String.join(", ", workloads))
                .replace("@PROMISES@", all.stream().flatMap(this::promises).collect(Collectors.joining()))
                .replace("@EXCLUDE@", exclude(all, workloads))
                .replace("@MOIRAI@", OwnCommand.PLAIN);
        WholeOutput.file(file, writer -> writer.write(text));
        command.out().println("campaign: " + file);
        command.out().println("next: " + next("plan"));
        command.out().println("then: " + next("run"));
        command.out().flush();
        return ExitCode.VALID.code();
    }

    private String next(String verb) {
        return ShellLine.here(
                file.equals(Path.of(CampaignArguments.FILE))
                        ? List.of("campaign", verb)
                        : List.of("campaign", verb, file.toString()));
    }

    private Optional<String> refusal(List<String> argv) {
        try {
            runs.asked(argv);
            return Optional.empty();
        } catch (ParameterException refused) {
            return Optional.of(String.valueOf(refused.getMessage()));
        }
    }

    private boolean runs(String database, String workload) {
        return refusal(List.of("--db=" + database, "--workload=" + workload)).isEmpty();
    }

    /** Returns the values of the axis for a database: one for each level that it has. */
    private Stream<String> places(String database) {
        List<String> levels = levels(database);
        return levels.isEmpty()
                ? Stream.of("    - {db: \"" + database + "\"}")
                : levels.stream().map(level -> "    - {db: \"" + database + "\", isolation: " + level + "}");
    }

    private List<String> levels(String database) {
        return Products.named(database.split(":", 2)[0]).stream()
                .flatMap(product -> product.levels().stream())
                // At that level reads contradict each other so often that most verdicts are unknown.
                .filter(level -> !level.equals("read-uncommitted"))
                .filter(level -> refusal(List.of("--db=" + database, "--isolation=" + level))
                        .isEmpty())
                .toList();
    }

    /** Returns the expectations of levels of which the database documents less than their names say. */
    private Stream<String> promises(String database) {
        return Products.named(database.split(":", 2)[0]).stream()
                .flatMap(product -> levels(database).stream()
                        .flatMap(level -> product.promise("", level).stream()
                                .filter(promise -> promise != product.expected(level))
                                .map(promise -> "\n  - when: {db: \"" + database + "\", isolation: " + level
                                        + "}\n    level: " + promise.label() + " # as the database documents it")));
    }

    private String exclude(List<String> all, List<String> workloads) {
        var lines = new ArrayList<String>();
        for (String database : all) {
            List<String> refused = workloads.stream()
                    .filter(workload -> !runs(database, workload))
                    .toList();
            if (!refused.isEmpty()) {
                lines.add("  - {db: \"" + database + "\", workload: [" + String.join(", ", refused) + "]}");
            }
        }
        return lines.isEmpty() ? "# exclude:\n#   - {db: h2, workload: bank}" : "exclude:\n" + String.join("\n", lines);
    }
}
