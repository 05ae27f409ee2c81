package moirai.runs;

import moirai.history.level.IsolationLevel;

/**
 * The two levels of a run, which are often confused.
 *
 * @param isolation what sessions ask of the database, by the name that SQL has for it, or {@code default}
 * @param expect what must hold
 */
public record Levels(String isolation, IsolationLevel expect) {}
