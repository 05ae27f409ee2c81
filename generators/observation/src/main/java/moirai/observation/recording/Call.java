package moirai.observation.recording;

import moirai.directed.program.Origin;
import moirai.interception.BoundSql;

/**
 * A statement that the application executes.
 *
 * @param bound its text and the values of its question marks
 * @param origin the line of the application that led to it
 * @param isContinued true for every statement of a batch but the first
 */
public record Call(BoundSql bound, Origin origin, boolean isContinued) {}
