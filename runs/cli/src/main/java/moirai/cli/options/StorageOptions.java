package moirai.cli.options;

import java.util.Arrays;
import java.util.List;
import moirai.clients.jdbc.tables.Choice;
import moirai.clients.jdbc.tables.ListEncoding;
import moirai.clients.jdbc.tables.ListKey;
import moirai.clients.jdbc.tables.ListStorage;
import moirai.clients.jdbc.tables.ListWrite;
import moirai.clients.jdbc.tables.ReadLock;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The options about the storage of lists in tables, which decides the paths of the database that are tested. */
public final class StorageOptions {

    @Spec(Spec.Target.MIXEE)
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Option(
            names = "--tables",
            paramLabel = "N",
            description = "Tables that lists are in. Default: 3. See also --read-lock none or for-update.")
    private int tableCount = ListStorage.DEFAULT.tableCount();

    @Option(
            names = "--list-as",
            paramLabel = "TYPE",
            description = "text or array. Default: text. See also --list-write upsert or update-insert.")
    private String encoding = ListStorage.DEFAULT.encoding().label();

    @Option(
            names = "--list-key",
            paramLabel = "KEY",
            description = "primary, secondary or secondary-scan (no index). Default: primary.")
    private String key = ListStorage.DEFAULT.key().label();

    @Option(names = "--list-write", paramLabel = "HOW", hidden = true)
    private String write = ListStorage.DEFAULT.write().label();

    @Option(names = "--read-lock", paramLabel = "LOCK", hidden = true)
    private String readLock = ListStorage.DEFAULT.readLock().label();

    ListStorage storage() {
        try {
            return new ListStorage(
                    tableCount,
                    ListEncoding.parse(known("--list-as", encoding, labels(ListEncoding.values()))),
                    ListKey.parse(known("--list-key", key, labels(ListKey.values()))),
                    ListWrite.parse(known("--list-write", write, labels(ListWrite.values()))),
                    ReadLock.parse(known("--read-lock", readLock, labels(ReadLock.values()))));
        } catch (IllegalArgumentException refused) {
            throw new ParameterException(spec.commandLine(), String.valueOf(refused.getMessage()));
        }
    }

    private static List<String> labels(Choice[] choices) {
        return Arrays.stream(choices).map(Choice::label).toList();
    }

    private static String known(String option, String value, List<String> accepted) {
        return Values.known(option, value, accepted);
    }
}
