/**
 * The mark of a database that exists and may be tested, in standard SQL. It must not decide whether a mark suffices,
 * and {@link moirai.clients.Consent#inspect inspecting} must not write.
 */
@NullMarked
package moirai.clients.jdbc.consent;

import org.jspecify.annotations.NullMarked;
