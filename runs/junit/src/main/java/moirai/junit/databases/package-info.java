/**
 * The databases that a test's data source may lead to, by their URLs. This package decides nothing about consent.
 *
 * <p>Start reading at {@link moirai.junit.databases.Dialects}.
 */
@NullMarked
package moirai.junit.databases;

import org.jspecify.annotations.NullMarked;
