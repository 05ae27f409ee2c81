package moirai.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Runs short commands one after another, so that a JVM that records what it loads learns the classes of most starts.
 *
 * <p>{@code scripts/moirai} makes the JVM's cache from it. A check of ten transactions takes 0.8 CPU seconds without
 * that cache and without building only the command that is named, and 0.3 with both.
 */
final class Rehearsal {

    private static final String LISTS = """
            T0 s0 a1=1 a2=2
            T1 s1 r1=[1] r2=[2]
            """;

    private static final String REGISTERS = """
            w(1,1,0,0)
            r(1,1,1,1)
            w(1,2,1,1)
            """;

    private static final String EDN = """
            {:type :invoke, :process 0, :time 1, :index 0, :f :txn, :value [[:append 1 1] [:r 2 nil]]}
            {:type :ok, :process 0, :time 2, :index 1, :f :txn, :value [[:append 1 1] [:r 2 []]]}
            """;

    private Rehearsal() {}

    /** Runs the commands; what they print goes nowhere. */
    public static void main(String[] args) throws IOException {
        ParentWatch.begin();
        RunLog.silence();
        run(Context.ofProcess());
        System.exit(0); // As each command ends.
    }

    /** Runs the commands and returns their exit codes. */
    static List<Integer> run(Context context) throws IOException {
        Path folder = Files.createTempDirectory("moirai-rehearsal");
        var codes = new ArrayList<>(List.of(
                run(context, "--version"),
                run(context, "--help"),
                run(context, "check", "--help"),
                run(context, "run", "--help")));
        try {
            Path lists = Files.writeString(folder.resolve("lists.txt"), LISTS);
            Path registers = Files.writeString(folder.resolve("registers.plume"), REGISTERS);
            Path edn = Files.writeString(folder.resolve("lists.edn"), EDN);
            Path segments = folder.resolve("segments");
            codes.add(run(context, "history", "import", lists.toString(), "-o", segments.toString()));
            for (Path source : List.of(lists, registers, edn, segments)) {
                codes.add(run(context, "check", source.toString(), "--expect", "serializable"));
            }
            codes.add(run(context, "check", registers.toString(), "--expect", "rc"));
        } finally {
            delete(folder);
        }
        return codes;
    }

    private static void delete(Path folder) throws IOException {
        try (var files = Files.walk(folder)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }

    private static int run(Context context, String... arguments) {
        var out = new PrintWriter(Writer.nullWriter());
        return Moirai.execute(Moirai.commandLine(context, arguments).setOut(out).setErr(out), arguments);
    }
}
