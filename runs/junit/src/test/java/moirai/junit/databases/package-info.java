/** Tests of the databases of a test's data source. */
@NullMarked
package moirai.junit.databases;

import org.jspecify.annotations.NullMarked;
