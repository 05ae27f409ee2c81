package moirai.runs.replay;

import moirai.history.History;
import moirai.scheduling.TurnReport;

/**
 * An execution of a case's transactions.
 *
 * @param history the observations of its sessions, with the keys of the case
 * @param isSame whether it has the fingerprint of the case, and not only shows the same phenomenon; only if it was
 *    shown
 */
public record Attempt(Sight sight, boolean isSame, History history, TurnReport turns) {}
