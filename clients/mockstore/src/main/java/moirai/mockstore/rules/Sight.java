package moirai.mockstore.rules;

/** A reason why a transaction has to see another one. */
public sealed interface Sight {

    /** A transaction that its session has committed or read from before is, or sees, the other one. */
    record Session() implements Sight {}

    /** The other transaction had committed when this one began, and the level keeps real time. */
    record Begin() implements Sight {}

    /** The other transaction had committed when the reader's statement began. */
    record Statement() implements Sight {}

    /** The transaction has read the key from a source that is, or sees, the other one. */
    record Read(int key, int source) implements Sight {}

    /** The transaction has written the key, whose last writer is, or sees, the other one. */
    record Write(int key, int writer) implements Sight {}
}
