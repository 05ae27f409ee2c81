package moirai.formats;

import java.nio.file.Path;
import moirai.history.History;

/**
 * Reads AWDIT's text for tests: {@code w KEY VALUE} and {@code r KEY VALUE}, a line of dashes between transactions, a
 * line of equals signs between sessions.
 *
 * <p>As in AWDIT, blanks around fields and empty lines are ignored, and an empty section between separators is neither
 * a transaction nor a session. All transactions are committed. A read of 0 shows the initial state of a key to which
 * nobody writes 0.
 *
 * <p>Cost: O(bytes), no allocation for each line.
 */
final class AwditReader {

    private static final String EXPECTED =
            "e.g. 'w KEY VALUE' or 'r 7 1', '-----' between transactions" + " or '=====' between sessions";
    private static final int NONE = -1;

    private final TextInput in;
    private final RegisterOps ops;
    private int session;
    private int txn = NONE;
    private boolean isSessionUsed;

    private AwditReader(TextInput in, RegisterOps ops) {
        this.in = in;
        this.ops = ops;
    }

    static History read(Path file) {
        try (TextInput in = new TextInput(file, EXPECTED)) {
            var reader = new AwditReader(in, new RegisterOps(file, true));
            in.forEachLine(reader::line);
            return reader.ops.build();
        }
    }

    private void line() {
        in.skipBlanks();
        switch (in.peek()) {
            case 'r', 'w' -> op();
            case '-' -> {
                in.skipAll('-');
                txn = NONE;
            }
            case '=' -> {
                in.skipAll('=');
                txn = NONE;
                session += isSessionUsed ? 1 : 0;
                isSessionUsed = false;
            }
            case '\n', '\r' -> {}
            default -> throw in.malformed();
        }
        in.skipBlanks();
        in.endLine();
    }

    private void op() {
        int kind = in.next();
        long key = field();
        long value = field();
        if (txn == NONE) {
            txn = ops.begin(session);
            isSessionUsed = true;
        }
        if (kind == 'w') {
            ops.write(txn, key, value);
        } else {
            ops.read(txn, key, value);
        }
    }

    private long field() {
        if (!in.skipBlanks()) {
            throw in.malformed();
        }
        return in.number();
    }
}
