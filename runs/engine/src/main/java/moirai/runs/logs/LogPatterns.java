package moirai.runs.logs;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * The words in which servers tell of failures of their own, by the kind of the failure. Messages to clients, such as
 * PostgreSQL's {@code FATAL} while it starts up, are none; nor is the end of replication when its other end is gone.
 */
final class LogPatterns {

    /** The kind of what a user looks for. */
    static final String ASKED = "pattern";

    /** PostgreSQL uses FATAL for connections and replication, too, which faults break and servers mend. */
    private static final String OF_CONNECTIONS = "the database system is |terminating (connection|walreceiver|walsender"
            + "|background worker|autovacuum|logical replication|backend)|connection to client lost|sorry, too many"
            + "|remaining connection slots|password authentication|canceling authentication|no pg_hba|role \""
            + "|database \"|expected password|could not connect to the primary|could not (receive|send) "
            + "|could not start WAL streaming|streaming replication|replication terminated|requested starting point"
            + "|highest timeline|unsupported frontend|invalid startup|recovery target|error reading result|canceling";

    private static final Map<String, Pattern> POSTGRES = patterns(
            "panic",
            "\\bPANIC:  ",
            "assertion",
            "\\bTRAP: ",
            "crash",
            "was terminated by signal (?!9\\b|15\\b)\\d+",
            "corruption",
            "invalid page in block|page verification failed|could not read block|unexpected data beyond EOF"
                    + "|missing chunk number|could not access status of transaction|found xmin|invalid memory alloc"
                    + "|unexpected zero page|is not a btree|contains unexpected|(table|index|heap|tuple).* corrupt",
            "out of memory",
            "(ERROR|FATAL):  out of memory|Cannot allocate memory",
            "fatal",
            "\\bFATAL:  (?!" + OF_CONNECTIONS + ")|^panic: |\"level\":\"(fatal|panic)\"");

    private static final Map<String, Pattern> INNODB = patterns(
            "assertion",
            "Assertion failure|[Aa]ssertion .*failed",
            "crash",
            "(mysqld|mariadbd|server) got (signal|exception)",
            "corruption",
            "\\[ERROR\\].*([Cc]orrupt|checksum mismatch|page \\[.*\\] log sequence number)|WSREP: .*[Ii]nconsisten",
            "out of memory",
            "Out of memory|Cannot allocate memory",
            "fatal",
            "\\[FATAL\\]");

    private static final Map<String, Pattern> CASSANDRA = patterns(
            "out of memory",
            "^(?!.* StartupChecks ).*OutOfMemoryError",
            "assertion",
            "java\\.lang\\.AssertionError",
            "corruption",
            "Corrupt(SSTable|Block)Exception|CommitLogReplayException|digest mismatch.*[Cc]orrupt",
            "fatal",
            "FS(Read|Write)Error|Exiting due to error|JVM state determined to be unstable|Fatal exception during");

    private static final Map<String, Map<String, Pattern>> BY_PRODUCT =
            Map.of("PostgreSQL", POSTGRES, "MariaDB", INNODB, "MySQL", INNODB, "Cassandra", CASSANDRA);

    private final Map<String, Pattern> known;
    private final List<Pattern> asked;

    /**
     * @param database product and version as the database reports them; of an unknown one only what is asked for
     * @param asked what a user looks for
     */
    LogPatterns(String database, List<Pattern> asked) {
        this.known = BY_PRODUCT.entrySet().stream()
                .filter(product -> database.contains(product.getKey()))
                .map(Map.Entry::getValue)
                .findFirst()
                .orElse(Map.of());
        this.asked = List.copyOf(asked);
    }

    private static Map<String, Pattern> patterns(String... kindsAndPatterns) {
        var patterns = new LinkedHashMap<String, Pattern>();
        for (int i = 0; i < kindsAndPatterns.length; i += 2) {
            patterns.put(kindsAndPatterns[i], Pattern.compile(kindsAndPatterns[i + 1]));
        }
        return patterns;
    }

    /** Returns whether nothing is looked for: the product is unknown, and the user asked for nothing. */
    boolean isEmpty() {
        return known.isEmpty() && asked.isEmpty();
    }

    /** Returns the kind of failure that a line tells of; empty if it tells of none. */
    Optional<String> kind(String line) {
        if (asked.stream().anyMatch(pattern -> pattern.matcher(line).find())) {
            return Optional.of(ASKED);
        }
        return known.entrySet().stream()
                .filter(kind -> kind.getValue().matcher(line).find())
                .map(Map.Entry::getKey)
                .findFirst();
    }
}
