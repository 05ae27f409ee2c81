package moirai.studies.keyvalue;

import moirai.exploration.program.Body;

/**
 * A call of a client, which is one transaction or several in sequence.
 *
 * @param request for assertions and for people; has {@code equals} and a short text
 * @param body of the first transaction
 */
public record Operation(Object request, Body body) {}
