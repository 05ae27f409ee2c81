/**
 * The consent of databases that exist, on the command line: {@code moirai target}, and the options of commands that
 * write to such a database. What must be there is decided by {@link moirai.runs.consent.GuardRails}.
 */
@NullMarked
package moirai.cli.consent;

import org.jspecify.annotations.NullMarked;
