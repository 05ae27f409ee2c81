package moirai.runs.serve.pages;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Locale;
import moirai.runs.files.Json;
import moirai.runs.store.RunDirectory;
import moirai.runs.store.RunStore;

/** A store of runs with chosen results, without histories. */
public final class SampleStore {

    public static final String BUG =
            "DATABASE BUG: its serializable is documented as serializable, which is broken by G2-item";
    public static final String STRONG =
            "not a bug of the database: its repeatable-read is documented as snapshot-isolation";
    public static final String SHAPE = "9c1e-G2-item-rw-rw";
    public static final String OTHER_SHAPE = "11ab-lost-update-ww-rw";

    private final RunStore store;
    private int minutes;

    public SampleStore(Path root) {
        this.store = new RunStore(root);
    }

    public RunStore store() {
        return store;
    }

    /**
     * Adds a run, a minute after the one before.
     *
     * @param meaning the cause of a violation; empty for a run in which everything holds
     * @param shapes the fields of the fingerprints, such as {@code "ab-G0": {"phenomenon": "G0", "count": 3}}
     * @return its name in a query
     */
    public String add(String database, String isolation, String meaning, String shapes) throws IOException {
        boolean isValid = meaning.isEmpty();
        return add(
                String.format(
                        Locale.ROOT,
                        """
                        {"schema": 1,
                         "result": {"verdict": "%s", "exit-code": 0, "expect": "serializable", "meaning": %s},
                         "identity": {"seconds": 10.0, "argv": ["run", "--seed", "2a"]},
                         "setup": {"seed": "2a", "workload": "append x=1", "isolation": %s, "database": %s},
                         "found": {"anomalies": {%s}, "holds": ["%s"], "broken": [%s]},
                         "seen": {"counts": {"committed": %d, "aborted": 50, "indeterminate": 0},
                                  "latency-micros": {"p50": 1200, "p99": 9000, "max": 10000}}}
                        """,
                        isValid ? "VALID" : "INVALID",
                        Json.text(meaning),
                        Json.text(isolation),
                        Json.text(database),
                        isValid ? "" : "\"G2-item\": 4",
                        isValid ? "strict-serializable" : "snapshot-isolation",
                        isValid ? "" : "\"repeatable-read\"",
                        isValid ? 1_000 : 800),
                "{\"fingerprints\": {" + shapes + "}, \"anomalies\": {}}");
    }

    public String add(String record, String results) throws IOException {
        RunDirectory run = store.create("test", Instant.ofEpochSecond(1_000_000L + 60L * minutes++));
        Files.writeString(run.record(), record);
        Files.writeString(run.path().resolve("results.json"), results);
        return Frame.key(run.path());
    }

    public static String shape(String fingerprint, String phenomenon, int count) {
        return "\"" + fingerprint + "\": {\"phenomenon\": \"" + phenomenon + "\", \"count\": " + count
                + ", \"at-least?\": false}";
    }
}
