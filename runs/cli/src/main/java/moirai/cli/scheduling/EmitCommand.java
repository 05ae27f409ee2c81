package moirai.cli.scheduling;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.Function;
import javax.lang.model.SourceVersion;
import moirai.cli.options.WholeOutput;
import moirai.runs.ExitCode;
import moirai.runs.emission.EmittedCase;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code moirai schedule emit}. */
@Command(
        name = "emit",
        description = {
            "Writes anomalies as tests in Java and as SQL scripts, which need nothing of Moirai.",
            "Tests fail where a database shows the anomaly and pass where it does not; scripts are for a terminal for",
            "each session.",
            "PATH is sources, or what analyze --json wrote; without it, the last analysis of the store is taken."
        },
        abbreviateSynopsis = true,
        footer = {
            "",
            "Left out is what nobody could tell from a serial order, and what needs two rows of one key.",
            "Exit codes: 0 written, 2 there was nothing to write.",
            "Example: moirai schedule emit --anomaly 1 --junit src/test/java/LostUpdateTest.java --sql lost-update.sql"
        })
final class EmitCommand implements Callable<Integer> {

    private static final String JAVA = ".java";
    private static final String SQL = ".sql";

    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Mixin
    private AnalysisArgument argument = new AnalysisArgument();

    @Option(
            names = "--junit",
            paramLabel = "FILE",
            description = "A test in Java for JUnit 5: NAME.java for one anomaly, or a folder for all.")
    private @Nullable Path junit;

    @Option(
            names = "--sql",
            paramLabel = "FILE",
            description = "A script for psql in two terminals or more: NAME.sql, or a folder.")
    private @Nullable Path sql;

    EmitCommand() {}

    /** An anomaly as files. */
    private record Emitted(int number, EmittedCase files) {}

    @Override
    public Integer call() throws IOException {
        if (junit == null && sql == null) {
            throw refused("--junit or --sql is missing: expected a file, or a folder");
        }
        StoredAnalysis analysis = argument.analysis();
        PrintWriter out = spec.commandLine().getOut();
        var emitted = new ArrayList<Emitted>();
        for (StoredAnalysis.Numbered anomaly : argument.cases(analysis)) {
            EmittedCase.objection(anomaly.wanted())
                    .ifPresentOrElse(
                            objection -> out.println("left out   anomaly " + anomaly.number() + ": " + objection),
                            () -> emitted.add(new Emitted(anomaly.number(), EmittedCase.of(anomaly.wanted()))));
        }
        if (junit != null) {
            write(junit, JAVA, emitted, out);
        }
        if (sql != null) {
            write(sql, SQL, emitted, out);
        }
        if (emitted.isEmpty()) {
            out.println(
                    "answer     no anomaly to write within " + analysis.bounds().text());
        }
        out.flush();
        return (emitted.isEmpty() ? ExitCode.UNKNOWN : ExitCode.VALID).code();
    }

    private void write(Path place, String ending, List<Emitted> emitted, PrintWriter out) throws IOException {
        boolean isFile = place.toString().endsWith(ending);
        if (isFile && emitted.size() > 1) {
            throw refused((ending.equals(JAVA) ? "--junit: " : "--sql: ") + place + " is one file, and there are "
                    + emitted.size() + " anomalies; expected --anomaly N, or a folder");
        }
        if (!isFile) {
            makeFolder(place);
        }
        for (Emitted one : emitted) {
            Path file = isFile
                    ? place
                    : place.resolve(
                            ending.equals(JAVA)
                                    ? "Anomaly" + one.number() + "Test.java"
                                    : "anomaly-" + one.number() + SQL);
            Function<EmittedCase, String> text =
                    ending.equals(JAVA) ? files -> files.test(className(file)) : EmittedCase::script;
            requirePlace(file);
            String content = text.apply(one.files());
            WholeOutput.file(file, writer -> writer.write(content));
            out.println("written    " + file + ": anomaly " + one.number() + ", expected at "
                    + one.files().isolation());
        }
    }

    private void makeFolder(Path place) {
        try {
            Files.createDirectories(place);
        } catch (IOException impossible) {
            throw refused("folder " + place + " cannot be made; expected a file that ends in " + JAVA + " or " + SQL
                    + ", or a folder that can be written to");
        }
    }

    private void requirePlace(Path file) {
        try {
            WholeOutput.requireFilePlace(file);
        } catch (IllegalArgumentException unusable) {
            throw refused(String.valueOf(unusable.getMessage()));
        }
    }

    private String className(Path file) {
        String fileName = String.valueOf(file.getFileName());
        String name = fileName.substring(0, fileName.length() - JAVA.length());
        if (!SourceVersion.isIdentifier(name) || SourceVersion.isKeyword(name)) {
            throw refused("--junit: '" + name + "' is not a name for a class; expected e.g. LostUpdateTest.java");
        }
        return name;
    }

    private ParameterException refused(String message) {
        return new ParameterException(spec.commandLine(), message);
    }
}
