package moirai.directed.execution;

/** Which turns see the writes of which earlier ones. */
@FunctionalInterface
public interface Visibility {

    /** Every turn sees all before it. */
    Visibility ALL = (writer, reader) -> true;

    /** Whether the reader sees what the writer left; both are numbers of turns, the writer's is the smaller one. */
    boolean sees(int writer, int reader);
}
