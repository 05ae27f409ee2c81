package moirai.programs.keyvalue;

import java.util.List;
import java.util.SplittableRandom;

/** An application over keys and values: operations that clients call, and what should hold for them. */
public interface KeyValueProgram {

    /** One word or two, in lower case. */
    String name();

    /** The initial state, written by one transaction that everyone sees. */
    void load(KeyValueAccess store);

    /** What holds in every strictly serializable run. */
    List<Assertion> assertions();

    /**
     * An operation, drawn from those that the program has with small parameters.
     *
     * @param session that will call it, from 0
     * @param position within the session, from 0
     */
    Operation draw(int session, int position, SplittableRandom random);
}
