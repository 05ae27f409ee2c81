/**
 * Everyday patterns of transactions, each written twice safely and twice not, with what is predicted of them and what
 * happens on databases.
 */
@NullMarked
package moirai.studies.patterns;

import org.jspecify.annotations.NullMarked;
