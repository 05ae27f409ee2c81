/**
 * The consent of databases that exist, on the command line: {@code moirai target}, and the options of commands that
 * write to such a database. {@link moirai.runs.consent.GuardRails} decides what consent is required.
 */
@NullMarked
package moirai.cli.consent;

import org.jspecify.annotations.NullMarked;
