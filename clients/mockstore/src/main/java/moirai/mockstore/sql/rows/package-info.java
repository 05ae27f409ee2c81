/**
 * Rows as keys of the store (Biswas et al. 2021, section 5): each row has one key that says whether the row exists, and
 * one for each cell outside the primary key. This package must not know how statements are compiled.
 */
@NullMarked
package moirai.mockstore.sql.rows;

import org.jspecify.annotations.NullMarked;
