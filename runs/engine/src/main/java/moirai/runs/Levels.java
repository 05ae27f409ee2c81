package moirai.runs;

import moirai.history.level.IsolationLevel;

/**
 * The two levels of a run, which are often confused: the level that is requested and the level that is expected.
 *
 * @param isolation the level that sessions request of the database, by its SQL name, or {@code default}
 * @param expect the level that must hold
 */
public record Levels(String isolation, IsolationLevel expect) {}
