package moirai.cli.replaying;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import moirai.cli.consent.AdmissionOptions;
import moirai.cli.options.TargetOptions;
import moirai.cli.options.TypedCommand;
import moirai.cli.predicting.DirectedTargets;
import moirai.runs.Target;
import moirai.runs.cases.Case;
import moirai.runs.cases.Confirmation;
import moirai.runs.cases.ExploredCase;
import moirai.runs.cases.PredictedCase;
import moirai.runs.emission.CaseFiles;
import moirai.runs.report.OwnCommand;
import picocli.CommandLine.Model.OptionSpec;

/** The part of {@code moirai replay} for cases without a history, which replays a program or a part of one. */
final class ProgramReplays {

    /** The options that do not affect what is replayed. */
    private static final List<String> HELP = List.of("--help", "--yes");

    /** The longest time of one replay. A replay that takes long waits for locks. */
    private static final Duration EACH_MAX = Duration.ofSeconds(30);

    private final TypedCommand command;
    private final TargetOptions target;
    private final AdmissionOptions admission;

    ProgramReplays(TypedCommand command, TargetOptions target, AdmissionOptions admission) {
        this.command = command;
        this.target = target;
        this.admission = admission;
    }

    int explored(Path file, ExploredCase found, List<Path> classpath) throws IOException {
        List<String> others = given("--classpath");
        if (!others.isEmpty()) {
            throw command.refused(
                    others.getFirst() + ": " + file + " is an execution of a program, which is steered to it on"
                            + " the mock store, so that one attempt tells; expected --classpath alone");
        }
        print(ReplayText.heading(found));
        return end(file, found, command.accepted(file + ": ", () -> CaseReplay.of(found, classpath)));
    }

    int predicted(Path file, PredictedCase found, int times, Map<String, String> environment, RunCommands runs)
            throws InterruptedException, IOException {
        String idle = command.first("--control", "--budget", "--classpath");
        if (!idle.isEmpty()) {
            throw command.refused(idle + ": " + file + " is an anomaly, whose statements are held to their order, and"
                    + " nothing else; the program's own methods: "
                    + OwnCommand.line("schedule run SOURCES --classpath"));
        }
        print(ReplayText.heading(found));
        if (given("--times").isEmpty()) {
            return end(file, found, PredictedPlace.of(found).replay(found, runs, times));
        }
        Target database = new DirectedTargets(command, target).database(environment, List.of());
        admission.require(target, database, environment, EACH_MAX.multipliedBy(times));
        var place = new PredictedPlace(target.product().name(), target.isolation());
        return end(file, found, place.replay(found, database, times));
    }

    /** Returns the options that were given, except this one and those that do not affect what is replayed. */
    private List<String> given(String but) {
        return command.line().getParseResult().matchedOptions().stream()
                .map(OptionSpec::longestName)
                .filter(option -> !option.equals(but) && !HELP.contains(option))
                .toList();
    }

    private int end(Path file, Case found, CaseReplay replayed) throws IOException {
        print(replayed.text());
        print(replayed.check() + "\n");
        for (Confirmation confirmation : replayed.confirmations()) {
            CaseFiles.rewrite(file, found.replayed(confirmation));
            print("kept       in " + file + "\n");
        }
        return replayed.check().exitCode().code();
    }

    private void print(String text) {
        command.out().print(text);
        command.out().flush();
    }
}
