package moirai.cli.options;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import moirai.generators.Workload;
import moirai.history.DataModel;
import moirai.history.keeping.Keep;
import moirai.runs.files.WholeOutput;
import moirai.runs.metrics.MetricsPlace;
import moirai.runs.metrics.Publication;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/**
 * The options about observing a run: where its metrics are published, whether it is checked while it goes, and how much
 * of what was checked stays on the disk.
 */
public final class WatchOptions {

    private static final String METRICS = "--metrics";
    private static final String KEEP = "--keep";

    @Mixin
    private TypedCommand command = new TypedCommand();

    @Option(
            names = METRICS,
            paramLabel = "PLACE",
            converter = OfPlace.class,
            description = "For Prometheus: a PORT of 127.0.0.1, or a FILE.prom, every 5 s. Default: none.")
    private MetricsPlace place = new MetricsPlace.Nowhere();

    @Option(
            names = "--no-live-check",
            hidden = true,
            description = "Judge the history when the run has ended, and not while it goes.")
    private boolean isJudgedAtTheEnd;

    @Option(
            names = KEEP,
            paramLabel = "WHAT",
            converter = OfKeep.class,
            description = "all (default), or 2h,anomalies,faults: what is older goes, but for these.")
    private Keep keep = Keep.all();

    /** Returns how much of the history stays on the disk. */
    public Keep keep(Workload workload) {
        if (keep.equals(Keep.all())) {
            return keep;
        }
        if (isJudgedAtTheEnd) {
            throw command.refused(KEEP + ": without a check while the run goes nothing is judged before it would be"
                    + " dropped; expected all, or no --no-live-check");
        }
        if (workload.structure().model() != DataModel.LIST_APPEND) {
            throw command.refused(KEEP + ": only histories of lists are dropped, for a resumed run could not judge a "
                    + workload.structure().label() + "; expected all, or --workload append or predicate");
        }
        return keep;
    }

    /** Returns whether the history is to be checked while the run goes. */
    public boolean isJudgedMeanwhile() {
        return !isJudgedAtTheEnd;
    }

    /**
     * Opens the place of metrics.
     *
     * @param err receives the address of the metrics
     */
    public Publication publish(PrintWriter err) {
        try {
            return Publication.at(place, err);
        } catch (IOException refused) {
            throw command.refused(
                    METRICS + ": " + where() + " cannot be had: " + refused.getMessage() + "; expected a free port");
        }
    }

    private String where() {
        return switch (place) {
            case MetricsPlace.Nowhere nowhere -> "nothing";
            case MetricsPlace.Port(int port) -> "127.0.0.1:" + port;
            case MetricsPlace.File(var path) -> path.toString();
        };
    }

    /** A converter for {@code all} or {@code 2h,anomalies,faults}. */
    static final class OfKeep implements ITypeConverter<Keep> {

        @Override
        public Keep convert(String value) {
            try {
                return Keep.parse(value);
            } catch (IllegalArgumentException refused) {
                throw new TypeConversionException(String.valueOf(refused.getMessage()));
            }
        }
    }

    /** A converter for {@code 9464}, {@code 127.0.0.1:9464} or {@code FILE.prom}. */
    static final class OfPlace implements ITypeConverter<MetricsPlace> {

        private static final String SUFFIX = ".prom";
        private static final String ACCEPTED = "expected 127.0.0.1:PORT, or a file whose name ends in " + SUFFIX;
        private static final Pattern ADDRESS = Pattern.compile("(?:(?<host>.+):)?(?<port>\\d{1,9})");
        private static final Set<String> LOOPBACK = Set.of("127.0.0.1", "localhost");
        private static final int PORT_MAX = 65_535;

        @Override
        public MetricsPlace convert(String value) {
            if (value.endsWith(SUFFIX)) {
                return file(value);
            }
            Matcher address = ADDRESS.matcher(value);
            if (!address.matches()) {
                throw new TypeConversionException("'" + value + "' is no place for metrics: " + ACCEPTED);
            }
            String host = address.group("host");
            if (host != null && !LOOPBACK.contains(host)) {
                throw new TypeConversionException(
                        "'" + host + "' may be seen from elsewhere, and metrics have no password: " + ACCEPTED);
            }
            int port = Integer.parseInt(address.group("port"));
            if (port > PORT_MAX) {
                throw new TypeConversionException(port + " is no port: expected 1 to " + PORT_MAX + ", or 0 for any");
            }
            return new MetricsPlace.Port(port);
        }

        private static MetricsPlace file(String value) {
            try {
                Path path = Path.of(value);
                WholeOutput.requireFilePlace(path);
                return new MetricsPlace.File(path);
            } catch (InvalidPathException refused) {
                throw new TypeConversionException("'" + value + "' is no name of a file: " + ACCEPTED);
            } catch (IllegalArgumentException refused) {
                throw new TypeConversionException(String.valueOf(refused.getMessage()));
            }
        }
    }
}
