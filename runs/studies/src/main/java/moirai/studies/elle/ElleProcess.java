package moirai.studies.elle;

import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStreamWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import moirai.analysis.registers.Assumption;
import moirai.history.DataModel;
import moirai.history.level.IsolationLevel;
import moirai.runs.ExitCode;
import moirai.runs.RunException;

/** Elle in a process of its own, which answers one question after the other. */
final class ElleProcess implements AutoCloseable {

    /** Reads a question a line, and prints an answer a line for each level and then an empty one. */
    private static final String PROGRAM = """
            (require '[clojure.edn :as edn]
                     '[clojure.string :as string]
                     '[elle.list-append :as lists]
                     '[elle.rw-register :as registers]
                     '[jepsen.history :as history])
            (defn words [names]
              (string/join " " (sort (map name names))))
            (defn line [level verdict types broken message]
              (string/join "\\t" [(name level) verdict (words types) (words broken)
                                  (string/replace message #"\\s+" " ")]))
            (defn deepest [thrown]
              (if-let [cause (.getCause thrown)] (recur cause) thrown))
            (defn answer [check options ops level]
              (try
                (let [result (check (assoc options :consistency-models [level]) ops)
                      valid  (:valid? result)]
                  (line level (if (keyword? valid) (name valid) (str valid)) (:anomaly-types result)
                        (concat (:not result) (:also-not result)) ""))
                (catch Throwable thrown
                  (let [cause (deepest thrown)]
                    (line level "error" [] [] (str (or (:type (ex-data cause)) cause)))))))
            (println "ready")
            (doseq [question (line-seq (java.io.BufferedReader. *in*))]
              (let [{:keys [data levels options ops]} (edn/read-string question)
                    check (case data :lists lists/check :registers registers/check)
                    ops   (history/history ops)]
                (doseq [level levels]
                  (println (answer check options ops level)))
                (println)))
            (shutdown-agents)
            """;

    private final Process process;
    private final BufferedWriter questions;
    private final BufferedReader answers;

    private ElleProcess(Process process) {
        this.process = process;
        this.questions = new BufferedWriter(new OutputStreamWriter(process.getOutputStream(), StandardCharsets.UTF_8));
        this.answers = new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
    }

    /**
     * Starts Elle.
     *
     * @throws RunException if the class path does not hold it
     */
    static ElleProcess start(String classPath) {
        try {
            Path errors = Files.createTempFile("elle", ".log");
            errors.toFile().deleteOnExit();
            String java = ProcessHandle.current().info().command().orElse("java");
            var elle = new ElleProcess(
                    new ProcessBuilder(java, "-XX:+UseSerialGC", "-cp", classPath, "clojure.main", "-e", PROGRAM)
                            .redirectError(errors.toFile())
                            .start());
            for (String line = elle.answers.readLine(); !"ready".equals(line); line = elle.answers.readLine()) {
                if (line == null) {
                    throw new RunException(
                            "Elle does not start from the class path given. It says: " + firstLines(errors),
                            ExitCode.BAD_ARGUMENTS);
                }
            }
            return elle;
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    private static String firstLines(Path errors) throws IOException {
        return Files.readAllLines(errors).stream().limit(2).collect(Collectors.joining(" "));
    }

    /** Returns the answer for each level. */
    Map<IsolationLevel, Answer> ask(Trace trace, Set<IsolationLevel> levels, Optional<Assumption> assumption) {
        try {
            questions.write("{:data %s :levels [%s] :options {%s} :ops [%s]}%n"
                    .formatted(
                            trace.data() == DataModel.REGISTER ? ":registers" : ":lists",
                            levels.stream().map(ElleProcess::name).collect(Collectors.joining(" ")),
                            assumption
                                    .map(each -> ":" + each.label() + "? true")
                                    .orElse(""),
                            String.join(" ", trace.edn())));
            questions.flush();
            var found = new EnumMap<IsolationLevel, Answer>(IsolationLevel.class);
            for (String line = answers.readLine(); !"".equals(line); line = answers.readLine()) {
                if (line == null) {
                    throw new RunException("Elle has ended without an answer", ExitCode.INTERNAL_ERROR);
                }
                String[] cells = line.split("\t", -1);
                found.put(IsolationLevel.NAMES.parse(cells[0]), answer(cells));
            }
            return found;
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    private static String name(IsolationLevel level) {
        return ":" + (level == IsolationLevel.CAUSAL ? "causal-cerone" : level.label());
    }

    private static Answer answer(String[] cells) {
        var names = new ArrayList<String>();
        for (String name : words(cells[2])) {
            names.add(
                    name.equals("unobservable")
                            ? "garbage-read"
                            : name.replace("G-single-item", "G-single").replace("G-nonadjacent-item", "G-nonadjacent"));
        }
        List<IsolationLevel> broken = words(cells[3]).stream()
                .flatMap(word -> IsolationLevel.NAMES.named(word).stream())
                .toList();
        Answer.Says says = switch (cells[1]) {
            case "true" -> Answer.Says.VALID;
            case "false" -> Answer.Says.INVALID;
            case "unknown" ->
                names.contains("empty-transaction-graph") || names.stream().anyMatch(name -> name.contains("cycle-"))
                        ? Answer.Says.UNKNOWN
                        : Answer.Says.VALID;
            default -> Answer.Says.REFUSED;
        };
        return new Answer(says, names, broken, cells[4].replaceAll("\\d+", "N"));
    }

    private static List<String> words(String cell) {
        return cell.isEmpty() ? List.of() : Arrays.asList(cell.split(" "));
    }

    @Override
    public void close() {
        process.destroy();
    }
}
