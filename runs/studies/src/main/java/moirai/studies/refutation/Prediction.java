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
import java.util.regex.Pattern;
import java.util.stream.Stream;
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

    /** An anomaly of two transactions, as analyses list it. */
    private static final Pattern PAIR = Pattern.compile("(?:in|ex)ternal: T0 (\\w+)\\.\\S+ -\\w+-> T1 (\\w+)\\.");

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
                "--all",
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

    /** Decides whether an analysis lists an anomaly of these two transactions, or one of rows taken one by one. */
    boolean lists(List<String> pair) {
        List<String> asked = pair.stream().sorted().toList();
        String line = text.replaceAll("\\s+", " ");
        return line.contains("takes its rows one by one")
                || PAIR.matcher(line)
                        .results()
                        .anyMatch(found -> Stream.of(found.group(1), found.group(2))
                                .sorted()
                                .toList()
                                .equals(asked));
    }

    /** Decides whether the source was not taken at all. */
    boolean isRefused() {
        return code > 3;
    }
}
