/**
 * The databases that a test's data source may lead to, by their URLs; the consent to write to them, and their connections
 * as they were before.
 *
 * <p>Start reading at {@link moirai.junit.databases.Dialects}.
 */
@NullMarked
package moirai.junit.databases;

import org.jspecify.annotations.NullMarked;
