/** Libraries that know nothing of the mock store find its lost updates. */
@NullMarked
package moirai.mockstore.jdbc.libraries;

import org.jspecify.annotations.NullMarked;
