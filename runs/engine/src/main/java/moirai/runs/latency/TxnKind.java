package moirai.runs.latency;

import java.util.Optional;
import java.util.stream.Stream;
import moirai.history.Op;
import moirai.history.Txn;

/** The kinds of transactions whose latencies are told apart. */
public enum TxnKind {
    /** It only reads. */
    READ("read"),
    /** It appends, writes, adds or increments something. */
    WRITE("write");

    private final String label;

    TxnKind(String label) {
        this.label = label;
    }

    /** Returns the name in files. */
    public String label() {
        return label;
    }

    /** Returns the kind with a name; empty if there is none. */
    public static Optional<TxnKind> named(String label) {
        return Stream.of(values()).filter(kind -> kind.label.equals(label)).findFirst();
    }

    /** Returns the kind of a transaction. O(ops). */
    public static TxnKind of(Txn txn) {
        for (Op op : txn.ops()) {
            if (isWrite(op)) {
                return WRITE;
            }
        }
        return READ;
    }

    private static boolean isWrite(Op op) {
        return switch (op) {
            case Op.Append append -> true;
            case Op.Write write -> true;
            case Op.Add add -> true;
            case Op.Increment increment -> true;
            case Op.Read read -> false;
            case Op.Scan scan -> false;
            case Op.ReadSet read -> false;
            case Op.ReadCounter read -> false;
            case Op.ReadValue read -> false;
            case Op.ReadInitial read -> false;
        };
    }
}
