package moirai.analysis.streaming;

import moirai.analysis.Findings;
import moirai.history.History;

/**
 * What a stream has shown.
 *
 * @param evidence the transactions that prove the anomalies of the findings, as a history of their own
 * @param findings about the whole stream; the ids of its anomalies are those of {@code evidence}
 */
public record StreamFindings(History evidence, Findings findings) {}
