/**
 * What follows from anomalies while a run goes: it stops, a command is run, an address is told. Alarms must not hold
 * back the run nor change its verdict, and no password may leave this package.
 */
@NullMarked
package moirai.runs.alarms;

import org.jspecify.annotations.NullMarked;
