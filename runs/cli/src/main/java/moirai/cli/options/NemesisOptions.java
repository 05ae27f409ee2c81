package moirai.cli.options;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;
import moirai.nemesis.faults.FaultChoice;
import moirai.nemesis.faults.FaultKind;
import moirai.nemesis.faults.FaultMix;
import moirai.nemesis.faults.FaultPick;
import moirai.nemesis.faults.Targets;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The options about faults: which, how often and on which nodes; named as Jepsen names them. */
public final class NemesisOptions {

    /** The value that leaves out all faults of the schedule. */
    private static final String NONE = "none";

    @Spec(Spec.Target.MIXEE)
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Option(
            names = "--nemesis",
            paramLabel = "KINDS",
            split = ",",
            hideParamSyntax = true,
            description = "Faults, e.g. kill,pause,partition; see: moirai nemesis list. Default: none.")
    private List<String> kinds = List.of();

    @Option(
            names = "--nemesis-interval",
            paramLabel = "TIME",
            converter = Values.OfDuration.class,
            description = "Mean time between steps of a kind. Default: 10.")
    private Duration interval = FaultMix.INTERVAL_DEFAULT;

    @Option(
            names = "--nemesis-targets",
            paramLabel = "WHOM",
            split = ",",
            hideParamSyntax = true,
            description = "Of one, minority, majority, primaries, all. Default: all of these but all.")
    private List<String> targets =
            FaultMix.TARGETS_DEFAULT.stream().map(Targets::label).toList();

    @Option(
            names = "--nemesis-only",
            paramLabel = "FAULTS",
            split = ",",
            hidden = true, // The help of run is at its limit; whoever shrinks a run is told the whole command.
            hideParamSyntax = true,
            description = "Of the schedule these alone, e.g. kill#1,pause#2:500ms, or none; see: moirai nemesis plan.")
    private List<String> only = List.of();

    /** Returns the mix of faults, which may be empty. */
    public FaultMix mix() {
        for (String option : List.of("--nemesis-interval", "--nemesis-targets", "--nemesis-only")) {
            if (kinds.isEmpty() && spec.commandLine().getParseResult().hasMatchedOption(option)) {
                throw refused(option + " needs faults: expected --nemesis with some of "
                        + String.join(",", labels(FaultKind.values(), FaultKind::label)));
            }
        }
        try {
            return new FaultMix(
                    named("--nemesis", kinds, FaultKind.values(), FaultKind::label),
                    interval,
                    named("--nemesis-targets", targets, Targets.values(), Targets::label),
                    choice());
        } catch (IllegalArgumentException refused) {
            throw refused(String.valueOf(refused.getMessage()));
        }
    }

    private FaultChoice choice() {
        if (only.isEmpty()) {
            return FaultChoice.every();
        }
        if (only.equals(List.of(NONE))) {
            return new FaultChoice.Only(List.of());
        }
        try {
            return new FaultChoice.Only(
                    only.stream().map(String::strip).map(FaultPick::parse).toList());
        } catch (IllegalArgumentException refused) {
            throw new IllegalArgumentException("--nemesis-only: " + refused.getMessage() + "; or " + NONE, refused);
        }
    }

    private static <T> List<T> named(String option, List<String> names, T[] known, Function<T, String> label) {
        return names.stream()
                .map(String::strip)
                .map(name -> Values.known(option, name, labels(known, label)))
                .distinct()
                .flatMap(name -> Stream.of(known).filter(one -> label.apply(one).equals(name)))
                .toList();
    }

    private static <T> List<String> labels(T[] known, Function<T, String> label) {
        return Arrays.stream(known).map(label).toList();
    }

    private ParameterException refused(String message) {
        return new ParameterException(spec.commandLine(), message);
    }
}
