package moirai.cli.predicting;

import java.math.BigDecimal;
import java.net.URL;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import moirai.cli.options.ClassPath;
import moirai.observation.classes.ApplicationLoader;
import moirai.observation.classes.ClassOptions;
import moirai.observation.classes.ObservedClass;
import moirai.observation.txns.Hint;
import moirai.observation.txns.ObservationException;
import moirai.observation.txns.Options;
import moirai.sources.Translation;
import picocli.CommandLine.Option;

/**
 * The arguments that name a compiled class whose transactions are run, for source that calls a library and so says too
 * little.
 */
final class ObservedArguments {

    @Option(
            names = "--observe",
            paramLabel = "CLASS",
            required = true,
            description =
                    "In place of PATH: run the transactions of a compiled class on H2 in memory. They are the public"
                            + " methods that a Connection or DataSource reaches.")
    private String name = "";

    @Option(
            names = "--classpath",
            paramLabel = "PATH",
            split = ":",
            description = "Of that class: jars, folders, FOLDER/* for all jars of one, separated by colons.")
    private List<Path> classpath = List.of();

    @Option(
            names = "--database",
            paramLabel = "DB",
            description = "h2, or as another product h2:postgresql, h2:mysql, h2:oracle, … Default: h2.")
    private String database = ClassOptions.USUAL.product();

    @Option(
            names = "--size",
            paramLabel = "PARAMETER=N",
            split = ",",
            description = "The greatest number or longest text of a parameter, METHOD.NAME or NAME.")
    private Map<String, Long> sizes = new LinkedHashMap<>();

    @Option(
            names = "--hint",
            paramLabel = "NAME=VALUE",
            split = ",",
            description = "A value that is compared with a parameter or TABLE.COLUMN, to be tried.")
    private Map<String, String> hints = new LinkedHashMap<>();

    @Option(names = "--runs", paramLabel = "N", description = "Of each transaction at most. Default: 4000.")
    private int runsMax = Options.USUAL.runsMax();

    ObservedArguments() {}

    /** Returns what was observed of the class. */
    Translation translation(SourceArguments sources) {
        if (!sources.paths().isEmpty()) {
            throw sources.refused("PATH " + sources.paths().getFirst() + " beside --observe " + name
                    + ": expected one of them, sources to be read or a class to be run");
        }
        try {
            List<URL> path = ClassPath.urls(classpath);
            var options = new ClassOptions(
                    sources.txns(), sources.definitions(), database, sizes, new Options(runsMax, tried()));
            return ObservedClass.of(name, ApplicationLoader.of(path)).observe(options);
        } catch (ObservationException unusable) {
            throw sources.refused("--observe " + name + ": " + unusable.getMessage());
        } catch (IllegalArgumentException unusable) {
            throw sources.refused(String.valueOf(unusable.getMessage()));
        }
    }

    /** Returns each value as a text, and as a number if it is one, because the type of the column is not known. */
    private List<Hint> tried() {
        var tried = new ArrayList<Hint>();
        hints.forEach((place, value) -> {
            tried.add(new Hint(place, value));
            try {
                tried.add(new Hint(place, new BigDecimal(value)));
            } catch (NumberFormatException text) {
                // It is a text alone.
            }
        });
        return tried;
    }
}
