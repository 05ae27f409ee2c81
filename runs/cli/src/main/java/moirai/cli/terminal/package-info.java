/**
 * The display of progress while a command works: a bar or lines. It must not know which command that is, nor judge.
 */
@NullMarked
package moirai.cli.terminal;

import org.jspecify.annotations.NullMarked;
