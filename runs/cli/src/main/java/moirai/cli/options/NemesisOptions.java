package moirai.cli.options;

import java.time.Duration;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import moirai.nemesis.faults.FaultChoice;
import moirai.nemesis.faults.FaultKind;
import moirai.nemesis.faults.FaultMix;
import moirai.nemesis.faults.FaultPick;
import moirai.nemesis.faults.Targets;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The options about faults: which, how often, for how long and on which nodes; named as Jepsen names them. */
public final class NemesisOptions {

    /** The value that leaves out all faults of the schedule. */
    private static final String NONE = "none";

    private static final String OVERLAP = "--nemesis-overlap";

    @Mixin
    private TypedCommand command = new TypedCommand();

    @Option(
            names = "--nemesis",
            paramLabel = "KINDS",
            split = ",",
            hideParamSyntax = true,
            description = "Faults, e.g. kill,pause,partition; see: ${ROOT-COMMAND-NAME} nemesis list. Default: none.")
    private List<String> kinds = List.of();

    @Option(
            names = "--nemesis-interval",
            paramLabel = "TIME",
            converter = Values.OfDuration.class,
            description = "Mean time between faults of a kind. Default: 10. See also --nemesis-targets minority,…")
    private Duration interval = FaultMix.INTERVAL_DEFAULT;

    @Option(
            names = "--nemesis-duration",
            paramLabel = "TIME",
            converter = Values.OfDuration.class,
            description = "Mean time for which a fault stays. Default: that of --nemesis-interval.")
    @Nullable
    private Duration duration;

    @Option(
            names = "--nemesis-targets",
            paramLabel = "WHOM",
            split = ",",
            hidden = true,
            hideParamSyntax = true,
            description = "Of one, minority, majority, primaries, all. Default: all of these but all.")
    private List<String> targets =
            FaultMix.TARGETS_DEFAULT.stream().map(Targets::label).toList();

    @Option(
            names = "--nemesis-only",
            paramLabel = "FAULTS",
            split = ",",
            hidden = true,
            hideParamSyntax = true,
            description = "Of the schedule these alone, e.g. kill#1,pause#2:500ms, or none; see:"
                    + " ${ROOT-COMMAND-NAME} nemesis plan.")
    private List<String> only = List.of();

    @Option(
            names = OVERLAP,
            hidden = true,
            description = "Let faults hit nodes that others have paused, and fail over from primaries that are dead.")
    private boolean isOverlapping;

    /** Returns the mix of faults, which may be empty. */
    public FaultMix mix() {
        String option = command.first(
                "--nemesis-interval", "--nemesis-duration", "--nemesis-targets", "--nemesis-only", OVERLAP);
        if (kinds.isEmpty() && !option.isEmpty()) {
            throw command.refused(option + " needs faults: expected --nemesis with some of "
                    + Stream.of(FaultKind.values()).map(FaultKind::label).collect(Collectors.joining(",")));
        }
        return command.accepted(() -> new FaultMix(
                named("--nemesis", kinds, List.of(FaultKind.values()), FaultKind::label),
                interval,
                duration == null ? interval : duration,
                named("--nemesis-targets", targets, List.of(Targets.values()), Targets::label),
                choice(),
                isOverlapping));
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

    private static <T> List<T> named(String option, List<String> names, List<T> known, Function<T, String> label) {
        return names.stream()
                .map(name -> Values.named(option, name.strip(), known, label))
                .distinct()
                .toList();
    }
}
