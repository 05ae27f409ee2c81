package moirai.runs.latency;

/** The latency of committed transactions in microseconds, from before the first send to after the last receive. */
public record Latency(long p50, long p99, long max) {}
