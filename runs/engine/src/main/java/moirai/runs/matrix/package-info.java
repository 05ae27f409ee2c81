/**
 * The table of a database: the isolation levels that were asked for, and the phenomena that each of them showed. It has
 * the columns of Hermitage (Kleppmann, 2014), but its cells are counted in random runs. Nothing is judged here: cells
 * say what the findings of stored runs say.
 */
@NullMarked
package moirai.runs.matrix;

import org.jspecify.annotations.NullMarked;
