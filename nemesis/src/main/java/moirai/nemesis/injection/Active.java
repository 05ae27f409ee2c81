package moirai.nemesis.injection;

import moirai.nemesis.faults.FaultKind;

/**
 * A fault that is there, wholly or in part.
 *
 * @param id the number of the fault in the run, from 1
 */
record Active(int id, FaultKind kind, Injection injection) {}
