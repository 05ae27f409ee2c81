package moirai.programs.keyvalue;

/** What comes after a transaction that committed. */
public sealed interface Next {

    /**
     * The operation is complete.
     *
     * @param reply what the client is told; has {@code equals} and a short text
     */
    record Done(Object reply) implements Next {}

    /** The operation goes on with another transaction; what it has to remember is in the body. */
    record Then(TxnBody body) implements Next {}
}
