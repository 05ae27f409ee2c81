package moirai.cli.options;

import java.util.List;
import moirai.clients.jdbc.tables.ListEncoding;
import moirai.clients.jdbc.tables.ListKey;
import moirai.clients.jdbc.tables.ListStorage;
import moirai.clients.jdbc.tables.ListWrite;
import moirai.clients.jdbc.tables.ReadLock;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The options about the storage of lists in tables, which decides the paths of the database that are tested. */
public final class StorageOptions {

    @Mixin
    private TypedCommand command = new TypedCommand();

    @Option(
            names = "--tables",
            paramLabel = "N",
            description = "Tables that lists are in. Default: 3. See also --read-lock none or for-update.")
    private int tableCount = ListStorage.DEFAULT.tableCount();

    @Option(
            names = "--list-as",
            paramLabel = "TYPE",
            description = "text or array. Default: text. See also --list-write and --list-key.")
    private String encoding = ListStorage.DEFAULT.encoding().label();

    @Option(
            names = "--list-key",
            paramLabel = "KEY",
            hidden = true,
            description = "primary, secondary or secondary-scan (no index). Default: primary.")
    private String key = ListStorage.DEFAULT.key().label();

    @Option(
            names = "--list-write",
            paramLabel = "HOW",
            hidden = true,
            description = "How an append is written: upsert or update-insert. Default: upsert.")
    private String write = ListStorage.DEFAULT.write().label();

    @Option(
            names = "--read-lock",
            paramLabel = "LOCK",
            hidden = true,
            description = "What reads lock: none or for-update. Default: none.")
    private String readLock = ListStorage.DEFAULT.readLock().label();

    ListStorage storage() {
        return command.accepted(() -> new ListStorage(
                tableCount,
                Values.named("--list-as", encoding, List.of(ListEncoding.values()), ListEncoding::label),
                Values.named("--list-key", key, List.of(ListKey.values()), ListKey::label),
                Values.named("--list-write", write, List.of(ListWrite.values()), ListWrite::label),
                Values.named("--read-lock", readLock, List.of(ReadLock.values()), ReadLock::label)));
    }
}
