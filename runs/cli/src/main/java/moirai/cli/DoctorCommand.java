package moirai.cli;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import java.io.PrintWriter;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import moirai.cli.options.TypedCommand;
import moirai.runs.ExitCode;
import moirai.runs.doctor.Examination;
import moirai.runs.doctor.Finding;
import moirai.runs.products.Products;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The command {@code moirai doctor}, which reports what this machine can do. */
@Command(
        name = "doctor",
        description = {
            DoctorCommand.SUMMARY,
            "The default database is started for that, and removed. Ends with 0 if it works, with 255 if not.",
            "On Debian, scripts/install-servers installs all that has a package."
        },
        sortOptions = false)
public final class DoctorCommand implements Callable<Integer> {

    /** The description of the command in the list of commands. */
    public static final String SUMMARY =
            "Lists what this machine can do: tools, databases, faults; for what is missing, what installs it.";

    private final Map<String, String> environment;

    @Mixin
    private TypedCommand command = new TypedCommand();

    @Option(names = "--json", description = "The same for programs.")
    private boolean isJson;

    /**
     * Creates the command.
     *
     * @param environment the variables of the process
     */
    public DoctorCommand(Map<String, String> environment) {
        this.environment = Map.copyOf(environment);
    }

    @Override
    public Integer call() {
        List<Finding.Group> groups = new Examination(environment).all();
        PrintWriter out = command.out();
        out.print(isJson ? json(groups) : text(groups));
        out.flush();
        boolean works = groups.stream()
                .flatMap(group -> group.findings().stream())
                .filter(finding -> finding.what().equals(Products.POSTGRES.form()))
                .allMatch(Finding::isThere);
        return (works ? ExitCode.VALID : ExitCode.INTERNAL_ERROR).code();
    }

    private static String text(List<Finding.Group> groups) {
        int width = groups.stream()
                .flatMap(group -> group.findings().stream())
                .mapToInt(finding -> finding.what().length())
                .max()
                .orElse(1);
        String row = "  %-5s%-" + (width + 2) + "s%s\n";
        var text = new StringBuilder();
        text.append("Java ").append(Runtime.version()).append(", ").append(System.getProperty("os.name"));
        text.append(' ').append(System.getProperty("os.arch")).append(", ");
        text.append(Runtime.getRuntime().availableProcessors()).append(" cores\n");
        for (Finding.Group group : groups) {
            text.append(group.title()).append('\n');
            for (Finding finding : group.findings()) {
                text.append(row.formatted(finding.isThere() ? "yes" : "NO", finding.what(), finding.words()));
            }
        }
        return text.toString();
    }

    private static String json(List<Finding.Group> groups) {
        try {
            return new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT).writeValueAsString(groups) + "\n";
        } catch (JsonProcessingException impossible) {
            throw new IllegalStateException("records of text are JSON", impossible);
        }
    }
}
