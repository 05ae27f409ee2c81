package moirai.runs.measures;

/**
 * Lines of one kind in the log of a node that a server writes when it has failed.
 *
 * @param node the name of the node
 * @param kind what the lines tell, such as {@code panic}
 * @param count the number of such lines
 * @param nanos the time of the first, on the run's clock; it may lie before the run's sessions
 * @param first the first of them, shortened
 */
public record LogFinding(String node, String kind, long count, long nanos, String first) {}
