package moirai.cli.consent;

import java.util.ArrayList;
import java.util.List;
import moirai.cli.options.Argv;
import moirai.cli.options.UrlOptions;
import moirai.runs.consent.Refusal;
import moirai.runs.consent.RefusedException;
import picocli.CommandLine;

/** The text of refusals: lines that end with the command that lifts them. */
final class Refusals {

    private final CommandLine command;
    private final UrlOptions url;

    Refusals(CommandLine command, UrlOptions url) {
        this.command = command;
        this.url = url;
    }

    /**
     * Throws if there are refusals.
     *
     * @throws RefusedException if there is any
     */
    void refuse(List<Refusal> refusals) {
        if (!refusals.isEmpty()) {
            List<String> names = refusals.stream()
                    .flatMap(refusal -> names(refusal).stream())
                    .toList();
            throw new RefusedException(
                    refusals.stream().map(refusal -> line(refusal, names)).toList());
        }
    }

    private static List<String> names(Refusal refusal) {
        return refusal.lift() instanceof Refusal.Lift.Allowing(var option) && option.contains(AdmissionOptions.NAME)
                ? option
                : List.of();
    }

    /**
     * Returns the line of a refusal.
     *
     * @param names options without which a database of that name could not be marked either
     */
    private String line(Refusal refusal, List<String> names) {
        String instead = refusal.advice().isEmpty() ? ": " : "; " + refusal.advice() + ", or: ";
        return refusal.found()
                + instead
                + Argv.line(
                        switch (refusal.lift()) {
                            case Refusal.Lift.Marking(var options) ->
                                joined(List.of(List.of("target", "mark"), url.argv(), allowedNames(), names, options));
                            case Refusal.Lift.Instead(var other) -> other;
                            case Refusal.Lift.Allowing(var option) -> joined(List.of(typed(), option));
                        });
    }

    private List<String> allowedNames() {
        var option = command.getParseResult().matchedOption(AdmissionOptions.NAME);
        return option == null
                ? List.of()
                : option.stringValues().stream()
                        .flatMap(name -> List.of(AdmissionOptions.NAME, name).stream())
                        .toList();
    }

    /** Returns the command as it was typed, without secrets. */
    private List<String> typed() {
        var typed = new ArrayList<>(Argv.redacted(command.getParseResult().originalArgs()));
        List<String> below = below(command);
        for (String name : below) {
            if (!typed.isEmpty() && typed.getFirst().equals(name)) {
                typed.removeFirst();
            }
        }
        return joined(List.of(below, typed));
    }

    /** Returns the names of a command and of those above it but the first, which may be several words. */
    static List<String> below(CommandLine command) {
        var names = new ArrayList<String>();
        for (CommandLine one = command; one.getParent() != null; one = one.getParent()) {
            names.addFirst(one.getCommandName());
        }
        return names;
    }

    private static List<String> joined(List<List<String>> parts) {
        return parts.stream().flatMap(List::stream).toList();
    }
}
