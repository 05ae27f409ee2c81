package moirai.cli.options;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import moirai.runs.alarms.AlarmPlan;
import moirai.runs.alarms.StopRule;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** The options about reactions to anomalies while a run goes. */
public final class AnomalyOptions {

    /** The option with an address in which there may be a password. */
    static final String URL = "--on-anomaly-url";

    private static final Set<String> SCHEMES = Set.of("http", "https");

    @Mixin
    private TypedCommand command = new TypedCommand();

    @Option(
            names = "--stop-on",
            paramLabel = "WHAT",
            converter = OfStopRule.class,
            description = "anomaly (the first forbidden one), N of them, or never. See also --no-live-check.")
    private StopRule stop = StopRule.NEVER;

    @Option(
            names = "--on-anomaly",
            paramLabel = "COMMAND",
            description = "Run by sh for each new kind, with JSON as input. See also --on-anomaly-url URL.")
    private String onAnomaly = "";

    @Option(
            names = URL,
            paramLabel = "URL",
            hidden = true,
            description = "Gets the same JSON by POST for each new kind.")
    private String url = "";

    /**
     * Returns the plan.
     *
     * @param isJudgedMeanwhile whether the history is checked while the run goes
     */
    public AlarmPlan plan(boolean isJudgedMeanwhile, Map<String, String> environment) {
        if (!stop.equals(StopRule.NEVER) && !isJudgedMeanwhile) {
            throw command.refused(
                    "--stop-on and --no-live-check exclude each other: only a check while the run goes can"
                            + " stop it; expected one of them, or --stop-on never");
        }
        if (command.has("--on-anomaly") && onAnomaly.isBlank()) {
            throw command.refused(
                    "--on-anomaly: the command is empty; expected one for sh, such as 'cat >> found.json'");
        }
        return new AlarmPlan(stop, onAnomaly, command.has(URL) ? address(environment) : "");
    }

    private String address(Map<String, String> environment) {
        String address =
                Secrets.isReference(url) ? command.accepted(URL + ": ", () -> Secrets.resolve(url, environment)) : url;
        try {
            var uri = new URI(address);
            if (SCHEMES.contains(String.valueOf(uri.getScheme())) && uri.getHost() != null) {
                return address;
            }
        } catch (URISyntaxException refused) {
            // The message would repeat the address.
            throw noAddress(address);
        }
        throw noAddress(address);
    }

    private RuntimeException noAddress(String address) {
        String scheme = address.contains("://") ? address.substring(0, address.indexOf("://") + 3) + "…" : "this";
        return command.refused(URL + ": '" + scheme + "' is not an address to send JSON to: expected http://HOST… or"
                + " https://HOST…, or env:NAME or file:PATH, which hold one");
    }

    /** A converter for {@code anomaly}, {@code never} or a number from 1. */
    static final class OfStopRule implements ITypeConverter<StopRule> {

        private static final Pattern COUNT = Pattern.compile("\\d{1,18}");

        @Override
        public StopRule convert(String value) {
            return switch (value) {
                case "anomaly" -> StopRule.FIRST;
                case "never" -> StopRule.NEVER;
                default -> {
                    if (!COUNT.matcher(value).matches() || Long.parseLong(value) == 0) {
                        throw new TypeConversionException("'" + value + "' does not say when to stop: expected anomaly,"
                                + " never, or a number of anomalies from 1");
                    }
                    yield new StopRule(Long.parseLong(value));
                }
            };
        }
    }
}
