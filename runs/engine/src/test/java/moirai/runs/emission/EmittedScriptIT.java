package moirai.runs.emission;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import moirai.analysis.IsolationLevel;
import moirai.analysis.Phenomenon;
import moirai.nemesis.postgres.PostgresCluster;
import moirai.nemesis.postgres.PostgresOptions;
import moirai.runs.cases.Case;
import moirai.runs.cases.Cases;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Follows an emitted script as a person would: a psql for each terminal, one statement after the other. */
class EmittedScriptIT {

    private static final Path PSQL = Path.of("/usr/bin/psql");
    private static final Pattern STEP = Pattern.compile(
            "-- Step \\d+, terminal (?<terminal>\\d+) [^\\n]*\\n(?<sql>[^\\n]+)(?:\\n--   seen: (?<seen>[^\\n]*))?");
    private static final String DONE = "moirai-done";

    @TempDir
    private Path folder;

    @Test
    void writeSkewAndLostUpdateAreSeenInTwoTerminals() throws IOException {
        assumeThat(PSQL).as("psql is not installed").isExecutable();
        Case lostUpdate = Cases.of(Phenomenon.LOST_UPDATE, "read-committed", IsolationLevel.SNAPSHOT_ISOLATION, """
                        T0 s0 ok @10..40 r1=[] a1=1
                        T1 s1 ok @20..50 r1=[] a1=2
                        """);
        try (var cluster = new PostgresCluster(new PostgresOptions(20, Map.of()))) {
            cluster.start();
            for (Case shown : List.of(Cases.writeSkew(), lostUpdate)) {
                assertThat(follow(cluster, script(shown))).isEqualTo("as written");
            }
            // At the strong level somebody is refused.
            String strong = script(Cases.writeSkew()).replace("REPEATABLE READ", "SERIALIZABLE");
            assertThat(follow(cluster, strong)).contains("could not serialize access");
        }
    }

    private String script(Case shown) throws IOException {
        return Files.readString(CaseFiles.write(folder, shown).resolve("sessions.sql"));
    }

    /** {@code as written}, or what was seen instead. */
    private static String follow(PostgresCluster cluster, String script) throws IOException {
        List<Terminal> terminals = new ArrayList<>();
        try {
            for (int i = 0; i < 2; i++) {
                terminals.add(new Terminal(cluster));
            }
            for (String sql : script.replaceAll("(?s)-- Step.*", "").lines().toList()) {
                terminals.getFirst().answer(sql);
            }
            String outcome = "as written";
            Matcher step = STEP.matcher(script);
            int steps = 0;
            while (step.find()) {
                steps++;
                int terminal = Integer.parseInt(step.group("terminal")) - 1;
                String answer = terminals.get(terminal).answer(step.group("sql"));
                String seen = step.group("seen");
                String expected = seen == null ? "" : seen.startsWith("nothing") ? "" : seen;
                if (answer.contains("ERROR") || (seen != null && !answer.strip().equals(expected))) {
                    outcome = step.group() + " gave " + answer;
                }
            }
            assertThat(steps).isEqualTo(8);
            terminals.getFirst().answer("DROP TABLE " + script.replaceAll("(?s).*DROP TABLE ", ""));
            return outcome;
        } finally {
            terminals.forEach(Terminal::close);
        }
    }

    /** One psql. */
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

        /** All that is printed until the statement is done. */
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
