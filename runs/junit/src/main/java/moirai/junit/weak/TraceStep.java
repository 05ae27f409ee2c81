package moirai.junit.weak;

import moirai.exploration.ExploredStep;

/**
 * A step of a transaction, before its key and its source have names.
 *
 * @param key the number of the store's key; -1 if the step has none
 * @param source the store's transaction that was read from, or {@link ExploredStep#FROM_NOBODY}
 */
record TraceStep(String statement, ExploredStep.Kind kind, int key, Object value, int source) {}
