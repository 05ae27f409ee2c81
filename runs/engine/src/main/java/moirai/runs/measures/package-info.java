/**
 * The measures of a run beside its verdict, and the terms that its user set for them: figures to keep, failures to
 * accept, patterns to look for in the servers' logs. It must not know how a run is stored or judged.
 */
@NullMarked
package moirai.runs.measures;

import org.jspecify.annotations.NullMarked;
