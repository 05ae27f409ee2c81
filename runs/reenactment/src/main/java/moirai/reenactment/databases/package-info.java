/**
 * The databases on which directed cases are replayed: started, opened or reached as runs do it. What is asked of them
 * is that they have schemas and read the SQL of cases; whoever replays at one that exists has to see
 * to its consent first.
 *
 * <p>Start reading at {@link moirai.reenactment.databases.DirectedDatabase}.
 */
@NullMarked
package moirai.reenactment.databases;

import org.jspecify.annotations.NullMarked;
