package moirai.studies;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import moirai.clients.Endpoint;
import moirai.clients.jdbc.dialects.SqlIsolation;
import moirai.generators.Workload;
import moirai.history.Seed;
import moirai.nemesis.postgres.PostgresCluster;
import moirai.nemesis.postgres.PostgresOptions;

/**
 * Measures the cost of recording: the committed transactions a second of {@code moirai run} against those of a {@link
 * BareLoop}. Both are processes of their own with the same plans, statements, sessions and server, in alternating
 * pairs.
 *
 * <p>{@code scripts/overhead [PAIRS [SECONDS [SESSIONS [ISOLATION]]]]}
 */
public final class RunOverhead {

    private static final Seed SEED = new Seed(42);

    private static final String PASSWORD = "--password=env:MOIRAI_PASSWORD";

    private RunOverhead() {}

    /**
     * Measures pairs and prints each and the median ratio; with {@code bare} as the first argument, runs one bare loop.
     *
     * @param args the path of {@code scripts/moirai}, pairs, seconds, sessions, isolation
     */
    @SuppressWarnings("SystemOut") // Its output is its purpose.
    public static void main(String[] args) throws Exception {
        if (args[0].equals("bare")) {
            var target = new Endpoint(args[1], args[2], System.getenv("MOIRAI_PASSWORD"));
            var loop = new BareLoop(target, SqlIsolation.parse(args[5]), Workload.append(), SEED);
            System.out.println(loop.measure(Integer.parseInt(args[4]), Integer.parseInt(args[3])));
            return;
        }
        int pairs = Integer.parseInt(args[1]);
        var settings = List.of(args).subList(2, 5);
        var ratios = new ArrayList<Double>();
        try (var cluster = new PostgresCluster(PostgresOptions.forSessions(Integer.parseInt(args[3])))) {
            cluster.start();
            var target = new Endpoint(cluster.url(), cluster.user(), cluster.password());
            mark(args[0], target);
            for (int i = 0; i < pairs; i++) {
                boolean bareFirst = i % 2 == 0;
                double first = bareFirst ? bare(target, settings) : run(args[0], target, settings);
                double second = bareFirst ? run(args[0], target, settings) : bare(target, settings);
                double bare = bareFirst ? first : second;
                double run = bareFirst ? second : first;
                ratios.add(run / bare);
                System.out.printf(
                        Locale.ROOT, "pair %d: bare %.0f/s, run %.0f/s, ratio %.3f%n", i + 1, bare, run, run / bare);
            }
        }
        ratios.sort(Comparator.naturalOrder());
        System.out.printf(Locale.ROOT, "median ratio %.3f%n", ratios.get(ratios.size() / 2));
    }

    /** Marks the database, without which no run writes to an existing database. */
    private static void mark(String moirai, Endpoint target) throws IOException, InterruptedException {
        var command = List.of(moirai, "target", "mark", "--url", target.url(), "--user", target.user(), PASSWORD);
        int code = process(target, command)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start()
                .waitFor();
        if (code != 0) {
            throw new IllegalStateException("moirai target mark ended with " + code);
        }
    }

    private static double bare(Endpoint target, List<String> settings) throws IOException, InterruptedException {
        var command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:+UseCompactObjectHeaders",
                "-cp",
                System.getProperty("java.class.path"),
                RunOverhead.class.getName(),
                "bare",
                target.url(),
                target.user()));
        command.addAll(settings);
        var process = process(target, command)
                .redirectOutput(ProcessBuilder.Redirect.PIPE)
                .start();
        String output = new String(process.getInputStream().readAllBytes(), java.nio.charset.StandardCharsets.UTF_8);
        process.waitFor();
        return Double.parseDouble(output.strip());
    }

    private static double run(String moirai, Endpoint target, List<String> settings)
            throws IOException, InterruptedException {
        Path store = Files.createTempDirectory("moirai-overhead");
        try {
            process(
                            target,
                            List.of(
                                    moirai,
                                    "run",
                                    "--url",
                                    target.url(),
                                    "--user",
                                    target.user(),
                                    PASSWORD,
                                    "--allow-superuser",
                                    "--time-limit",
                                    settings.get(0),
                                    "--concurrency",
                                    settings.get(1),
                                    "--isolation",
                                    settings.get(2),
                                    "--seed",
                                    SEED.toString(),
                                    "--store",
                                    store.toString(),
                                    "--quiet"))
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start()
                    .waitFor();
            JsonNode record =
                    new ObjectMapper().readTree(store.resolve("latest/run.json").toFile());
            return record.at("/seen/counts/committed").asDouble()
                    / record.at("/identity/seconds").asDouble();
        } finally {
            delete(store);
        }
    }

    private static ProcessBuilder process(Endpoint target, List<String> command) {
        var builder = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT);
        builder.environment().put("MOIRAI_PASSWORD", target.password());
        return builder;
    }

    private static void delete(Path directory) throws IOException {
        try (Stream<Path> paths = Files.walk(directory)) {
            for (Path path : paths.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(path);
            }
        }
    }
}
