/**
 * The locks of transactions, and the waiting for them. This package knows transactions and keys by their numbers alone,
 * and must not know what a level is.
 */
@NullMarked
package moirai.mockstore.locks;

import org.jspecify.annotations.NullMarked;
