package moirai.runs.emission;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import moirai.nemesis.postgres.PostgresCluster;

/**
 * A follower of an emitted script that acts as a person would: a psql for each of two terminals, one statement after
 * the other.
 */
public final class FollowedScript {

    /** The result for a script whose answers are as expected. */
    public static final String AS_WRITTEN = "as written";

    private static final Path PSQL = Path.of("/usr/bin/psql");
    private static final Pattern STEP = Pattern.compile("-- (?:Step \\d+|At last), terminal (?<terminal>\\d+)[^\\n]*\\n"
            + "(?<sql>[^\\n]+)(?:\\n--   seen: (?<seen>[^\\n]*))?");
    private static final String DONE = "moirai-done";

    private FollowedScript() {}

    /** Skips the test where there is no psql. */
    public static void assumePsql() {
        assumeThat(PSQL).as("psql is not installed").isExecutable();
    }

    /** Returns {@value #AS_WRITTEN}, or the answers that were observed instead. */
    public static String of(PostgresCluster cluster, String script) throws IOException {
        List<Terminal> terminals = new ArrayList<>();
        try {
            for (int i = 0; i < 2; i++) {
                terminals.add(new Terminal(cluster));
            }
            for (String sql : script.replaceAll("(?s)-- Step.*", "").lines().toList()) {
                terminals.getFirst().answer(sql);
            }
            String outcome = AS_WRITTEN;
            Matcher step = STEP.matcher(script);
            int steps = 0;
            while (step.find()) {
                steps++;
                int terminal = Integer.parseInt(step.group("terminal")) - 1;
                String answer = terminals.get(terminal).answer(step.group("sql"));
                String seen = step.group("seen");
                String expected = seen == null || seen.startsWith("nothing") || seen.equals("no row") ? "" : seen;
                String shown = answer.strip().replace("|", ", ").replace("\n", "; ");
                boolean isOther = answer.contains("ERROR") || (seen != null && !shown.equals(expected));
                if (isOther && outcome.equals(AS_WRITTEN)) {
                    outcome = step.group() + " gave " + answer;
                }
            }
            assertThat(steps).isGreaterThanOrEqualTo(8);
            for (String drop :
                    script.lines().filter(line -> line.startsWith("DROP")).toList()) {
                terminals.getFirst().answer(drop);
            }
            return outcome;
        } finally {
            terminals.forEach(Terminal::close);
        }
    }

    /** A psql process. */
    private static final class Terminal implements AutoCloseable {

        private final Process psql;
        private final PrintWriter in;
        private final BufferedReader out;

        Terminal(PostgresCluster cluster) throws IOException {
            var builder = new ProcessBuilder(
                            PSQL.toString(),
                            "-X",
                            "-q",
                            "-A",
                            "-t",
                            cluster.url().replaceFirst("^jdbc:", ""))
                    .redirectErrorStream(true);
            builder.environment().put("PGUSER", cluster.user());
            builder.environment().put("PGPASSWORD", cluster.password());
            psql = builder.start();
            in = new PrintWriter(psql.outputWriter(StandardCharsets.UTF_8), true);
            out = psql.inputReader(StandardCharsets.UTF_8);
        }

        /** Returns everything that is printed until the statement is done. */
        String answer(String sql) throws IOException {
            in.println(sql);
            in.println("\\echo " + DONE);
            var text = new StringBuilder();
            for (String line = out.readLine(); !DONE.equals(line); line = out.readLine()) {
                assertThat(line).as("psql ended at %s: %s", sql, text).isNotNull();
                text.append(line).append('\n');
            }
            return text.toString();
        }

        @Override
        public void close() {
            psql.destroy();
        }
    }
}
