package moirai.generators;

import java.util.List;
import moirai.history.DataModel;

/** The structure that a workload's keys hold, with the parameters of its recipe. */
public enum Structure {

    /** Lists, to which transactions append, and of which they read one or a range: Elle's {@code list-append}. */
    LISTS(
            "append",
            DataModel.LIST_APPEND,
            "key-dist, key-count, max-writes-per-key, max-txn-length, read-share, scan-share, scan-width,"
                    + " abort-share, group-size"),

    /** Registers, which transactions write and read: Elle's {@code rw-register}. */
    REGISTERS(
            "register",
            DataModel.REGISTER,
            "key-dist, key-count, max-writes-per-key, max-txn-length, read-share, abort-share, group-size"),

    /** Sets, to which transactions add elements, and which they read whole: Jepsen's {@code set-full}. */
    SETS(
            "set",
            DataModel.SET,
            "key-dist, key-count, max-writes-per-key, max-txn-length, read-share, abort-share, group-size"),

    /** Counters that only grow: Jepsen's {@code counter}. */
    COUNTERS(
            "counter",
            DataModel.COUNTER,
            "key-dist, key-count, max-writes-per-key, max-txn-length, read-share, max-amount, abort-share, group-size"),

    /** Accounts between which money is moved, and which are all read together: Jepsen's {@code bank}. */
    ACCOUNTS("bank", DataModel.COUNTER, "key-count, read-share, max-amount, total, negative-balances");

    private final String label;
    private final DataModel model;
    private final String parameters;

    Structure(String label, DataModel model, String parameters) {
        this.label = label;
        this.model = model;
        this.parameters = parameters;
    }

    /** Returns the first word of a recipe. */
    public String label() {
        return label;
    }

    /** Returns the data model of the keys, for checkers. */
    public DataModel model() {
        return model;
    }

    /** Returns the parameters of its recipes without groups, by their written names. */
    public List<String> parameters() {
        return List.of(parameters.split(", "));
    }
}
