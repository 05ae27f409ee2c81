package moirai.analysis.graph;

/** A directed graph over dense ids, some of whose edges may be masked out. */
public interface Digraph {

    int vertexCount();

    /** The first of the edges that leave {@code vertex}. */
    int firstEdge(int vertex);

    /** One past the last of the edges that leave {@code vertex}. */
    int endEdge(int vertex);

    /** Where {@code edge}, which leaves {@code vertex}, leads, or -1 if it is masked out. */
    int target(int vertex, int edge);
}
