/**
 * The databases that a test's data source may lead to, by their URLs: what they speak, the consent to write to them,
 * and connections that go back as they came.
 *
 * <p>Start reading at {@link moirai.junit.databases.Dialects}.
 */
@NullMarked
package moirai.junit.databases;

import org.jspecify.annotations.NullMarked;
