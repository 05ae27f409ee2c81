package moirai.nemesis;

import java.util.Collections;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;

/**
 * How a PostgreSQL server is set up.
 *
 * @param sessions how many connections the caller will hold at once
 * @param settings lines for postgresql.conf, which win over the defaults below
 */
public record PostgresOptions(int sessions, Map<String, String> settings) {

    /** Connections beside the sessions: those that prepare, inspect or inject. */
    private static final int CONNECTIONS_SPARE = 20;

    /** PostgreSQL's own default; a standby with less than its primary would not start. */
    private static final int CONNECTIONS_MIN = 100;

    private static final Pattern NAME = Pattern.compile("[A-Za-z_][A-Za-z0-9_.]*");

    /** What the cluster itself decides: where the server listens and where its files are. */
    private static final Set<String> RESERVED = Set.of(
            "data_directory",
            "external_pid_file",
            "hba_file",
            "ident_file",
            "listen_addresses",
            "port",
            "unix_socket_directories");

    public PostgresOptions {
        if (sessions < 1) {
            throw new IllegalArgumentException("sessions must be at least 1, not " + sessions);
        }
        settings = Collections.unmodifiableMap(new TreeMap<>(settings));
        for (var setting : settings.entrySet()) {
            check(setting.getKey(), setting.getValue());
        }
    }

    /** Room for this many sessions, nothing else changed. */
    public static PostgresOptions forSessions(int sessions) {
        return new PostgresOptions(sessions, Map.of());
    }

    private static void check(String name, String value) {
        if (!NAME.matcher(name).matches()) {
            throw new IllegalArgumentException("'" + name + "' is not the name of a PostgreSQL setting");
        }
        if (RESERVED.contains(name)) {
            throw new IllegalArgumentException("the setting " + name + " is decided by Moirai and cannot be passed");
        }
        if (value.chars().anyMatch(c -> c < ' ')) {
            throw new IllegalArgumentException("the value of the setting " + name + " holds a control character");
        }
    }

    /** The text that is added to postgresql.conf. */
    String configuration() {
        var all = new TreeMap<>(Map.of(
                "listen_addresses", "127.0.0.1",
                "unix_socket_directories", "",
                "max_connections", String.valueOf(Math.max(CONNECTIONS_MIN, sessions + CONNECTIONS_SPARE)),
                "shared_buffers", "128MB",
                // The default second would be the slowest percentile of every contended run.
                "deadlock_timeout", "50ms",
                // Only a crash of the whole machine loses what the kernel holds, and then this server is removed
                // anyway.
                // A killed server still finds every acknowledged commit.
                "fsync", "off"));
        all.putAll(settings);
        var text = new StringBuilder();
        all.forEach((name, value) -> text.append(name)
                .append(" = '")
                .append(value.replace("'", "''"))
                .append("'\n"));
        return text.toString();
    }
}
