package moirai.formats.jepsen;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import moirai.history.DataModel;

/** The meaning of operations, by the names that elle-cli has for its models. */
public enum OpModel {

    /** Transactions of {@code [:append k v]} and {@code [:r k [v …]]}. */
    LIST_APPEND("list-append", DataModel.LIST_APPEND),

    /**
     * Transactions of {@code [:w k v]} and {@code [:r k v]}; {@code :f :write} and {@code :f :read} of one value, or of
     * {@code [key value]}, are transactions of one step, and {@code :f :cas} of {@code [old new]} reads and writes.
     */
    RW_REGISTER("rw-register", DataModel.REGISTER),

    /** {@link #RW_REGISTER} as the long fork workload uses it: one write, or reads of a group of keys. */
    LONG_FORK("long-fork", DataModel.REGISTER),

    /** {@code :f :add} of an element, or of {@code [key element]}, and {@code :f :read} of all elements. */
    SET("set", DataModel.SET),

    /** The same as {@link #SET}; in both, reads count wherever they are. */
    SET_FULL("set-full", DataModel.SET),

    /** {@link #SET} as the comments workload uses it: {@code :f :write} adds an element. */
    COMMENTS("comments", DataModel.SET),

    /** {@code :f :add} of an amount, or of {@code [key amount]}, and {@code :f :read} of the sum. */
    COUNTER("counter", DataModel.COUNTER),

    /** {@code :f :transfer} of {@code {:from a :to b :amount n}} and {@code :f :read} of balances by account. */
    BANK("bank", DataModel.COUNTER);

    private final String label;
    private final DataModel dataModel;

    OpModel(String label, DataModel dataModel) {
        this.label = label;
        this.dataModel = dataModel;
    }

    /** Returns the name on a command line. */
    public String label() {
        return label;
    }

    /** Returns the data model of the keys. */
    public DataModel dataModel() {
        return dataModel;
    }

    /**
     * Returns whether all operations are transactions, so that any other operation is an error; else such are ignored.
     */
    boolean isOfTxns() {
        return switch (this) {
            case LIST_APPEND, RW_REGISTER, LONG_FORK -> true;
            case SET, SET_FULL, COMMENTS, COUNTER, BANK -> false;
        };
    }

    /** Returns the model with this {@link #label}. */
    public static Optional<OpModel> named(String label) {
        String wanted = label.toLowerCase(Locale.ROOT);
        return Arrays.stream(values())
                .filter(model -> model.label.equals(wanted))
                .findFirst();
    }

    /** Returns the plainest model of this kind of history. */
    static OpModel of(DataModel dataModel) {
        return switch (dataModel) {
            case LIST_APPEND -> LIST_APPEND;
            case REGISTER -> RW_REGISTER;
            case SET -> SET;
            case COUNTER -> COUNTER;
        };
    }

    /** Returns all labels. */
    public static List<String> all() {
        return Arrays.stream(values()).map(OpModel::label).toList();
    }

    /** Returns all labels, for messages: {@code list-append, rw-register, …}. */
    static String labels() {
        return String.join(", ", all());
    }
}
