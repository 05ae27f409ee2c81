/**
 * The reactions to anomalies while a run goes: the run stops, a command is run, a server is told. An alarm must not
 * hold back the run or change its verdict. The address of a server may hold a password, which no message may repeat.
 */
@NullMarked
package moirai.runs.alarms;

import org.jspecify.annotations.NullMarked;
