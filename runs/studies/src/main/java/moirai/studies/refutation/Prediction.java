package moirai.studies.refutation;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import moirai.cli.predicting.ScheduleCommand;
import moirai.sources.JavaSources;
import moirai.sources.SourceException;
import moirai.sources.SourceOptions;
import moirai.sources.Translation;
import moirai.studies.refutation.programs.RandomProgram;
import moirai.studies.refutation.programs.TestedLevel;

/** The answers of {@code moirai schedule} about a program, asked as users ask. */
record Prediction(int code, String text) {

    /** So many repetitions of a loop are followed: enough for the loops over constants. */
    private static final int LOOP_MAX = 3;

    /** Returns the answer of {@code prove}. */
    static Prediction proof(RandomProgram program, TestedLevel level, Path folder) throws IOException {
        return asked(program, level, folder, "prove");
    }

    /** Returns the answer of {@code analyze}. */
    static Prediction analysis(RandomProgram program, TestedLevel level, Path folder) throws IOException {
        return asked(
                program,
                level,
                folder,
                "analyze",
                "--store",
                folder.resolve("store").toString());
    }

    /** Returns what analyses take a program for; nothing if they refuse it. */
    static Optional<Translation> translation(RandomProgram program, Path folder) throws IOException {
        Path file = Files.writeString(folder.resolve(program.name() + ".java"), program.source());
        try {
            return Optional.of(JavaSources.translate(SourceOptions.of(file, LOOP_MAX)));
        } catch (SourceException refused) {
            return Optional.empty();
        } finally {
            Files.delete(file);
        }
    }

    private static Prediction asked(
            RandomProgram program, TestedLevel level, Path folder, String command, String... more) throws IOException {
        Path file = Files.writeString(folder.resolve(program.name() + ".java"), program.source());
        var text = new StringWriter();
        var out = new PrintWriter(text, true);
        var arguments = new ArrayList<>(
                List.of(command, file.toString(), "--level", level.title(), "--loops", String.valueOf(LOOP_MAX)));
        arguments.addAll(List.of(more));
        int code = ScheduleCommand.commandLine(Map.of(), false)
                .setOut(out)
                .setErr(out)
                .execute(arguments.toArray(String[]::new));
        Files.delete(file);
        return new Prediction(code, text.toString());
    }

    /** Decides whether the answer says that nothing can go wrong. */
    boolean isClean() {
        return code == 0;
    }

    /** Decides whether the answer is neither yes nor no. */
    boolean isUnknown() {
        return code == 2;
    }

    /** Decides whether something of the source was not taken over. */
    boolean hasLoss() {
        return text.contains("loss:") || text.contains("bound:");
    }

    /** Decides whether the source was not taken at all. */
    boolean isRefused() {
        return code > 3;
    }
}
