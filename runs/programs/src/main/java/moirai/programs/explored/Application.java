package moirai.programs.explored;

import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import moirai.exploration.program.Body;
import moirai.exploration.program.ProgramTxn;

/** Transactions over a few tables. */
sealed interface Application permits Courseware, ShoppingCart, Tpcc, Twitter, Wikipedia {

    /** Returns the name, as in the names of client programs. */
    String label();

    /** Returns the calls that a client may make, with the names of the arguments. */
    List<Signature> calls();

    /** Returns the kinds of rows that an initial state may hold. */
    List<Signature> rows();

    /** Adds all tables, empty. */
    void create(Map<Object, Object> initial);

    /** Adds a row; its signature is one of {@link #rows}. */
    void add(Map<Object, Object> initial, Call row);

    /**
     * The steps of a transaction.
     *
     * @param call with a signature of {@link #calls}
     * @param mark differs between all transactions of a program: stands for the time, and for keys that are generated
     */
    Body body(Call call, String mark);

    /** Returns transactions that assert what has to hold in the end, whatever the initial state was. */
    List<ProgramTxn> invariants(List<Call> rows, List<List<Call>> sessions);

    /** The rows of programs from a seed: few, so that their transactions meet. */
    List<Call> randomRows();

    /**
     * A transaction over {@link #randomRows}.
     *
     * @param number differs between all transactions of a program
     */
    Call randomCall(SplittableRandom random, int number);
}
