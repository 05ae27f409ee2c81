package moirai.runs.latency;

/** Time from before the first send to after the last receive of committed transactions, in microseconds. */
public record Latency(long p50, long p99, long max) {}
