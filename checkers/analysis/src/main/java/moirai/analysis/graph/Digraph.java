package moirai.analysis.graph;

/** A directed graph over dense ids, some of whose edges may be masked out. */
public interface Digraph {

    int vertexCount();

    /** Returns the first of the edges that leave {@code vertex}. */
    int firstEdge(int vertex);

    /** Returns the number behind the last of the edges that leave {@code vertex}. */
    int endEdge(int vertex);

    /** Returns the vertex to which {@code edge} leads from {@code vertex}, or -1 if the edge is masked out. */
    int target(int vertex, int edge);
}
