package moirai.studies.patterns;

import static java.sql.Connection.TRANSACTION_READ_COMMITTED;
import static java.sql.Connection.TRANSACTION_SERIALIZABLE;

import com.zaxxer.hikari.util.DriverDataSource;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Properties;
import java.util.StringJoiner;
import java.util.TreeMap;
import javax.sql.DataSource;
import moirai.directed.levels.Promises;
import moirai.nemesis.postgres.PostgresCluster;
import moirai.nemesis.postgres.PostgresOptions;
import moirai.reenactment.ServerTarget;

/**
 * The table of twenty everyday patterns, each with two safe variants and two others: what is predicted of them at
 * read committed of the theory and at two levels of PostgreSQL, and what their methods do there. Run by {@code
 * scripts/everyday-patterns [PATTERN]...}.
 */
public final class EverydayPatterns {

    /** The number of sessions: two calls, one that sets up, and some to spare. */
    private static final int SESSIONS = 6;

    private static final int CASES_MAX = 5;

    private final Map<String, Integer> counts = new TreeMap<>();
    private final List<Level> levels;

    /** A level of PostgreSQL: what it promises, and where it runs. */
    private record Level(Promises promises, QuickTarget target) {

        Level(String name, DataSource server, int isolation) {
            this(Promises.parse(name), new QuickTarget(new ServerTarget("PostgreSQL", server, isolation)));
        }
    }

    private EverydayPatterns(DataSource server) {
        this.levels = List.of(
                new Level("postgres-rc", server, TRANSACTION_READ_COMMITTED),
                new Level("postgres-ser", server, TRANSACTION_SERIALIZABLE));
    }

    /** Prints a line for each variant, and then how often each prediction met each outcome. */
    public static void main(String[] args) throws IOException, SQLException, InterruptedException {
        List<Variant> chosen = args.length == 0
                ? Variant.all()
                : List.of(args).stream()
                        .flatMap(pattern -> Variant.of(pattern).stream())
                        .toList();
        Path folder = Files.createTempDirectory("moirai-patterns");
        try (var cluster = new PostgresCluster(
                new PostgresOptions(SESSIONS, Map.of("fsync", "off", "deadlock_timeout", "100ms")))) {
            cluster.start();
            var study = new EverydayPatterns(
                    new DriverDataSource(cluster.url(), null, new Properties(), cluster.user(), cluster.password()));
            System.out.println("variant | written | predicted at RC | at postgres-rc | at read committed"
                    + " | predicted at postgres-ser | at serializable | s");
            for (Variant variant : chosen) {
                System.out.println(study.line(variant, folder));
            }
            System.out.println();
            study.counts.forEach((key, count) -> System.out.println(key + " | " + count));
        } finally {
            Files.deleteIfExists(folder.resolve("Application.java"));
            Files.delete(folder);
        }
    }

    private String line(Variant variant, Path folder) throws IOException, SQLException, InterruptedException {
        long begin = System.nanoTime();
        try (Trial trial = Trial.of(variant, folder)) {
            String written = variant.isSafe() ? "safe" : "unsafe";
            var cells = new StringJoiner(" | ");
            cells.add(variant.toString()).add(written);
            cells.add(trial.predicted(Promises.READ_COMMITTED).label());
            for (Level level : levels) {
                Predicted predicted = trial.predicted(level.promises());
                Live live = trial.run(level.target(), CASES_MAX);
                cells.add(predicted.label()).add(live.label());
                counts.merge(
                        String.join(
                                " | ",
                                level.target().describe(),
                                "written " + written,
                                "predicted " + predicted.label(),
                                live.isAnomalous() ? "anomaly" : "no anomaly"),
                        1,
                        Integer::sum);
            }
            return String.format(Locale.ROOT, "%s | %.1f", cells, (System.nanoTime() - begin) / 1e9);
        }
    }
}
