package moirai.directed.execution;

/** The relation between turns and the earlier turns whose writes they see. */
@FunctionalInterface
public interface Visibility {

    /** The visibility under which every turn sees all turns before it. */
    Visibility ALL = (writer, reader) -> true;

    /**
     * Returns whether the reader sees the writes of the writer; both are numbers of turns, the writer's is the smaller
     * one.
     */
    boolean sees(int writer, int reader);
}
