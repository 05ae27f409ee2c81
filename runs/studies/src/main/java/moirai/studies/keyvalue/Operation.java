package moirai.studies.keyvalue;

import moirai.exploration.program.Body;

/**
 * What a client calls: one transaction or several, one after the other.
 *
 * @param request what is asked for, for assertions and for people: has {@code equals} and a short text
 * @param body of the first transaction
 */
public record Operation(Object request, Body body) {}
