package moirai.cli.scheduling;

import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.Callable;
import moirai.runs.ExitCode;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code moirai schedule list}. */
@Command(name = "list", description = "Shows the last analysis again.")
final class ListCommand implements Callable<Integer> {

    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Option(names = "--store", paramLabel = "DIR", description = "Where the report is kept. Default: store.")
    private Path store = Path.of("store");

    ListCommand() {}

    @Override
    public Integer call() {
        var last = new LastAnalysis(store);
        Optional<String> text = last.read();
        spec.commandLine()
                .getOut()
                .print(text.orElseThrow(() -> new ParameterException(
                        spec.commandLine(),
                        "no analysis in " + last.file()
                                + ": expected one that moirai schedule analyze PATH left here")));
        spec.commandLine().getOut().flush();
        return ExitCode.VALID.code();
    }
}
