package moirai.cli.predicting;

import java.io.OutputStream;
import java.io.PrintStream;
import java.math.BigDecimal;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import moirai.cli.options.ClassPath;
import moirai.observation.beans.ObservedBeans;
import moirai.observation.classes.ApplicationLoader;
import moirai.observation.classes.ClassOptions;
import moirai.observation.classes.ObservedClass;
import moirai.observation.txns.Hint;
import moirai.observation.txns.ObservationException;
import moirai.observation.txns.Options;
import moirai.sources.Translation;
import org.jspecify.annotations.Nullable;
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
            arity = "0..1",
            fallbackValue = "",
            description = "In place of PATH: run those methods of a compiled class that a DataSource reaches.")
    private String name = "";

    @Option(
            names = "--spring",
            paramLabel = "FOLDER",
            description = "In place of CLASS: run the @Transactional methods of a compiled project of Spring.")
    private @Nullable Path spring;

    @Option(names = "--micronaut", paramLabel = "FOLDER", description = "The same of a compiled project of Micronaut.")
    private @Nullable Path micronaut;

    @Option(
            names = "--classpath",
            paramLabel = "PATH",
            split = ":",
            description = "Of that class or project: jars, folders, FOLDER/* for all jars of one, after colons.")
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

    @Option(
            names = "--runs",
            paramLabel = "N",
            description = "Of each transaction at most. Default: 4000, of a project 500.")
    private @Nullable Integer runsMax;

    ObservedArguments() {}

    /** Returns what was observed of the class, or of the application. */
    Translation translation(SourceArguments sources) {
        if (spring != null && micronaut != null) {
            throw sources.refused("--spring beside --micronaut: expected one of them");
        }
        Path folder = folder();
        String option = spring == null ? "--micronaut " : "--spring ";
        String asked = folder == null ? "--observe " + name : "--observe " + option + folder;
        if (!sources.paths().isEmpty()) {
            throw sources.refused("PATH " + sources.paths().getFirst() + " beside " + asked
                    + ": expected one of them, sources to be read or a class to be run");
        }
        if ((folder == null) == name.isEmpty()) {
            throw sources.refused(asked.strip() + ": expected one of --observe CLASS, --observe --spring FOLDER and"
                    + " --observe --micronaut FOLDER");
        }
        try {
            List<URL> path = ClassPath.urls(classpath);
            var options = new ClassOptions(sources.txns(), sources.definitions(), database, sizes, limits());
            return folder == null
                    ? ObservedClass.of(name, ApplicationLoader.of(path)).observe(options)
                    : quietly(() -> ObservedBeans.of(framework(), folder, path).observe(options));
        } catch (ObservationException unusable) {
            throw sources.refused(asked + ": " + unusable.getMessage());
        } catch (IllegalArgumentException unusable) {
            throw sources.refused(String.valueOf(unusable.getMessage()));
        }
    }

    /** Runs an application whose output is not the report. */
    private static Translation quietly(Supplier<Translation> running) {
        PrintStream out = System.out;
        PrintStream err = System.err;
        var nowhere = new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8);
        System.setOut(nowhere);
        System.setErr(nowhere);
        try {
            return running.get();
        } finally {
            System.setOut(out);
            System.setErr(err);
        }
    }

    private ObservedBeans.Framework framework() {
        return spring == null ? ObservedBeans.Framework.MICRONAUT : ObservedBeans.Framework.SPRING;
    }

    private @Nullable Path folder() {
        return spring == null ? micronaut : spring;
    }

    private Options limits() {
        Options usual = folder() == null ? Options.USUAL : Options.OF_OBJECTS;
        Integer asked = runsMax;
        return new Options(asked == null ? usual.runsMax() : asked, usual.questionsMax(), tried());
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
