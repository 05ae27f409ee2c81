package moirai.cli.predicting;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import moirai.cli.options.TypedCommand;
import moirai.directed.encoding.Bounds;
import moirai.directed.encoding.Scenario;
import moirai.directed.levels.Promises;
import moirai.directed.program.Program;
import moirai.directed.proof.Claim;
import moirai.directed.proof.Proof;
import moirai.directed.proof.Prover;
import moirai.directed.proof.Repair;
import moirai.directed.proof.WeakestLevels;
import moirai.directed.search.Levels;
import moirai.runs.ExitCode;
import moirai.runs.prediction.FittedSources;
import moirai.runs.report.Wrapping;
import moirai.sources.Translation;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The command {@code moirai schedule prove}, which proves that an application is correct at a level. */
@Command(
        name = "prove",
        description = {
            "Proves that transactions are serializable at a level, or shows an execution that is not.",
            "Executions may be of any length. Without --level, says at which levels they are serializable, and which",
            "of them to strengthen."
        },
        sortOptions = false,
        abbreviateSynopsis = true,
        footer = {
            "",
            "Rows, numbers and loops remain bounded; each answer says by what, and what it assumes. A proof",
            "says where a bound matters, and of which tables it does not.",
            "Exit codes: 0 serializable, without --level at some level; 1 not serializable; 2 not known, as of any",
            "transactions that were only seen running (--observe), which may have ways that no run took, and of an",
            "execution that the source may prevent by what the analysis leaves out.",
            "Example: ${ROOT-COMMAND-NAME} schedule prove src/main/java --level SI"
        })
final class ProveCommand implements Callable<Integer> {

    @Mixin
    private TypedCommand command = new TypedCommand();

    @Mixin
    private SourceArguments sources = new SourceArguments();

    @ArgGroup(exclusive = false)
    private @Nullable ObservedArguments observed;

    @Option(
            names = "--transactions",
            paramLabel = "A,B",
            split = ",",
            description = "Leave out all others, by the names that analyze shows. Default: all.")
    private List<String> transactions = new ArrayList<>();

    @Option(
            names = "--same-rows",
            description =
                    "Assume that what other transactions leave in the rows is the same for all that are looked at.")
    private boolean assumesSameRows;

    @Option(
            names = "--from",
            paramLabel = "LEVEL",
            description = "Where transactions run that are not strengthened, without --level. Default: RC.")
    private String from = Promises.READ_COMMITTED.name();

    @Option(
            names = "--to",
            paramLabel = "LEVEL",
            description = {
                "Where those run that are strengthened, without --level. Default: SER, or that of the product of",
                "--from."
            })
    private String to = Promises.SERIALIZABLE.name();

    ProveCommand() {}

    /** Refuses the options about a repair if one level is asked about, where they mean nothing. */
    private void requireOneQuestion() {
        String idle = command.first("--from", "--to");
        if (command.has("--level") && !idle.isEmpty()) {
            throw command.refused(idle + ": not together with --level, which asks about one level; expected --level"
                    + " alone, or --from and --to without it");
        }
    }

    @Override
    public Integer call() {
        requireOneQuestion();
        Promises weak = sources.level("--from", from);
        Promises strong =
                command.has("--to") ? sources.level("--to", to) : weak.family().getLast();
        if (!weak.isAtMost(strong)) {
            throw command.refused("--to: '" + to + "' does not promise all that --from " + from
                    + " does; expected a level that does, such as "
                    + weak.family().getLast().name());
        }
        FittedSources fitted = sources.fitted(observed, Promises.SERIALIZABLE);
        Translation translation = fitted.translation();
        Bounds bounds = fitted.bounds();
        Program program = chosen(translation.program());
        Levels levels = sources.levels(program);
        PrintWriter out = command.out();
        ExitCode code = command.has("--level")
                ? proven(translation, claim(program, levels, bounds), out)
                : weakest(program, bounds, new Step(weak, strong), out);
        out.print(losses(translation, code));
        out.flush();
        // What is true of another program is not known of this one.
        boolean isProofOfAnother = code == ExitCode.VALID && !translation.isExact();
        return (isProofOfAnother ? ExitCode.UNKNOWN : code).code();
    }

    private Program chosen(Program program) {
        return transactions.isEmpty()
                ? program
                : program.only(transactions.stream()
                        .map(name -> sources.txn(program, "--transactions", name))
                        .toList());
    }

    private Claim claim(Program program, Levels levels, Bounds bounds) {
        Claim claim = Claim.of(program, levels, bounds);
        return assumesSameRows ? claim.alone() : claim;
    }

    private ExitCode proven(Translation translation, Claim claim, PrintWriter out) {
        Proof proof = Prover.prove(claim);
        boolean isOfAnother = proof instanceof Proof.Refuted(var refuted, var steps, var model)
                && !translation.isExactFor(model.scenario().calls().stream()
                        .map(Scenario.Call::txn)
                        .toList());
        out.print(narrow(new ProofText(proof, observed != null, isOfAnother).text()));
        out.flush();
        if (proof instanceof Proof.Proven) {
            out.print(narrow(ProofText.limits(claim)));
            out.flush();
        }
        if (proof instanceof Proof.NotProven && !assumesSameRows) {
            Proof alone = Prover.prove(claim.alone());
            if (alone instanceof Proof.Proven) {
                out.println("with --same-rows: serializable, on that assumption");
            }
        }
        return isOfAnother ? ExitCode.UNKNOWN : code(proof);
    }

    private static String narrow(String text) {
        return Wrapping.hanging(text);
    }

    private static ExitCode code(Proof proof) {
        return switch (proof) {
            case Proof.Proven proven -> ExitCode.VALID;
            case Proof.Refuted refuted -> ExitCode.INVALID;
            case Proof.NotProven unknown -> ExitCode.UNKNOWN;
        };
    }

    /** A step from one level to another. */
    private record Step(Promises weak, Promises strong) {}

    private ExitCode weakest(Program program, Bounds bounds, Step step, PrintWriter out) {
        out.print(narrow(ProofText.within(claim(program, Levels.all(step.weak()), bounds), observed != null)));
        WeakestLevels weakest =
                WeakestLevels.of(step.weak().family(), level -> claim(program, Levels.all(level), bounds));
        out.print(narrow(weakest.text()));
        out.flush();
        Repair repair = Repair.of(
                program.txns(), Levels.all(step.weak()), step.strong(), levels -> claim(program, levels, bounds));
        out.println();
        out.print(narrow(ProofText.repair(step.weak(), repair)));
        out.flush();
        return weakest.weakest().isEmpty() ? ExitCode.UNKNOWN : ExitCode.VALID;
    }

    private static String losses(Translation translation, ExitCode code) {
        if (translation.diagnostics().isEmpty()) {
            return "";
        }
        var text = new StringBuilder("\nWhat is proven or refuted takes the source for:\n");
        translation
                .diagnostics()
                .forEach(found -> text.append("  ").append(found.text()).append('\n'));
        if (code == ExitCode.VALID && !translation.isExactAsSeen()) {
            text.append("So nothing is proven of the source itself: unknown.\n");
        } else if (code == ExitCode.VALID && translation.isSeen()) {
            text.append("So it is proven for these ways, and of the code only if it has no others: unknown.\n");
        }
        return text.toString();
    }
}
