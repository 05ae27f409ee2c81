package moirai.cli.options;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import moirai.runs.RunException;
import moirai.runs.RunSettings;
import moirai.runs.campaign.Threshold;
import moirai.runs.campaign.changes.KnownFailure;
import moirai.runs.campaign.changes.KnownFailures;
import moirai.runs.campaign.changes.KnownReader;
import moirai.runs.campaign.terms.StatedTerms;
import moirai.runs.measures.RunTerms;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The options about what decides a run's exit code beside the level that must hold. */
public final class TermsOptions {

    /** The option with a figure that a run must reach. */
    public static final String REQUIRE = "--require";

    /** The option with a list of failures that are accepted. */
    public static final String ACCEPT_KNOWN = "--accept-known";

    /** The option with a pattern for the servers' logs. */
    public static final String LOG_PATTERN = "--log-pattern";

    private static final long BYTES_MAX = 1 << 20;

    @Mixin
    private TypedCommand command = new TypedCommand();

    @Option(
            names = REQUIRE,
            paramLabel = "FIGURE",
            hidden = true,
            description = "Ends with 1 if missed or not known, e.g. 'availability > 90%%'; may be repeated.")
    private List<String> required = List.of();

    @Option(
            names = ACCEPT_KNOWN,
            paramLabel = "FILE",
            hidden = true,
            description =
                    "YAML of known failures: if there are no others, INVALID ends with 0; see runs/cli/README.md.")
    @Nullable
    private Path known;

    @Option(
            names = LOG_PATTERN,
            paramLabel = "REGEX",
            hidden = true,
            description = "Looked for in the servers' logs, beside panics, corruption and the like; may be repeated.")
    private List<String> patterns = List.of();

    /**
     * Returns the terms.
     *
     * @param settings those of the run, which decide what can be known of it
     */
    public RunTerms terms(RunSettings settings) {
        List<Threshold> thresholds = required.stream()
                .map(text -> command.accepted(REQUIRE + ": ", () -> Threshold.parse(text)))
                .toList();
        if (settings.faults().isNone()) {
            thresholds.stream().filter(Threshold::isOfFaults).findFirst().ifPresent(never -> {
                throw command.refused(REQUIRE + ": '" + never.text()
                        + "' is known only of runs with faults; expected it beside --nemesis, or another figure");
            });
        }
        var accepted = new KnownFailures(failures(), LocalDate.now(ZoneOffset.UTC));
        var terms = new StatedTerms(
                thresholds, accepted, patterns.stream().map(this::pattern).toList());
        return required.isEmpty() && known == null && patterns.isEmpty() ? RunTerms.NONE : terms;
    }

    private Pattern pattern(String text) {
        try {
            if (!text.isEmpty()) {
                return Pattern.compile(text);
            }
        } catch (PatternSyntaxException wrong) {
            throw refused(text, ": " + wrong.getDescription());
        }
        throw refused(text, "");
    }

    private RuntimeException refused(String pattern, String why) {
        return command.refused(LOG_PATTERN + ": '" + pattern + "' is not a pattern" + why
                + "; expected a regular expression of Java, such as 'could not .*fsync'");
    }

    private List<KnownFailure> failures() {
        if (known == null) {
            return List.of();
        }
        try {
            return KnownReader.ofRuns(ACCEPT_KNOWN + ": " + known, text(known));
        } catch (RunException wrong) {
            throw command.refused(String.valueOf(wrong.getMessage()));
        }
    }

    private String text(Path file) {
        Optional<String> text = Optional.empty();
        try {
            text = Files.isRegularFile(file) && Files.size(file) <= BYTES_MAX
                    ? Optional.of(Files.readString(file))
                    : Optional.empty();
        } catch (IOException unreadable) {
            // Refused below, whatever the reason.
        }
        return text.orElseThrow(() -> command.refused(ACCEPT_KNOWN + ": '" + file + "' cannot be read; expected a list"
                + " in YAML of at most a megabyte, each entry with fingerprint, reason, owner, until and database"));
    }
}
