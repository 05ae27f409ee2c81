package moirai.cli.predicting;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import javax.lang.model.SourceVersion;
import moirai.cli.options.TypedCommand;
import moirai.runs.ExitCode;
import moirai.runs.cases.Case;
import moirai.runs.cases.PredictedCases;
import moirai.runs.emission.CaseEmission;
import moirai.runs.files.WholeOutput;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The command {@code moirai schedule emit}, which writes predicted anomalies as tests. */
@Command(
        name = "emit",
        description = {
            "Writes anomalies as tests in Java and as SQL scripts, which need nothing of Moirai.",
            "Tests fail where a database shows the anomaly and pass where it does not; scripts are for a terminal for",
            "each session.",
            "PATH is sources, what analyze --json wrote, or any case; without it, the store's last analysis is taken."
        },
        abbreviateSynopsis = true,
        footer = {
            "",
            "Left out is what nobody could tell from a serial order, and what needs two rows of one key.",
            "Exit codes: 0 written, 2 there was nothing to write.",
            "Example: ${ROOT-COMMAND-NAME} schedule emit --anomaly 1 --junit src/test/java/LostUpdateTest.java"
                    + " --sql lost-update.sql"
        })
final class EmitCommand implements Callable<Integer> {

    private static final String JAVA = ".java";
    private static final String SQL = ".sql";

    @Mixin
    private TypedCommand command = new TypedCommand();

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

    /**
     * A case as files.
     *
     * @param number from 1
     */
    private record Emitted(int number, CaseEmission files) {}

    @Override
    public Integer call() throws IOException {
        if (junit == null && sql == null) {
            throw command.refused("--junit or --sql is missing: expected a file, or a folder");
        }
        Optional<Case> one = argument.one();
        return one.isPresent() ? write(List.of(new Emitted(1, CaseEmission.of(one.get()))), "") : analysis();
    }

    private int analysis() throws IOException {
        PredictedCases analysis = argument.analysis();
        return write(
                argument.cases(analysis).stream()
                        .map(anomaly -> new Emitted(anomaly.number(), CaseEmission.of(anomaly.found())))
                        .toList(),
                " within " + analysis.bounds().text());
    }

    /**
     * Writes the cases, and returns how many files were written.
     *
     * @param searched how far the search for the cases looked; empty if they were not searched for
     */
    private int write(List<Emitted> cases, String searched) throws IOException {
        PrintWriter out = command.out();
        var emitted = new ArrayList<Emitted>();
        for (Emitted one : cases) {
            if (one.files().test("AnomalyTest").isEmpty()
                    && one.files().script().isEmpty()) {
                out.println("left out   anomaly " + one.number() + ": "
                        + one.files().objection());
            } else {
                emitted.add(one);
            }
        }
        int written = 0;
        if (junit != null) {
            written += write(junit, JAVA, emitted, out);
        }
        if (sql != null) {
            written += write(sql, SQL, emitted, out);
        }
        if (written == 0) {
            out.println("answer     no anomaly to write" + searched);
        }
        out.flush();
        return (written == 0 ? ExitCode.UNKNOWN : ExitCode.VALID).code();
    }

    /** Writes the files, and returns how many were written. */
    private int write(Path place, String ending, List<Emitted> emitted, PrintWriter out) throws IOException {
        boolean isFile = place.toString().endsWith(ending);
        if (isFile && emitted.size() > 1) {
            throw command.refused(
                    (ending.equals(JAVA) ? "--junit: " : "--sql: ") + place + " is one file, and there are "
                            + emitted.size() + " anomalies; expected --anomaly N, or a folder");
        }
        if (!isFile) {
            makeFolder(place);
        }
        int written = 0;
        for (Emitted one : emitted) {
            Path file = isFile
                    ? place
                    : place.resolve(
                            ending.equals(JAVA)
                                    ? "Anomaly" + one.number() + "Test.java"
                                    : "anomaly-" + one.number() + SQL);
            Optional<String> content = ending.equals(JAVA)
                    ? one.files().test(className(file))
                    : one.files().script();
            if (content.isEmpty()) {
                out.println("left out   anomaly " + one.number() + ": "
                        + one.files().objection());
                continue;
            }
            command.require("", () -> WholeOutput.requireFilePlace(file));
            WholeOutput.file(file, writer -> writer.write(content.get()));
            String level = one.files().isolation();
            out.println("written    " + file + ": anomaly " + one.number()
                    + (level.isEmpty() ? "" : ", expected at " + level));
            written++;
        }
        return written;
    }

    private void makeFolder(Path place) {
        try {
            Files.createDirectories(place);
        } catch (IOException impossible) {
            throw command.refused("folder " + place + " cannot be made; expected a file that ends in " + JAVA + " or "
                    + SQL + ", or a folder that can be written to");
        }
    }

    private String className(Path file) {
        String fileName = String.valueOf(file.getFileName());
        String name = fileName.substring(0, fileName.length() - JAVA.length());
        if (!SourceVersion.isIdentifier(name) || SourceVersion.isKeyword(name)) {
            throw command.refused(
                    "--junit: '" + name + "' is not a name for a class; expected e.g. LostUpdateTest.java");
        }
        return name;
    }
}
