package moirai.runs.replay;

import moirai.history.History;
import moirai.scheduling.TurnReport;

/**
 * One execution of a case's transactions.
 *
 * @param history what its sessions saw, with the keys of the case
 * @param isSame whether it looks the same as the case, and not only shows the same phenomenon; only if it was shown
 */
public record Attempt(Sight sight, boolean isSame, History history, TurnReport turns) {}
