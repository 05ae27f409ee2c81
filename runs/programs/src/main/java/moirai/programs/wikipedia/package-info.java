/**
 * Wikipedia: readers and editors of a wiki, on twelve tables of MediaWiki 1.17 and its loader (OLTP-Bench, Difallah et
 * al. 2013). Must not know the database that it runs on.
 */
@NullMarked
package moirai.programs.wikipedia;

import org.jspecify.annotations.NullMarked;
