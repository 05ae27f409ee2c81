/** Directed cases on real replicas. */
@org.jspecify.annotations.NullMarked
package moirai.runs.directed.replicas;
