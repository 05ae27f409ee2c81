package moirai.studies.refutation;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.concurrent.Callable;
import moirai.cli.Errors;
import moirai.runs.ExitCode;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The command {@code scripts/refute-proofs}: what a database says of proofs about random programs. */
@Command(
        name = "refute-proofs",
        description = {
            "Makes random programs over JDBC, asks moirai schedule prove and analyze about each, and runs them on a",
            "PostgreSQL of its own in many orders. Prints each program whose verdict the database refutes, made small.",
            "Ends with 0 if there is none, otherwise with 1."
        },
        mixinStandardHelpOptions = true,
        sortOptions = false,
        footer = "Example: scripts/refute-proofs --programs 5000 --seed 1 --out refuted")
public final class RefuteProofs implements Callable<Integer> {

    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Option(names = "--programs", paramLabel = "N", description = "How many programs. Default: 500.")
    private int programs = 500;

    @Option(names = "--seed", paramLabel = "N", description = "The seed of the first program. Default: 0.")
    private long seed;

    @Option(names = "--out", paramLabel = "DIR", description = "Where refuted programs are kept. Default: refuted.")
    private Path out = Path.of("refuted");

    @Option(names = "--keep-size", description = "Do not make refuted programs small.")
    private boolean keepsSize;

    @Option(
            names = "--until-refuted",
            description = "End as soon as verdicts are refuted: how soon a fault that was planted is found.")
    private boolean endsEarly;

    private RefuteProofs() {}

    /** Runs the command. */
    public static void main(String[] args) {
        System.exit(new CommandLine(new RefuteProofs())
                .setParameterExceptionHandler(Errors::ofArguments)
                .execute(args));
    }

    @Override
    public Integer call() throws IOException, SQLException {
        PrintWriter text = spec.commandLine().getOut();
        Files.createDirectories(out);
        var all = new ArrayList<Shrunk>();
        int batch = endsEarly ? Trials.BATCH / 4 : Trials.BATCH;
        try (var trials = Trials.start()) {
            for (long next = seed; next < seed + programs && !(endsEarly && !all.isEmpty()); next += batch) {
                int count = (int) Math.min(batch, seed + programs - next);
                for (Shrunk found : trials.run(next, count)) {
                    Shrunk small = keepsSize ? found : trials.shrunk(found);
                    all.add(small);
                    Path file = out.resolve(found.program().name() + ".txt");
                    Files.writeString(file, small.text());
                    text.println(small.text());
                }
                text.println(trials.counts());
                text.flush();
            }
        }
        return (all.isEmpty() ? ExitCode.VALID : ExitCode.INVALID).code();
    }
}
