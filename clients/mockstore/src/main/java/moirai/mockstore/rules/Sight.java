package moirai.mockstore.rules;

/** Why a transaction has to see another one. */
public sealed interface Sight {

    /** What its session has committed or read before sees the other one, or is it. */
    record Session() implements Sight {}

    /** The other one had committed when it began, and the level keeps real time. */
    record Begin() implements Sight {}

    /** It has read the key from a source that sees the other one, or is it. */
    record Read(int key, int source) implements Sight {}

    /** It has written the key, whose last writer sees the other one, or is it. */
    record Write(int key, int writer) implements Sight {}
}
