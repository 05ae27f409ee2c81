/**
 * Views of what is defined, in the schema that the SQL standard has for them: those that libraries ask when they start.
 * Must not read tables.
 */
@NullMarked
package moirai.mockstore.sql.information;

import org.jspecify.annotations.NullMarked;
