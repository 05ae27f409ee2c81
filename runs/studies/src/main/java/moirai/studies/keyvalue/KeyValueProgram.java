package moirai.studies.keyvalue;

import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

/** An application over keys and values: the operations that clients call, and its assertions. */
public interface KeyValueProgram {

    /** Returns the name: one word or two, in lower case. */
    String name();

    /** Returns the initial state, which every transaction sees. */
    Map<Object, Object> initial();

    /** Returns the assertions, which hold in every strictly serializable execution. */
    List<Assertion> assertions();

    /**
     * Returns a random operation of the program with small parameters.
     *
     * @param session the session that will call it, from 0
     * @param position the place of the call in the session, from 0
     */
    Operation draw(int session, int position, SplittableRandom random);
}
