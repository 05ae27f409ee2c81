/**
 * The databases on which directed cases are replayed: started, opened or reached as runs do it. They need schemas and
 * have to read the SQL of cases. The consent of an existing database is the caller's task.
 *
 * <p>Start reading at {@link moirai.reenactment.databases.DirectedDatabase}.
 */
@NullMarked
package moirai.reenactment.databases;

import org.jspecify.annotations.NullMarked;
