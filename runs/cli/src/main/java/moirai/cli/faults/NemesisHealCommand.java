package moirai.cli.faults;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import moirai.cli.options.TypedCommand;
import moirai.nemesis.faults.FaultJournal;
import moirai.nemesis.faults.JournalException;
import moirai.nemesis.faults.PastFaults;
import moirai.runs.ExitCode;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** The command {@code moirai nemesis heal}, which undoes the faults that a run has left. */
@Command(
        name = "heal",
        description = {
            "Undoes what runs that died may have left; without RUN, those of the whole store.",
            "Nothing is touched that is not provably theirs. Ends with 252 if something could not be healed."
        })
final class NemesisHealCommand implements Callable<Integer> {

    /** The depth of a journal below the store: a folder with a name, a folder with a time, and the journal. */
    private static final int DEPTH = 3;

    @Mixin
    private TypedCommand command = new TypedCommand();

    @Mixin
    private JournalArgument argument = new JournalArgument();

    @Override
    public Integer call() throws IOException {
        boolean isNamed = argument.named().isPresent();
        List<Path> journals = isNamed ? List.of(argument.journal()) : journals();
        var code = ExitCode.VALID;
        for (Path journal : journals) {
            PastFaults.Outcome outcome = isNamed ? healNamed(journal) : heal(journal);
            report(journal, outcome, isNamed);
            if (outcome.isRunning() && isNamed) {
                code = code.and(ExitCode.REFUSED);
            }
            if (!outcome.left().isEmpty()) {
                code = code.and(ExitCode.CLEAN_UP_INCOMPLETE);
            }
        }
        // After the journals, whose processes it would take away before they are looked at.
        if (!clearClusters()) {
            code = code.and(ExitCode.CLEAN_UP_INCOMPLETE);
        }
        command.out().println("looked at " + journals.size() + (journals.size() == 1 ? " run" : " runs"));
        return code.code();
    }

    /** Removes the remains of clusters whose owners are dead, and returns whether nothing is left of them. */
    private boolean clearClusters() {
        PrintWriter out = command.out();
        PastFaults.Outcome outcome;
        try {
            outcome = PastFaults.clearClusters();
        } catch (IOException failed) {
            outcome = new PastFaults.Outcome(false, List.of(), List.of(String.valueOf(failed.getMessage())));
        }
        outcome.healed().forEach(out::println);
        outcome.left().forEach(left -> out.println("NOT HEALED: " + left));
        return outcome.left().isEmpty();
    }

    private List<Path> journals() throws IOException {
        if (!Files.isDirectory(argument.store())) {
            return List.of();
        }
        try (Stream<Path> files = Files.walk(argument.store(), DEPTH)) {
            return files.filter(file -> file.endsWith(FaultJournal.NAME))
                    .sorted()
                    .toList();
        }
    }

    /** Heals the faults of one journal. A journal that cannot be read must not keep the others from being healed. */
    private static PastFaults.Outcome heal(Path journal) {
        try {
            return PastFaults.heal(journal);
        } catch (JournalException | IOException | UncheckedIOException unreadable) {
            return new PastFaults.Outcome(false, List.of(), List.of(String.valueOf(unreadable.getMessage())));
        }
    }

    private PastFaults.Outcome healNamed(Path journal) throws IOException {
        try {
            return PastFaults.heal(journal);
        } catch (JournalException unreadable) {
            throw command.refused(String.valueOf(unreadable.getMessage()));
        }
    }

    private void report(Path journal, PastFaults.Outcome outcome, boolean isNamed) {
        PrintWriter out = command.out();
        if (outcome.isRunning()) {
            out.println(journal.getParent() + ": its run lives, and heals by itself when it ends"
                    + (isNamed ? "; stop it with Ctrl-C" : ""));
        }
        outcome.healed().forEach(healed -> out.println(journal.getParent() + ": healed: " + healed));
        outcome.left().forEach(left -> out.println(journal.getParent() + ": NOT HEALED: " + left));
    }
}
