/**
 * Wikipedia: readers and editors of a wiki, on twelve tables of MediaWiki 1.17 and its loader (OLTP-Bench, Difallah et
 * al. 2013). Must not know on which database it runs.
 */
@NullMarked
package moirai.programs.wikipedia;

import org.jspecify.annotations.NullMarked;
