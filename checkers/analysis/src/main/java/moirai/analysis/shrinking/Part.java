package moirai.analysis.shrinking;

import java.util.List;
import moirai.history.History;

/**
 * A part of a history, as a history.
 *
 * @param txns what the whole calls its transactions
 */
record Part(History history, List<Integer> txns) {}
