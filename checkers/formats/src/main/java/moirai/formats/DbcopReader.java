package moirai.formats;

import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import moirai.history.History;
import moirai.history.HistoryFormatException;

/**
 * Reads the binary files of dbcop (Biswas, Enea, "On the Complexity of Checking Transactional Consistency", 2019) and
 * of PolySI, which are serde's bincode, little-endian: five numbers, three texts with their lengths, then how many
 * sessions, each with how many transactions, each with how many events. An event is a byte that is 1 for a write, key,
 * value, and a byte that is 1 if it succeeded; a byte behind the events is 1 if the transaction committed.
 *
 * <p>A transaction that did not succeed was aborted. A read that failed is without an answer. A write that failed
 * within a transaction that committed must be read by nobody: it becomes an aborted transaction of its own, behind the
 * other. A read of 0 shows the initial state of a key to which nobody writes 0. Numbers and texts at the start are
 * descriptions and not used; they count what was planned.
 *
 * <p>Cost: O(bytes).
 */
record DbcopReader(BinaryInput in, DbcopTxn txn) {

    /** The name of the file in a folder of one run, as dbcop and its users have it. */
    static final String FILE_NAME = "history.bincode";

    private static final int PARAMETERS = 5;

    /** Reads a file, or the file of the usual name in a folder. */
    static History read(Path path) {
        Path file = Files.isDirectory(path) ? path.resolve(FILE_NAME) : path;
        if (!file.equals(path) && !Files.exists(file)) {
            throw new HistoryFormatException(
                    path.toString(), "is a folder without " + FILE_NAME + "; expected that file");
        }
        try (BinaryInput in = new BinaryInput(file, ByteOrder.LITTLE_ENDIAN)) {
            var ops = new RegisterOps(file, true);
            new DbcopReader(in, new DbcopTxn(ops)).history();
            return ops.build();
        }
    }

    private void history() {
        for (int i = 0; i < PARAMETERS; i++) {
            in.u64("the parameters");
        }
        for (String text : new String[] {"the description", "the start", "the end"}) {
            in.skip(in.u64("the length of " + text), text);
        }
        long sessions = in.u64("the number of sessions");
        // Each takes at least eight bytes, so a wrong number ends at the end of the file.
        for (long session = 0; session != sessions; session++) {
            session(session);
        }
        if (!in.isAtEnd()) {
            throw in.error(
                    in.offset(),
                    "bytes behind the last of " + Long.toUnsignedString(sessions)
                            + " sessions; expected the end of the file");
        }
    }

    private void session(long session) {
        long txns = in.u64("the number of transactions");
        for (long i = 0; i != txns; i++) {
            txn.begin(session);
            long events = in.u64("the number of events");
            for (long event = 0; event != events; event++) {
                boolean isWrite = in.flag("whether an event writes");
                long key = in.u64("a key");
                long value = in.u64("a value");
                txn.event(isWrite, key, value, in.flag("whether an event succeeded"));
            }
            txn.end(in.flag("whether a transaction succeeded"));
        }
    }
}
