/**
 * Views of the definitions, in the schema that the SQL standard has for them: those that libraries query when they
 * start. This package must not read tables.
 */
@NullMarked
package moirai.mockstore.sql.information;

import org.jspecify.annotations.NullMarked;
