/**
 * The tables of the paper on CLOTHO ({@code scripts/clotho-tables}), and the cost of the search for anomalies of
 * programs ({@code scripts/directed-search}).
 */
@NullMarked
package moirai.studies.directed;

import org.jspecify.annotations.NullMarked;
