package moirai.programs.explored;

import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.BiFunction;
import moirai.exploration.program.Body;
import moirai.exploration.program.ProgramTxn;
import moirai.exploration.program.Txn;

/** An application whose clients call transactions over a few tables. */
sealed interface Application permits Courseware, ShoppingCart, Tpcc, Twitter, Wikipedia {

    /** The meaning of a call: the steps of a transaction. */
    @FunctionalInterface
    interface Called {

        /**
         * Returns the steps of a call, whose arguments are read at once.
         *
         * @param mark a text that differs between all transactions of a program; it stands for the time and for
         *    generated keys
         * @throws IllegalArgumentException if an argument is not as expected
         */
        Body body(Call call, String mark);
    }

    /** The meaning of a row: a change of an initial state. */
    @FunctionalInterface
    interface Stored {

        /**
         * Adds the row to an initial state.
         *
         * @throws IllegalArgumentException if an argument is not as expected
         */
        void add(Map<Object, Object> initial, Call row);
    }

    /** Returns the name, as in the names of client programs. */
    String label();

    /** Returns all tables. */
    List<Table> tables();

    /** Returns the kinds of rows that an initial state may hold. */
    List<CallKind<Stored>> rows();

    /** Returns the transactions that a client may call. */
    List<CallKind<Called>> calls();

    /** Returns transactions that assert the invariants of the final state, which hold for every initial state. */
    List<ProgramTxn> invariants(List<Call> rows, List<List<Call>> sessions);

    /** Returns the rows of randomly generated programs, as in a file. They are few, so that transactions conflict. */
    String randomRows();

    /**
     * Returns a random call of a transaction over {@link #randomRows}.
     *
     * @param number a number that differs between all transactions of a program
     */
    Call randomCall(SplittableRandom random, int number);

    /** Returns a transaction whose only argument is a whole number. */
    static CallKind<Called> ofNumber(String signature, BiFunction<Txn, Integer, Object> steps) {
        return new CallKind<>(signature, (call, mark) -> {
            int number = call.number(0);
            return txn -> steps.apply(txn, number);
        });
    }

    /** Adds a row to an initial state. Throws IllegalArgumentException if it is none of {@link #rows}. */
    default void add(Map<Object, Object> initial, Call row) {
        CallKind.require(row, "table of " + label(), rows()).add(initial, row);
    }

    /** Returns the steps of a call. Throws IllegalArgumentException if it is none of {@link #calls}. */
    default Body body(Call call, String mark) {
        return CallKind.require(call, "transaction of " + label(), calls()).body(call, mark);
    }
}
