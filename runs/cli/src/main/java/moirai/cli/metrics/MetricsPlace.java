package moirai.cli.metrics;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import moirai.cli.options.WholeOutput;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** The place where metrics are published. */
public sealed interface MetricsPlace {

    /** No place, the default: metrics are not published. */
    record Nowhere() implements MetricsPlace {}

    /** A server on 127.0.0.1. */
    record Port(int port) implements MetricsPlace {}

    /** A file that is replaced every few seconds. */
    record File(Path path) implements MetricsPlace {}

    /** A converter for {@code 9464}, {@code 127.0.0.1:9464} or {@code FILE.prom}. */
    final class Converter implements ITypeConverter<MetricsPlace> {

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
            return new Port(port);
        }

        private static MetricsPlace file(String value) {
            try {
                Path path = Path.of(value);
                WholeOutput.requireFilePlace(path);
                return new File(path);
            } catch (InvalidPathException refused) {
                throw new TypeConversionException("'" + value + "' is no name of a file: " + ACCEPTED);
            } catch (IllegalArgumentException refused) {
                throw new TypeConversionException(String.valueOf(refused.getMessage()));
            }
        }
    }
}
