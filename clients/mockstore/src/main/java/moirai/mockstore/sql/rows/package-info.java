/**
 * Rows as keys of the store (Biswas et al. 2021, section 5): for each row one key that says whether it is there, and
 * one for each cell outside the primary key. Must not know how statements are understood.
 */
@NullMarked
package moirai.mockstore.sql.rows;

import org.jspecify.annotations.NullMarked;
