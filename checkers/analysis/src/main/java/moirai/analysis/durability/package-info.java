/**
 * Judges whether what a database has acknowledged is still there in the end, a question apart from isolation: a level
 * says which orders of transactions are allowed, and an order in which a lost append comes after all reads is one. So
 * below strict serializability no level refuses lost appends (Adya, "Weak Consistency", 1999, section 3.1: what is
 * committed is installed; nobody need read it).
 *
 * <p>It takes reads that come after everything else, as the final generators of Jepsen's tests make them. Start reading
 * at {@link moirai.analysis.durability.Durability}.
 */
@NullMarked
package moirai.analysis.durability;

import org.jspecify.annotations.NullMarked;
