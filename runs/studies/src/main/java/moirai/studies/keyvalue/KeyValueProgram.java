package moirai.studies.keyvalue;

import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

/** An application over keys and values: operations that clients call, and what should hold for them. */
public interface KeyValueProgram {

    /** Returns the name: one word or two, in lower case. */
    String name();

    /** Returns the initial state, which every transaction sees. */
    Map<Object, Object> initial();

    /** Returns what holds in every strictly serializable run. */
    List<Assertion> assertions();

    /**
     * Draws an operation from those that the program has with small parameters.
     *
     * @param session the session that will call it, from 0
     * @param position the place of the call in the session, from 0
     */
    Operation draw(int session, int position, SplittableRandom random);
}
